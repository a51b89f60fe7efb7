import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Actor } from "./canvas.mjs";
import { Room } from "./room.mjs";

const NAMES = ["mage", "knight", "orc", "spy", "wolf"];
const docOf = ({ window }, id) =>
  window.game.combats.contents[0].combatants.contents.find(
    (one) => (one.flags.turnkeeper?.combatant ?? one.id) === id,
  );
const add = async (room, { window }, name, more = {}) => {
  const [combat] = window.game.combats.contents;
  await combat.createEmbeddedDocuments("Combatant", [
    { tokenId: `token-${name}`, sceneId: "moor", actorId: `actor-${name}`, ...more },
  ]);
  await room.settle();
};

/** A fight whose tokens have actors of one of Foundry's game systems. */
async function fighting({ fight = "adnd1e", system = "osric", data, settings = { hit_points: true } } = {}) {
  const of = data ?? ((name) => ({ attributes: { hp: { value: name === "wolf" ? 11 : 9 } } }));
  const actors = Object.fromEntries(NAMES.map((id) => [id, new Actor(`actor-${id}`, of(id))]));
  const scenes = {
    moor: NAMES.map((id) => ({
      id: `token-${id}`,
      name: `${id}'s token`,
      actorId: `actor-${id}`,
      disposition: -1,
      actor: actors[id],
    })),
  };
  const room = new Room(fight, { system, actors, scenes });
  for (const [key, value] of Object.entries(settings)) room.world.settings.set(`turnkeeper.${key}`, value);
  const gil = await room.open("gil");
  await room.play(fight === "adnd1e" ? 12 : 7);
  return [room, gil, actors];
}

describe("hit points", () => {
  test("of the fight are the actor's, from the place that is known of the game system", async () => {
    const [room, , { orc }] = await fighting();
    assert.equal(orc.system.attributes.hp.value, 6);
    await room.change({ gm: { combatants: { orc: { hp: 2 } } }, observer: {} });
    assert.equal(orc.system.attributes.hp.value, 2);
    assert.deepEqual(room.commands, []);
  });

  test("of an actor that are changed in Foundry are the fight's", async () => {
    const [room, , { orc }] = await fighting();
    await orc.update({ "system.attributes.hp.value": 3 });
    await room.settle();
    assert.deepEqual(room.commands, [{ do: "change", combatant: "orc", set: { hp: 3 } }]);
  });

  test("of a new token come with it", async () => {
    const [room, gil] = await fighting();
    await add(room, gil, "wolf");
    assert.equal(room.commands[0].combatants[0].hp, 11);
  });

  test("of whom players do not see are not written, and not told by it", async () => {
    const [room, , { spy }] = await fighting();
    await room.change({ gm: { combatants: { spy: { hp: 1 } } }, observer: {} });
    assert.deepEqual([spy.system.attributes.hp.value, spy.updates], [9, []]);
  });

  test("of whoever has just been hidden by Foundry's eye are not written, though players are told a little later", async () => {
    const [room, gil, { orc }] = await fighting();
    await docOf(gil, "orc").update({ hidden: true });
    await room.change({ gm: { combatants: { orc: { hidden: true, hp: 1 } } }, observer: {} });
    assert.equal(orc.system.attributes.hp.value, 6);
  });

  test("are left alone without the setting", async () => {
    const [room, gil, { orc }] = await fighting({ settings: {} });
    await orc.update({ "system.attributes.hp.value": 3 });
    await add(room, gil, "wolf");
    assert.deepEqual([orc.system.attributes.hp.value, room.commands.length], [3, 1]);
    assert.equal(room.commands[0].combatants[0].hp, undefined);
  });

  test("stand where the game master says, before what is known", async () => {
    const [, , { orc }] = await fighting({
      system: "homebrew",
      settings: { hit_points: true, hp_path: "system.body" },
      data: () => ({ body: 8 }),
    });
    assert.equal(orc.system.body, 6);
  });

  test("that are nowhere known are asked of nobody", async () => {
    const [room, gil, { orc }] = await fighting({ system: "homebrew" });
    await orc.update({ "system.attributes.hp.value": 3 });
    await add(room, gil, "wolf");
    assert.deepEqual([orc.updates.length, room.commands.length, gil.window.notes], [1, 1, []]);
  });
});

describe("where the game systems of Foundry have them", () => {
  const folder = new URL("../../clients/js-shim/lang/systems/", import.meta.url);
  const files = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(new URL(`${name}/foundry.json`, folder), "utf8")),
  );
  for (const system of ["osric", "ose", "ars", "sfrpg", "marvel-multiverse", "multiverse-d616"])
    test(`${system} is proposed`, () =>
      assert.ok(files.some((file) => file[system]?.hp.every((path) => path.startsWith("system.")))));
});

describe("traits", () => {
  const data = () => ({ attributes: { hp: { value: 9 }, init: { total: 4 } } });

  test("come from the actor, where its game system has them", async () => {
    const [room, gil] = await fighting({ fight: "starfinder", system: "sfrpg", data, settings: {} });
    await add(room, gil, "wolf");
    assert.deepEqual(room.commands[0].combatants[0].traits, { modifier: 4 });
  });

  test("that were typed once are known the next time, before those of the actor", async () => {
    const [room, gil, { orc, wolf }] = await fighting({
      fight: "starfinder",
      system: "sfrpg",
      data,
      settings: {},
    });
    await add(room, gil, "wolf");
    const { id } = room.commands[0].combatants[0];
    const person = (traits) => ({
      combatants: { [id]: { id, name: "wolf", hidden: false, able: true, traits } },
    });
    await room.change({ gm: person({ modifier: 4 }), observer: person({ modifier: 4 }) });
    await room.change({ gm: person({ modifier: 7 }), observer: person({ modifier: 7 }) });
    assert.deepEqual(wolf.flags, { turnkeeper: { traits: { starfinder: { modifier: 7 } } } });
    assert.deepEqual(orc.flags, {});
    await add(room, gil, "wolf");
    assert.deepEqual(room.commands[1].combatants[0].traits, { modifier: 7 });
  });
});

describe("on the canvas", () => {
  test("a token that is hidden or revealed by hand is so in the fight", async () => {
    const [room] = await fighting();
    room.world.changeToken("moor", "token-orc", { hidden: true });
    room.world.changeToken("moor", "token-spy", { hidden: false });
    await room.settle();
    assert.deepEqual(room.commands, [
      { do: "change", combatant: "orc", set: { hidden: true } },
      { do: "change", combatant: "spy", set: { hidden: false } },
    ]);
  });

  test("what is so already, or was written by us, asks for nothing", async () => {
    const [room] = await fighting();
    room.world.changeToken("moor", "token-orc", { hidden: false });
    room.world.changeToken("moor", "token-orc", { x: 100 });
    room.world.changeToken("moor", "token-orc", { hidden: true }, { turnkeeper: true });
    await room.settle();
    assert.deepEqual(room.commands, []);
  });

  test("who is down has Foundry's sign over the token, who gets up has not", async () => {
    const [room, gil, { orc }] = await fighting();
    const change = (defeated) => {
      const patch = { combatants: { orc: { defeated } } };
      return room.change({ gm: patch, observer: patch });
    };
    await change(true);
    assert.deepEqual([[...orc.statuses], orc.overlay, docOf(gil, "orc").defeated], [["dead"], true, true]);
    await change(false);
    assert.deepEqual([...orc.statuses], []);
    orc.statuses.add("dead"); // by hand
    await room.change({ gm: { combatants: { orc: { hp: 5 } } }, observer: {} });
    assert.deepEqual([...orc.statuses], ["dead"]);
  });
});
