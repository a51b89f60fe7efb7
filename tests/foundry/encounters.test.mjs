import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Room } from "./room.mjs";

const tokens = (...names) =>
  names.map((name) => ({ tokenId: `token-${name}`, sceneId: "moor", actorId: `actor-${name}` }));
const create = async (room, { window }, ...names) => {
  const combat = await window.CONFIG.Combat.documentClass.create({ active: true });
  await combat.createEmbeddedDocuments("Combatant", tokens(...names));
  await room.settle();
  return combat;
};
const fresh = ({ window }, id) => window.game.combats.get(id);
const OVER = { phase: "over", active: [], next: [], timeline: [] };
/** What a server tells of a new fight, in which nobody is any more. */
const opened = ({ combatants }) => ({
  phase: "setup",
  round: 0,
  active: [],
  next: [],
  timeline: [],
  combatants: Object.fromEntries(Object.keys(combatants).map((id) => [id, null])),
});

/** The server opens another fight when it is asked to. */
function opens(room) {
  const answer = room.change.bind(room);
  room.on = {
    open: () => {
      const fresh = opened(room.people[0].session.client.table.view);
      return answer({ gm: fresh, observer: fresh });
    },
    add: ({ combatants }) => {
      const people = Object.fromEntries(
        combatants.map((one) => [one.id, { able: true, defeated: false, ...one }]),
      );
      return answer({ gm: { combatants: people }, observer: { combatants: people } });
    },
  };
}

async function fighting() {
  const room = new Room();
  const gil = await room.open("gil");
  await room.play(12);
  return [room, gil, gil.window.game.combats.contents[0]];
}

describe("a fight that is over", () => {
  test("leaves its encounter as one that has not begun: no round, no turn, no numbers, nobody lit", async () => {
    const [room, gil, led] = await fighting();
    await room.change({ gm: OVER, observer: OVER });
    const combat = fresh(gil, led.id);
    assert.deepEqual([combat.round, combat.turn, combat.started], [0, null, false]);
    assert.deepEqual(
      combat.turns.map((one) => one.initiative),
      [null, null, null],
    );
    assert.deepEqual(combat.flags.turnkeeper.now, []);
    assert.equal(combat.combatants.size, 3);
  });

  test("goes on, undone, where it was", async () => {
    const [room, gil, led] = await fighting();
    const { turn, round } = fresh(gil, led.id);
    const { active, next, timeline } = gil.session.client.table.view;
    await room.change({ gm: OVER, observer: OVER });
    const back = { phase: "act", active, next, timeline };
    await room.change({ gm: back, observer: { ...back, active: ["orc"] } });
    assert.deepEqual([fresh(gil, led.id).turn !== null, fresh(gil, led.id).round], [turn !== null, round]);
  });

  test("makes room for the next encounter, which is filled from Foundry and not from the last fight", async () => {
    const [room, gil, led] = await fighting();
    opens(room);
    await room.change({ gm: OVER, observer: OVER });
    const second = await gil.window.CONFIG.Combat.documentClass.create({ active: true });
    await second.createEmbeddedDocuments("Combatant", tokens("wolf", "bat"));
    await room.settle();
    assert.deepEqual(
      room.commands.map((one) => one.do),
      ["open", "add"],
    );
    const { system, options, keep } = room.commands[0];
    assert.deepEqual([system, options.typed_dice, keep], ["adnd1e", "all", "none"]);
    assert.deepEqual(
      room.commands[1].combatants.map((one) => one.token),
      ["Scene.moor.Token.token-wolf", "Scene.moor.Token.token-bat"],
    );
    assert.deepEqual(
      fresh(gil, second.id).combatants.contents.map((one) => one.name),
      ["wolf's token", "bat's token"],
    );
    assert.equal(fresh(gil, led.id).flags.turnkeeper.table, undefined);
    assert.equal(fresh(gil, led.id).combatants.size, 3);
  });
});

describe("two prepared encounters", () => {
  test("stay two: the second is not touched, in Foundry or by the server", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    const first = await create(room, gil, "wolf");
    const second = await create(room, gil, "bat");
    assert.equal(fresh(gil, first.id).flags.turnkeeper.table, "friday");
    assert.deepEqual(fresh(gil, second.id).flags, {});
    assert.deepEqual(
      room.commands.map((one) => [one.do, one.combatants?.length]),
      [["add", 1]],
    );
    assert.ok(room.world.writes.every((one) => one.combat === undefined || one.combat === first.id));
  });

  test("are led one after the other, each with its own people, and back again", async () => {
    const room = new Room();
    opens(room);
    const gil = await room.open("gil");
    const first = await create(room, gil, "wolf");
    const second = await create(room, gil, "bat", "orc");
    const people = (one) => fresh(gil, one.id).combatants.contents.map((doc) => doc.name);
    const led = () => [first, second].map((one) => fresh(gil, one.id).flags.turnkeeper?.table !== undefined);
    assert.deepEqual(led(), [true, false]);
    await room.done(gil.session.writer.toggle(fresh(gil, second.id)));
    assert.deepEqual(
      [led(), people(first), people(second)],
      [[false, true], ["wolf's token"], ["bat's token", "orc's token"]],
    );
    assert.equal(room.commands.at(-1).combatants.length, 2);
    await room.done(gil.session.writer.toggle(fresh(gil, first.id)));
    assert.deepEqual(
      [led(), people(first), people(second)],
      [[true, false], ["wolf's token"], ["bat's token", "orc's token"]],
    );
    assert.equal(room.commands.at(-1).combatants.length, 1);
  });

  test("a running fight is put aside only by who was asked and said so, and can be undone", async () => {
    const [room, gil, led] = await fighting();
    opens(room);
    const second = await create(room, gil, "wolf");
    await room.done(gil.session.writer.toggle(fresh(gil, second.id), async () => false));
    assert.deepEqual([room.commands, fresh(gil, second.id).flags], [[], {}]);
    await room.done(gil.session.writer.toggle(fresh(gil, second.id), async () => true));
    assert.deepEqual([room.commands[0].do, room.commands[0].force], ["open", true]);
    assert.deepEqual([fresh(gil, led.id).round, fresh(gil, led.id).combatants.size], [0, 3]);
  });

  test("an encounter that was let go in mid-fight and taken back is still that fight's", async () => {
    const [room, gil, led] = await fighting();
    await room.done(gil.session.writer.toggle(fresh(gil, led.id)));
    await room.done(gil.session.writer.toggle(fresh(gil, led.id)));
    assert.deepEqual(room.commands, []);
    assert.equal(fresh(gil, led.id).flags.turnkeeper.table, "friday");
  });

  test("if the server refuses the new fight, all stays as it is, and the reason is said", async () => {
    const [room, gil, led] = await fighting();
    room.refused.open = "too_large";
    const second = await create(room, gil, "wolf");
    await room.done(gil.session.writer.toggle(fresh(gil, second.id)));
    assert.deepEqual(gil.window.notes, ["That is more than fits."]);
    assert.deepEqual(
      [fresh(gil, led.id).flags.turnkeeper.table, fresh(gil, second.id).flags],
      ["friday", {}],
    );
  });
});

