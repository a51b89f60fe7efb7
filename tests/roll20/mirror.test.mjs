import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Game } from "./fake.mjs";
import { Table, view } from "./seat.mjs";

const PEOPLE = { mage: { owner: "u2" }, orc: { side: "foes", kind: "npc" } };
const PLACES = [
  ["orc", 2],
  ["mage", 3],
  ["mage", 7],
];

/** A game with a fight in it: the orc's moment, then the mage's two. */
async function fight({ turnorder = "", now = [0, 1] } = {}) {
  const game = new Game()
    .token("t-mage", { controlledby: "ana" })
    .token("t-orc")
    .token("t-wolf", { name: "Wolf" });
  game.turnorder = turnorder;
  const table = new Table();
  table.views = { gm: view(PEOPLE, PLACES, now), player: view(PEOPLE, PLACES, now) };
  const client = await table.sit(game.open());
  await table.pass(500);
  return { game, table, client };
}

const shown = (game) => game.rows.map((row) => (row.id === "-1" ? row.custom : row.id));

describe("Roll20's turn order", () => {
  test("shows the round: now, what comes, the clock", async () => {
    const { game, table } = await fight();
    assert.deepEqual(shown(game), ["t-orc", "t-mage", "t-mage", "◆ Round 1 · Segment 2"]);
    assert.deepEqual(game.rows[1], { id: "t-mage", pr: "3", _pageid: "page-1", custom: "" });
    assert.equal(table.target, "roll20:1234");
  });

  test("goes on, and what is done stands behind the clock", async () => {
    const { game, table } = await fight();
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    assert.deepEqual(shown(game), ["t-mage", "t-mage", "◆ Round 1 · Segment 3", "t-orc"]);
  });

  test("keeps everybody else's rows, and writes nothing when nothing changes", async () => {
    const foreign = [
      { id: "-1", pr: "4", custom: "Poison", formula: "-1" },
      { id: "t-wolf", pr: 12, custom: "", _pageid: "page-1" },
    ];
    const { game, table } = await fight({ turnorder: JSON.stringify(foreign) });
    assert.deepEqual(game.rows.slice(4), foreign);
    const { writes } = game;
    await table.show(view(PEOPLE, PLACES, [0, 1]));
    assert.equal(game.writes, writes);
  });

  test("is not torn by somebody who changes it between our look and our write", async () => {
    const { game, table, client } = await fight();
    const { write } = client.bridge;
    client.bridge.write = (...parts) => {
      client.bridge.write = write;
      game.edit((rows) => rows.push({ id: "t-wolf", pr: 9, custom: "", _pageid: "page-1" }));
      return write.apply(client.bridge, parts);
    };
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    assert.deepEqual(shown(game), ["t-mage", "t-mage", "◆ Round 1 · Segment 3", "t-orc", "t-wolf"]);
    game.next();
    await table.pass(500);
    assert.deepEqual(table.commands, [{ do: "advance", to: "next" }]);
  });

  test("loses no click that comes between our look and our write", async () => {
    const { game, table, client } = await fight();
    const { write } = client.bridge;
    client.bridge.write = (...parts) => {
      client.bridge.write = write;
      game.next();
      return write.apply(client.bridge, parts);
    };
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    await table.pass(500);
    assert.deepEqual(table.commands, [{ do: "advance", to: "next" }]);
  });

  test("is written twice a second at most", async () => {
    const { game, table } = await fight();
    const { writes } = game;
    for (const now of [
      [1, 2],
      [2, 3],
      [1, 2],
    ]) {
      table.views = { gm: view(PEOPLE, PLACES, now), player: view(PEOPLE, PLACES, now) };
      for (const { wire } of table.seats)
        for (const socket of wire.sockets)
          wire.say({ type: "snapshot", seq: 1, view: table.views.gm, events: [] }, socket);
      await table.settle();
    }
    assert.equal(game.writes, writes + 1);
    await table.pass(500);
    assert.deepEqual([game.writes, shown(game)[2]], [writes + 1, "◆ Round 1 · Segment 3"]);
  });

  test("never has anybody in it whom players do not see", async () => {
    const { game, table } = await fight();
    const spy = { ...PEOPLE, spy: { hidden: true, token: "t-wolf" } };
    await table.show(view(spy, [...PLACES, ["spy", 9]], [0, 1]), view(PEOPLE, PLACES, [0, 1]));
    assert.doesNotMatch(game.turnorder, /wolf|spy/i);
  });

  test("loses at once whom the game master hides, also before players are told", async () => {
    const { game, table } = await fight();
    await table.show(
      view({ ...PEOPLE, orc: { hidden: true } }, PLACES, [0, 1]),
      view(PEOPLE, PLACES, [0, 1]),
    );
    assert.ok(!shown(game).includes("t-orc"));
  });

  test("loses our rows and no others when the fight is over", async () => {
    const { game, table } = await fight({
      turnorder: JSON.stringify([{ id: "-1", pr: "", custom: "Lunch" }]),
    });
    await table.show(view(PEOPLE, [], [0, 0], { phase: "over" }));
    assert.deepEqual(shown(game), ["Lunch"]);
  });

  test("has a row of text for who has no token, or whose token is gone", async () => {
    const { game, table } = await fight();
    game.graphics.delete("t-orc");
    await table.show(
      view(
        { ...PEOPLE, ghost: { name: "Ghost", token: undefined } },
        [
          ["orc", 2],
          ["ghost", 4],
        ],
        [0, 1],
      ),
    );
    assert.deepEqual(shown(game), ["◆ orc", "◆ Ghost", "◆ Round 1 · Segment 2", "t-mage"]);
  });
});

