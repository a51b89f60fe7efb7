import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chatCommand } from "../../clients/js-shim/adapters/roll20/chat.js";
import { Game, Sandbox } from "./fake.mjs";
import { Table, view } from "./seat.mjs";

const PEOPLE = { mage: { owner: "u2" }, orc: { side: "foes", kind: "npc" } };
const PLACES = [
  ["orc", 2],
  ["mage", 3],
];
const lit = (game) =>
  [...game.graphics.values()]
    .filter(({ attributes }) => attributes.showplayers_aura1 || attributes.showplayers_aura2)
    .map((one) => one.id);

async function fight() {
  const game = new Game()
    .token("t-mage", { controlledby: "ana" })
    .token("t-orc", { aura1_radius: 5, aura1_color: "#123456" });
  const sandbox = new Sandbox(game);
  const table = new Table();
  table.views = { gm: view(PEOPLE, PLACES, [0, 1]), player: view(PEOPLE, PLACES, [0, 1]) };
  const window = game.open();
  const client = await table.sit(window);
  client.session.hasMod = true;
  await table.pass(500);
  return { game, sandbox, table, client, window };
}

describe("the Mod script", () => {
  test("lights those who act, and gives back the aura that a token had", async () => {
    const { game, table } = await fight();
    assert.deepEqual(lit(game), ["t-orc"]);
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    assert.deepEqual(lit(game), ["t-mage"]);
    const { aura1_radius, aura1_color, showplayers_aura1 } = game.graphics.get("t-orc").attributes;
    assert.deepEqual([aura1_radius, aura1_color, showplayers_aura1], [5, "#123456", false]);
    assert.deepEqual(
      game.pings.map((one) => one.slice(0, 3)),
      [
        [70, 140, "page-1"],
        [70, 140, "page-1"],
      ],
    );
  });

  test("is told nothing while nobody else acts", async () => {
    const { sandbox, table } = await fight();
    const { length } = sandbox.sets;
    await table.show(view(PEOPLE, PLACES, [0, 1], { at: 3 }));
    assert.equal(sandbox.sets.length, length);
  });

  test("is told again by a window that has the word once more", async () => {
    const { game, table, client } = await fight();
    game.say("gm-1", `!turnkeeper ${JSON.stringify({ id: "other", key: "other", now: [] })}`);
    assert.deepEqual(lit(game), []);
    table.holder = {};
    client.session.lease.claim();
    await table.settle();
    table.holder = undefined;
    client.session.lease.claim();
    await table.pass(500);
    assert.deepEqual(lit(game), ["t-orc"]);
  });

  test("puts all back when it is switched off, and the page lights them instead", async () => {
    const { game, sandbox, table, client } = await fight();
    client.session.hasMod = false;
    await table.settle();
    assert.deepEqual(
      [sandbox.state.turnkeeper.before, game.graphics.get("t-orc").attributes.statusmarkers],
      [{}, ""],
    );
  });

  test("does the same thing once, and knows it after the sandbox began anew", async () => {
    const { game, sandbox } = await fight();
    const order = `!turnkeeper ${JSON.stringify({ id: "one", key: "k", now: ["t-mage"], ping: "t-mage" })}`;
    game.say("gm-1", order);
    const { length } = game.pings;
    game.say("gm-1", order);
    sandbox.start();
    game.say("gm-1", order);
    assert.equal(game.pings.length, length);
    game.say("gm-1", `!turnkeeper ${JSON.stringify({ id: "two", key: "k", now: [] })}`);
    assert.deepEqual([lit(game), game.graphics.get("t-orc").attributes.aura1_radius], [[], 5]);
  });

  test("takes orders from game masters alone, and nonsense from nobody", async () => {
    const { game, sandbox } = await fight();
    const { length } = sandbox.sets;
    game.say("ana", `!turnkeeper ${JSON.stringify({ id: "x", key: "mine", now: ["t-mage"] })}`);
    for (const text of ["{", "{}", '{"id":1}', '{"id":"y","now":[7,null],"ping":{}}'])
      game.say("gm-1", `!turnkeeper ${text}`);
    game.say("ana", "!turnkeeperish end", ["t-mage"]);
    assert.deepEqual([sandbox.said, lit(game)], [[], []]);
    assert.equal(sandbox.sets.length, length + 2); // aura and marker of the one that was lit
  });

  test("lights nothing on the game masters' layer, and no token that is gone", async () => {
    const { game, table, sandbox } = await fight();
    game.graphics.get("t-mage").attributes.layer = "gmlayer";
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    game.say("gm-1", `!turnkeeper ${JSON.stringify({ id: "gone", ping: "nobody" })}`);
    assert.deepEqual([lit(game), game.pings.length], [[], 1]);
    game.say("gm-1", `!turnkeeper ${JSON.stringify({ id: "none", now: ["nobody"] })}`);
    assert.ok(sandbox.sets.length > 0);
  });

  test("never sets what the sandbox dies of", async () => {
    const { game, table } = await fight();
    Object.assign(game.graphics.get("t-mage").attributes, { aura1_radius: NaN, aura1_color: undefined });
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    await table.show(view(PEOPLE, PLACES, [0, 1]));
    assert.deepEqual(lit(game), ["t-orc"]);
  });
});