describe("turn events and the world's time", () => {
  const options = (room) => room.world.writes.filter((one) => one.action === "update Combat").at(-1).options;
  const on = async (room, person, ...keys) => {
    for (const key of keys) await person.window.game.settings.set("turnkeeper", key, true);
    await room.settle();
  };
  const tick = (room, active, round = 1) => {
    const view = { active, round };
    return room.change({ gm: view, observer: view }, { round, phase: "act", active, tokens: [] });
  };

  test("are Foundry's own for a step forward to one actor, and for none without the setting", async () => {
    const [room, gil] = await fighting();
    await tick(room, ["mage"], 2);
    assert.deepEqual([options(room).turnEvents, options(room).worldTime], [false, { delta: 0 }]);
    await on(room, gil, "turn_events");
    await tick(room, ["orc"], 3);
    assert.deepEqual([options(room).turnEvents, options(room).worldTime], [true, { delta: 0 }]);
    await tick(room, [], 4);
    assert.equal(options(room).turnEvents, true);
    await tick(room, ["orc"], 2);
    assert.equal(options(room).turnEvents, false);
  });

  test("never come with an undo, nor with what is put right", async () => {
    const [room, gil] = await fighting();
    await on(room, gil, "turn_events", "world_time");
    for (const event of ["undone", "redone", "corrected", "opened"]) {
      const view = { active: event === "undone" ? ["mage"] : ["orc"], round: 2 };
      await room.change({ gm: view, observer: view }, { round: 2, phase: "act", active: [], tokens: [] }, [
        { event },
      ]);
      assert.deepEqual([options(room).turnEvents, options(room).worldTime], [false, { delta: 0 }], event);
    }
  });

  test("are left out where several act at once: Foundry has one actor to a turn", async () => {
    const [room, gil] = await fighting();
    await on(room, gil, "turn_events");
    await tick(room, ["mage", "orc"], 2);
    assert.equal(options(room).turnEvents, false);
  });

  test("move the world's time by the rounds of the game system, forward only", async () => {
    const [room, gil] = await fighting();
    await on(room, gil, "world_time");
    await tick(room, ["mage"], 2);
    assert.deepEqual([options(room).worldTime, options(room).advanceTime], [{ delta: 60 }, undefined]);
    const back = { round: 1 };
    await room.change({ gm: back, observer: back }, undefined, [{ event: "undone" }]);
    assert.deepEqual(options(room).worldTime, { delta: 0 });
  });
});

test("the world's time has another name in version 12", async () => {
  const room = new Room("adnd1e", { generation: 12 });
  room.world.settings.set("turnkeeper.world_time", true);
  await room.open("gil");
  await room.play(12);
  const view = { active: ["mage"], round: 3 };
  await room.change({ gm: view, observer: view }, { round: 3, phase: "act", active: ["mage"], tokens: [] });
  const { advanceTime, worldTime } = room.world.writes.at(-1).options;
  assert.deepEqual([advanceTime, worldTime], [120, undefined]);
});

test("a switch that is turned connects nobody anew", async () => {
  const [room, gil] = await fighting();
  const { length } = gil.wire.sockets;
  for (const key of ["pan", "turn_events", "hit_points"])
    await gil.window.game.settings.set("turnkeeper", key, true);
  await room.settle();
  assert.deepEqual([gil.wire.sockets.length, gil.session.writer.held], [length, true]);
});

test("the key that opens the window is none of Foundry's own", async () => {
  // Those of Foundry 12 to 14 which hear Shift too, by its public list of controls.
  const WITH_SHIFT = [
    "KeyC",
    "KeyF",
    "KeyT",
    "KeyW",
    "KeyA",
    "KeyS",
    "KeyD",
    "KeyE",
    "KeyQ",
    "KeyZ",
    "KeyV",
    "KeyX",
  ];
  const { KEY } = await import("../../clients/js-shim/adapters/foundry/key.js");
  assert.deepEqual(
    KEY.map(({ key, modifiers }) => [WITH_SHIFT.includes(key), modifiers]),
    [[false, ["Shift"]]],
  );
});