describe("what is clicked in Roll20", () => {
  test("Next asks the server, from where this window is", async () => {
    const { game, table } = await fight();
    game.next();
    await table.settle();
    assert.deepEqual(table.commands, [{ do: "advance", to: "next" }]);
    const { if_seq } = table.seats[0].wire.sockets[0].sent.find(
      (message) => message.command?.do === "advance",
    );
    assert.equal(if_seq, 0);
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    assert.deepEqual(shown(game), ["t-mage", "t-mage", "◆ Round 1 · Segment 3", "t-orc"]);
  });

  test("a refused Next is taken back and said so", async () => {
    const { game, table, client } = await fight();
    table.refused.advance = "stale";
    game.next();
    await table.pass(500);
    assert.deepEqual([shown(game)[0], client.session.refusal.code], ["t-orc", "stale"]);
  });

  test("a row that is taken out removes the combatant; its other rows alone do not", async () => {
    const { game, table } = await fight();
    game.edit((rows) => rows.splice(1, 1));
    await table.pass(500);
    assert.deepEqual([table.commands, shown(game).filter((id) => id === "t-mage").length], [[], 2]);
    game.edit((rows) => rows.splice(0, 1));
    await table.settle();
    assert.deepEqual(table.commands, [{ do: "remove", combatant: "orc" }]);
  });

  test("a row that is dragged asks for its place", async () => {
    const { game, table } = await fight();
    game.edit((rows) => rows.splice(0, 2, rows[1], rows[0]));
    await table.settle();
    assert.deepEqual(table.commands, [{ do: "place", combatant: "orc", before: "mage" }]);
  });

  test("a number that is typed does not stay: it is the server's", async () => {
    const { game, table } = await fight();
    game.edit((rows) => (rows[0].pr = "99"));
    await table.pass(500);
    assert.deepEqual([table.commands, game.rows[0].pr], [[], "2"]);
  });

  test("a cleared tracker stays clear until it is asked for, or a new fight begins", async () => {
    const { game, table, client } = await fight();
    game.edit((rows) => rows.splice(0));
    await table.pass(500);
    await table.show(view(PEOPLE, PLACES, [1, 2]));
    assert.deepEqual([game.rows, table.commands, client.session.mirror.dismissed], [[], [], true]);
    await Promise.all([client.session.mirror.resume(), table.settle()]);
    assert.equal(shown(game)[0], "t-mage");
    game.edit((rows) => rows.splice(0));
    await table.pass(500);
    await table.show(view(PEOPLE, [], [0, 0], { phase: "setup" }));
    await table.show(view(PEOPLE, [], [0, 0], { phase: "declare" }));
    assert.deepEqual(shown(game), ["◆ Round 1 · Declarations", "t-mage", "t-orc"]);
  });

  test("new tokens come into the fight when that is wanted, once, by their own ids", async () => {
    const { game, table, client } = await fight();
    game.token("t-spy", { name: "Spy", layer: "gmlayer" }).token("t-hero", { name: "", represents: "c1" });
    game.characters = { c1: { attributes: { name: "Hero", controlledby: "bea" } } };
    game.edit((rows) =>
      rows.push(
        ...["t-wolf", "t-spy", "t-hero", "t-wolf"].map((id) => ({
          id,
          pr: "",
          custom: "",
          _pageid: "page-1",
        })),
      ),
    );
    await table.pass(500);
    assert.deepEqual([table.commands, client.session.mirror.strangers], [[], ["t-wolf", "t-spy", "t-hero"]]);
    await Promise.all([client.session.mirror.takeIn(), table.settle()]);
    assert.deepEqual(
      table.commands[0].combatants.map((one) => [one.id, one.name, one.side, one.kind, one.hidden]),
      [
        ["t-wolf", "Wolf", "foes", "npc", false],
        ["t-spy", "Spy", "foes", "npc", true],
        ["t-hero", "Hero", "party", "pc", false],
      ],
    );
  });

  test("somebody who was removed may come back by Roll20's own button", async () => {
    const { game, table, client } = await fight();
    const { orc, ...rest } = PEOPLE;
    await table.show(view(rest, [["mage", 3]], [0, 1]));
    game.edit((rows) => rows.push({ id: "t-orc", pr: "", custom: "", _pageid: "page-1" }));
    await table.pass(500);
    assert.deepEqual([shown(game).at(-1), client.session.mirror.strangers], ["t-orc", ["t-orc"]]);
  });
});

