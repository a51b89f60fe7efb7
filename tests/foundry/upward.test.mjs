import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Room } from "./room.mjs";

const combatOf = ({ window }) => window.game.combats.contents[0];
const docOf = (person, id) =>
  combatOf(person).combatants.contents.find((one) => (one.flags.turnkeeper?.combatant ?? one.id) === id);
const tokens = (...names) =>
  names.map((name) => ({ tokenId: `token-${name}`, sceneId: "moor", actorId: `actor-${name}` }));

/** A fight in its first round, the knight's turn; Gil writes. */
async function fighting(...others) {
  const room = new Room();
  const gil = await room.open("gil");
  const more = [];
  for (const [user, token] of others) more.push(await room.open(user, token));
  await room.play(10);
  return [room, gil, ...more];
}

describe("in Foundry's own tracker", () => {
  test("tokens that are added join the fight, in one command, by their tokens", async () => {
    const [room, gil] = await fighting();
    await combatOf(gil).createEmbeddedDocuments("Combatant", tokens("wolf", "bat"));
    await room.settle();
    const [{ do: name, combatants }, ...rest] = room.commands;
    assert.deepEqual([name, rest], ["add", []]);
    assert.deepEqual(
      combatants.map(({ id: _, ...one }) => one),
      [
        {
          name: "wolf's token",
          kind: "npc",
          side: "foes",
          hidden: false,
          token: "Scene.moor.Token.token-wolf",
        },
        {
          name: "bat's token",
          kind: "npc",
          side: "foes",
          hidden: false,
          token: "Scene.moor.Token.token-bat",
        },
      ],
    );
    assert.deepEqual(
      combatants.map((one) => one.id),
      combatOf(gil)
        .combatants.contents.slice(-2)
        .map((one) => one.id),
    );
  });

  test("two with the same name are two, and of a token that is there already only the second is new", async () => {
    const [room, gil] = await fighting();
    await combatOf(gil).createEmbeddedDocuments("Combatant", tokens("orc"));
    await room.settle();
    assert.equal(room.commands[0].combatants[0].token, "Scene.moor.Token.token-orc");
    assert.equal(docOf(gil, "orc").flags.turnkeeper.combatant, "orc");
  });

  test("what another game master does goes up once, by the one who writes", async () => {
    const [room, gil, gwen] = await fighting(["gwen", "gm"]);
    await combatOf(gwen).createEmbeddedDocuments("Combatant", tokens("wolf"));
    await room.settle();
    await docOf(gwen, "orc").update({ hidden: true });
    await room.settle();
    assert.deepEqual(
      room.asked.map((one) => [one.by, one.command.do]),
      [
        ["gil", "add"],
        ["gil", "change"],
      ],
    );
    assert.ok(gil.session.writer.held);
  });

  test("somebody whom the server does not take is asked about once, and the reason is said", async () => {
    const [room, gil] = await fighting();
    room.refused.add = "too_large";
    await combatOf(gil).createEmbeddedDocuments("Combatant", tokens("wolf"));
    await room.settle();
    assert.equal(room.commands.length, 1);
    assert.deepEqual(gil.window.notes, ["That is more than fits."]);
    assert.equal(combatOf(gil).combatants.size, 4);
  });

  test("removing takes out of the fight", async () => {
    const [room, gil] = await fighting();
    await combatOf(gil).deleteEmbeddedDocuments("Combatant", [docOf(gil, "orc").id]);
    await room.settle();
    assert.deepEqual(room.commands, [{ do: "remove", combatant: "orc" }]);
  });

  test("nobody is put back though players are told a little later", async () => {
    const [room, gil] = await fighting();
    await combatOf(gil).deleteEmbeddedDocuments("Combatant", [docOf(gil, "orc").id]);
    await room.change({ gm: { combatants: { orc: null } }, observer: {} });
    assert.equal(docOf(gil, "orc"), undefined);
    assert.equal(room.commands.length, 1);
  });

  test("whoever went up hidden and was removed in our window leaves, and does not go up again", async () => {
    const [room, gil] = await fighting();
    await combatOf(gil).createEmbeddedDocuments(
      "Combatant",
      tokens("wolf").map((one) => ({ ...one, hidden: true })),
    );
    await room.settle();
    const { id } = room.commands[0].combatants[0];
    await room.change({ gm: { combatants: { [id]: { id, name: "wolf", hidden: true } } }, observer: {} });
    assert.equal(combatOf(gil).combatants.size, 4);
    await room.change({ gm: { combatants: { [id]: null } }, observer: {} });
    assert.deepEqual([combatOf(gil).combatants.size, room.commands.length], [3, 1]);
  });

  test("nobody is put back while the removal has no answer", async () => {
    const [room, gil] = await fighting();
    room.acks = false;
    await combatOf(gil).deleteEmbeddedDocuments("Combatant", [docOf(gil, "orc").id]);
    await room.play();
    assert.equal(docOf(gil, "orc"), undefined);
  });

  for (const [what, changes, set] of [
    ["the eye hides", { hidden: true }, { hidden: true }],
    ["the skull lays down", { defeated: true }, { able: false }],
    ["a new name is a new name", { name: "Orc chief" }, { name: "Orc chief" }],
  ]) {
    test(what, async () => {
      const [room, gil] = await fighting();
      await docOf(gil, "orc").update(changes);
      await room.settle();
      assert.deepEqual(room.commands, [{ do: "change", combatant: "orc", set }]);
    });
  }

  test("a number that is put in by hand does not stay", async () => {
    const [room, gil] = await fighting();
    await docOf(gil, "mage").update({ initiative: 99 });
    await room.settle();
    assert.equal(docOf(gil, "mage").initiative, 5);
    assert.deepEqual(room.commands, []);
  });

  test("a turn that another module moved is moved back", async () => {
    const [room, gil] = await fighting();
    await combatOf(gil).update({ turn: 2 });
    await room.settle();
    assert.deepEqual(room.list(gil)[0], ["knight", 5, "now"]);
  });

  test("deleting the encounter ends the fight, and none is made again", async () => {
    const [room, gil] = await fighting();
    await combatOf(gil).delete();
    await room.settle();
    assert.deepEqual(room.commands, [{ do: "end" }]);
    await room.play();
    assert.equal(room.world.combats.size, 0);
  });

  test("a new encounter is led by Turnkeeper if none is yet", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await gil.window.CONFIG.Combat.documentClass.create({ active: true });
    await room.settle();
    assert.equal(combatOf(gil).flags.turnkeeper.table, "friday");
    await combatOf(gil).createEmbeddedDocuments("Combatant", tokens("wolf"));
    await room.settle();
    assert.equal(room.commands[0].do, "add");
  });

  test("a second encounter is not", async () => {
    const [room, gil] = await fighting();
    const other = await gil.window.CONFIG.Combat.documentClass.create({ active: true });
    await room.settle();
    assert.deepEqual(other.flags, {});
  });

  test("an encounter that was let go is left alone", async () => {
    const [room, gil] = await fighting();
    await gil.session.writer.toggle(combatOf(gil));
    await room.settle();
    const count = room.world.writes.length;
    await room.play(2);
    assert.deepEqual([room.world.combats.size, room.world.writes.length], [1, count]);
  });
});

