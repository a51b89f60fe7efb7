import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Room } from "./room.mjs";

const combatOf = ({ window }) => window.game.combats.contents[0];
const writes = (room, action = "update Combat") => room.world.writes.filter((one) => one.action === action);

describe("Foundry's combat", () => {
  test("is made with the people of the fight, by their tokens", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.play(2);
    const combat = combatOf(gil);
    assert.deepEqual(
      combat.combatants.contents.map((one) => [
        one.flags.turnkeeper.combatant,
        one.tokenId,
        one.sceneId,
        one.actorId,
      ]),
      [
        ["knight", "token-knight", "moor", "actor-knight"],
        ["mage", "token-mage", "moor", "actor-mage"],
        ["orc", "token-orc", "moor", "actor-orc"],
      ],
    );
    assert.deepEqual([combat.round, combat.turn, combat.active], [0, null, true]);
  });

  test("follows the fight: human numbers, turn on who acts, whoever has acted twice at the next place", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.until((command) => command.faces?.[0] === 2);
    assert.deepEqual(room.list(gil), [
      ["knight", 5, "now"],
      ["mage", 5],
      ["orc", 2],
    ]);
    await room.play();
    assert.deepEqual(room.list(gil), [
      ["orc", 2, "now"],
      ["knight", 5],
      ["mage", 5],
    ]);
    await room.play(2);
    assert.deepEqual(room.list(gil), [
      ["orc", 2],
      ["knight", 5, "now"],
      ["mage", 5],
    ]);
    assert.equal(combatOf(gil).round, 1);
  });

  test("is the same list in every window, with the same turn", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    const ana = await room.open("ana", "player");
    for (let step = 0; step < room.fight.steps.length; step += 1) {
      await room.play();
      assert.deepEqual(room.list(ana), room.list(gil));
    }
  });

  test("is changed in one write a moment", async () => {
    const room = new Room();
    await room.open("gil");
    await room.until((command) => command.faces?.[0] === 2);
    const before = room.world.writes.length;
    await room.play();
    assert.equal(room.world.writes.length, before + 1);
    const { changes, options } = room.world.writes.at(-1);
    assert.deepEqual(Object.keys(changes).sort(), ["combatants", "flags", "round", "turn"]);
    assert.deepEqual(
      [options.diff, options.turnEvents, options.worldTime, options.direction],
      [false, false, { delta: 0 }, 1],
    );
  });

  test("is not touched by a segment in which nobody acts, nor by a wound", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.until((command) => command.do === "undo");
    await room.play(2);
    const segment = () => gil.session.client.table.view.at;
    assert.deepEqual([segment(), combatOf(gil).turn], [6, null]);
    const before = room.world.writes.length;
    await room.play(2);
    assert.deepEqual([segment(), room.world.writes.length], [7, before]);
  });

  test("goes back with an undo, and shows who is down", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.until((command) => command.do === "hit");
    const orc = () =>
      combatOf(gil).combatants.contents.find((one) => one.flags.turnkeeper.combatant === "orc");
    assert.equal(orc().defeated, true);
    await room.play();
    assert.equal(orc().defeated, false);
    await room.change({ gm: { active: ["orc"] }, observer: { active: ["orc"] } });
    await room.change({ gm: { active: [] }, observer: { active: [] } });
    assert.deepEqual(
      writes(room)
        .slice(-2)
        .map((one) => [one.changes.turn, one.options.direction]),
      [
        [0, 1],
        [null, -1],
      ],
    );
  });

  test("is found again after a reload, not made twice", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.play(12);
    const count = room.world.writes.length;
    room.drop(gil);
    await room.open("gwen");
    assert.equal(room.world.combats.size, 1);
    assert.deepEqual(
      room.world.writes
        .slice(count)
        .map((one) => one.action)
        .filter((action) => action !== "update Combat"),
      [],
    );
  });
});

describe("what is hidden", () => {
  test("is never written: no name, no number, no place, no turn", async () => {
    const room = new Room();
    await room.open("gil");
    await room.play(room.fight.steps.findIndex(({ command }) => command.set?.hidden === false));
    assert.ok(room.world.writes.length > 3);
    assert.doesNotMatch(JSON.stringify(room.world.writes), /spy/i);
  });

  test("comes in when it is revealed", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.until((command) => command.set?.hidden === false);
    assert.ok(room.list(gil).some(([id]) => id === "spy"));
  });

  test("moves nobody's turn while it acts", async () => {
    const room = new Room("starfinder");
    const gil = await room.open("gil");
    await room.play(7);
    assert.deepEqual(room.list(gil), [
      ["drone", 18, "now"],
      ["ace", 12],
      ["bot", 7],
    ]);
    const before = room.world.writes.length;
    await room.play(); // the lurker's turn
    assert.equal(room.world.writes.length, before);
    await room.play();
    assert.deepEqual(room.list(gil), [
      ["drone", 18],
      ["ace", 12, "now"],
      ["bot", 7],
    ]);
  });

  test("a place that players do not know yet is not in the list's order", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.until((command) => command.faces?.[0] === 2);
    // The orc strikes between the knight's two blows; players see that only when it happens.
    assert.deepEqual(
      room.list(gil).map(([id]) => id),
      ["knight", "mage", "orc"],
    );
  });
});

describe("one writer", () => {
  test("of two game masters, and of two windows of one, a single one writes", async () => {
    const room = new Room();
    const browser = new Map();
    const first = await room.open("gil", "gm", browser);
    const second = await room.open("gil", "gm", browser);
    const gwen = await room.open("gwen");
    await room.play(13);
    assert.deepEqual(
      [first, second, gwen].map((one) => one.session.writer.held),
      [true, false, false],
    );
    assert.equal(writes(room, "create Combat").length, 1);
    assert.equal(room.list(first).length, 3);
    assert.deepEqual(new Set(room.world.writes.map((one) => one.user)), new Set(["gil"]));
  });

  test("another goes on when the first is gone, with a greater fence", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.open("gwen");
    await room.play(12);
    room.drop(gil);
    await room.presence();
    await room.play();
    assert.equal(writes(room).at(-1).user, "gwen");
    assert.equal(writes(room).at(-1).changes.flags.turnkeeper.fence, 2);
  });

  test("a holder that could not renew writes no more", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.play(12);
    gil.wire.timers = []; // a window that sleeps
    gil.wire.now += 25_000;
    const count = room.world.writes.length;
    room.holder = { session: { client: { connection: { state: "live" } } } };
    await room.play();
    assert.equal(gil.session.writer.held, false);
    assert.equal(room.world.writes.length, count);
  });

  test("nobody overwrites a later holder", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.play(12);
    [...room.world.combats.values()][0].flags.turnkeeper.fence = 9;
    gil.window.refresh();
    const count = room.world.writes.length;
    await room.play();
    assert.equal(room.world.writes.length, count);
  });

  test("a number of another history, before a restore, stops nobody", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    await room.play(12);
    Object.assign([...room.world.combats.values()][0].flags.turnkeeper, { fence: 9, epoch: "of old" });
    gil.window.refresh();
    await room.play();
    assert.equal(writes(room).at(-1).changes.flags.turnkeeper.fence, 1);
  });

  test("players never write", async () => {
    const room = new Room();
    await room.open("ana", "player");
    await room.play(room.fight.steps.length);
    assert.equal(room.world.writes.length, 0);
  });
});