test("what is clicked while the server is away is put right and asks for nothing", async () => {
  const { game, table, client } = await fight();
  client.wire.drop(1006, client.wire.sockets[0]);
  game.next();
  await table.settle();
  table.holder = undefined;
  await table.pass(2000);
  assert.equal(client.session.client.connection.state, "live");
  await table.pass(500);
  assert.deepEqual([table.commands, shown(game)[0]], [[], "t-orc"]);
});

describe("of two game masters' windows", () => {
  async function two() {
    const { game, table, client } = await fight();
    const other = await table.sit(game.open({ player: "gm-2" }));
    return { game, table, client, other };
  }

  test("one writes and asks", async () => {
    const { game, table } = await two();
    const { writes } = game;
    table.effects.advance = view(PEOPLE, PLACES, [1, 2]);
    game.next();
    await table.pass(500);
    assert.deepEqual([table.commands.length, game.writes], [1, writes + 1]);
  });

  test("the other goes on when the first is closed, and takes what happened meanwhile for no click", async () => {
    const { game, table, client, other } = await two();
    client.session.stop();
    game.windows.shift();
    game.next();
    table.holder = undefined;
    await table.pass(19_000);
    assert.equal(other.session.lease.held, true);
    assert.deepEqual([table.commands, shown(game)[0]], [[], "t-orc"]);
  });
});

describe("a window", () => {
  test("of a player shows no panel", () => assert.equal(new Game().open({ gm: false }).frame, undefined));

  test("speaks to nobody but the server's page in its own frame", () => {
    const window = new Game().open();
    assert.equal(window.meet({ origin: "https://evil.example" }), undefined);
    assert.equal(window.meet({ source: {} }), undefined);
    assert.ok(window.meet());
    assert.equal(window.heard.at(-1).origin, "https://vtt.example");
  });

  test("shows one panel, though userscript and extension are both there", () => {
    const window = new Game().open();
    const { frame } = window;
    window.again();
    assert.equal(window.frame, frame);
    assert.equal(window.body.children.length, 1);
  });

  test("keeps the observer's key for the next time, and another if that is refused", async () => {
    const { game, table, client } = await fight();
    const again = await table.sit(game.open({ player: "gm-2" }), client.kept);
    table.holder = undefined;
    client.session.stop();
    await table.pass(19_000);
    assert.deepEqual(
      again.wire.sockets.map((one) => one.sent[0].token),
      ["gm", "observer-1"],
    );
    again.wire.drop(4005, again.wire.sockets[1]);
    again.session.lease.claim();
    await table.settle();
    assert.equal(again.wire.sockets.at(-1).sent[0].token, "observer-2");
  });
});