describe("a player without a connection", () => {
  test("asks in the chat, for the selected token, as its owner; the whisper is taken out of sight", async () => {
    const { game, table, window } = await fight();
    game.say("ana", '!turnkeeper declare spell name="Jörmungandr @{x}" segments=3', ["t-mage"]);
    await table.settle();
    const { command, as } = table.asked[0];
    assert.deepEqual(
      [command, as],
      [
        {
          do: "declare",
          combatant: "mage",
          actions: [{ act: "spell", name: "Jörmungandr @{x}", segments: 3 }],
        },
        "u2",
      ],
    );
    assert.deepEqual(
      [window.field.value, window.nodes.map((one) => one.hidden)],
      ["half a sentence", [true]],
    );
  });

  test("cannot ask for a token that somebody else controls", async () => {
    const { game, sandbox, table } = await fight();
    game.say("ana", "!turnkeeper end", ["t-orc"]);
    game.say("ana", "!turnkeeper end");
    await table.settle();
    assert.deepEqual([sandbox.said, table.asked], [[], []]);
  });

  test("may ask by a character that they control", async () => {
    const { game, table } = await fight();
    game.characters = { c1: { attributes: { controlledby: "bea" } } };
    Object.assign(game.graphics.get("t-mage").attributes, { controlledby: "", represents: "c1" });
    game.say("bea", "!turnkeeper end", ["t-mage"]);
    await table.settle();
    assert.deepEqual(table.commands, [{ do: "end_turn", combatant: "mage" }]);
  });

  test("cannot whisper what only the Mod may", async () => {
    const { game, table } = await fight();
    const forged = Buffer.from(JSON.stringify({ key: "guess", token: "t-orc", text: "end" })).toString(
      "base64",
    );
    for (const text of [forged, "????", Buffer.from("7").toString("base64")])
      game.say("ana", `/w gm TURNKEEPER:${text}`);
    await table.settle();
    assert.deepEqual(table.asked, []);
  });

  test("is refused by the server as anybody else, and the game master reads why", async () => {
    const { game, table, client } = await fight();
    table.refused.end_turn = "wrong_phase";
    game.say("ana", "!turnkeeper end", ["t-mage"]);
    await table.settle();
    assert.equal(client.session.refusal.code, "wrong_phase");
  });
});

describe("what is said", () => {
  const mage = { id: "mage", side: "party" };
  const rolls = { prompts: [{ prompt: "roll", for: ["side:party"] }] };
  const cases = {
    end: { do: "end_turn", combatant: "mage" },
    " delay ": { do: "delay", combatant: "mage" },
    return: { do: "return", combatant: "mage" },
    "ready when the door opens": { do: "ready", combatant: "mage", trigger: "when the door opens" },
    roll: { do: "roll", for: "side:party" },
    "roll 3, 4": { do: "roll", for: "side:party", faces: [3, 4] },
    "declare melee": { do: "declare", combatant: "mage", actions: [{ act: "melee" }] },
    "declare attack weapon=dagger plus=-1 x=true": {
      do: "declare",
      combatant: "mage",
      actions: [{ act: "attack", weapon: "dagger", plus: -1, x: true }],
    },
    constructor: undefined,
    "": undefined,
  };
  for (const [text, command] of Object.entries(cases))
    test(`“${text}”`, () => assert.deepEqual(chatCommand(text, mage, rolls), command));
  test("“roll” of one who rolls for oneself", () =>
    assert.equal(chatCommand("roll", mage, { prompts: [{ prompt: "roll", for: ["mage"] }] }).for, "mage"));
});