describe("whoever is hidden", () => {
  test("from our window leaves Foundry's list", async () => {
    const [room, gil] = await fighting();
    await room.change({
      gm: { combatants: { orc: { hidden: true } } },
      observer: { combatants: { orc: null } },
    });
    assert.equal(docOf(gil, "orc"), undefined);
    assert.deepEqual(room.commands, []);
  });

  test("by Foundry's eye stays there for the game master, and nothing more is written about them", async () => {
    const [room, gil] = await fighting();
    await docOf(gil, "orc").update({ hidden: true });
    await room.change({
      gm: { combatants: { orc: { hidden: true, initiative: 1 } } },
      observer: { combatants: { orc: null } },
    });
    assert.deepEqual([docOf(gil, "orc").hidden, docOf(gil, "orc").initiative], [true, 2]);
  });
});

describe("Foundry's buttons", () => {
  test("ask the server, in a combat of ours", async () => {
    const [room, gil] = await fighting();
    const combat = combatOf(gil);
    for (const name of ["startCombat", "nextTurn", "previousTurn", "nextRound", "previousRound"])
      assert.equal(await room.done(combat[name]()), combat);
    assert.deepEqual(
      room.commands.map(({ do: name, to }) => [name, to]),
      [
        ["begin", undefined],
        ["advance", "next"],
        ["undo", undefined],
        ["advance", "round"],
        ["undo", undefined],
      ],
    );
    assert.deepEqual(room.list(gil)[0], ["knight", 5, "now"]);
  });

  test("are the game system's own in any other combat", async () => {
    const room = new Room();
    const gil = await room.open("gil", null);
    const combat = await gil.window.CONFIG.Combat.documentClass.create({ active: true });
    await combat.createEmbeddedDocuments("Combatant", [
      { name: "low", initiative: 3 },
      { name: "high", initiative: 17 },
    ]);
    await combat.startCombat();
    assert.deepEqual([combat.turns.map((one) => one.name), combat.turn], [["high", "low"], 0]);
    await assert.rejects(combat.rollInitiative(["x"]), /the game system rolls/);
  });

  test("end a player's own turn, also that of the last one in the round", async () => {
    const [room, , ana] = await fighting(["ana", "player"]);
    ana.session.client.table.user = "u3"; // the knight's owner
    await room.done(combatOf(ana).nextTurn());
    assert.deepEqual(
      room.asked.map((one) => [one.by, one.command]),
      [["ana", { do: "end_turn", combatant: "knight" }]],
    );
  });

  test("roll for the side where the side rolls", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.play(8);
    await room.done(combatOf(gil).rollInitiative(combatOf(gil).combatants.contents.map((one) => one.id)));
    assert.deepEqual(room.commands, [
      { do: "roll", for: "side:party" },
      { do: "roll", for: "side:foes" },
    ]);
  });

  test("roll for each where each rolls, and for one alone", async () => {
    const room = new Room("starfinder");
    const gil = await room.open("gil");
    await room.play(4);
    await room.done(combatOf(gil).rollInitiative(docOf(gil, "bot").id));
    assert.deepEqual(room.commands, [{ do: "roll", for: "bot" }]);
    await room.done(combatOf(gil).rollInitiative([docOf(gil, "ace").id])); // has rolled
    assert.deepEqual([room.commands.length, gil.window.notes], [1, ["Nobody among them has to roll now."]]);
  });

  test("say so when they change nothing: without a connection, or refused", async () => {
    const [room, gil] = await fighting();
    room.refused.advance = "stale";
    await room.done(combatOf(gil).nextTurn());
    room.drop(gil);
    await room.done(combatOf(gil).nextTurn());
    assert.deepEqual(gil.window.notes, [
      "Somebody else was quicker. Look again before you go on.",
      "Turnkeeper is not connected, so nothing was changed.",
    ]);
  });

  test("are wrapped by libWrapper where that is", async () => {
    const room = new Room();
    const wrapped = new Map();
    const open = room.world.open.bind(room.world);
    room.world.open = (...parts) =>
      Object.assign(open(...parts), {
        libWrapper: {
          register: (module, target, run, kind) => wrapped.set(target.split(".").at(-1), [module, run, kind]),
        },
      });
    await room.open("gil");
    const [module, sort, kind] = wrapped.get("_sortCombatants");
    assert.deepEqual([module, kind, wrapped.size], ["turnkeeper", "MIXED", 8]);
    const one = (id, order) => ({
      id,
      initiative: null,
      flags: { turnkeeper: { order } },
      parent: { flags: { turnkeeper: { table: "friday" } } },
    });
    assert.equal(
      sort(() => assert.fail("not the system's"), one("b", 1), one("a", 2)),
      -1,
    );
    assert.equal(
      sort(() => 7, { parent: { flags: {} } }, {}),
      7,
    );
  });
});
