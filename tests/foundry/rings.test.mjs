import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TokenTurnMarker } from "./canvas.mjs";
import { Room } from "./room.mjs";

const tokens = ({ window }, fits) => window.canvas.tokens.placeables.filter(fits).map((token) => token.id);
const ring = (name) => (token) => token.children.some((one) => one.name === name);
const rings = (person) => tokens(person, ring("turnkeeper-now"));
const markers = (person) => tokens(person, (token) => token.turnMarker?.drawn);
const lit = (person) => tokens(person, (token) => ring("turnkeeper-now")(token) || token.turnMarker);
const combatOf = ({ window }) => window.game.combats.contents[0];

async function table(generation, ...users) {
  const room = new Room("adnd1e", { generation });
  const people = [];
  for (const [user, token] of users) {
    const person = await room.open(user, token);
    person.window.look("moor");
    people.push(person);
  }
  return [room, ...people];
}

const BOTH = { active: ["knight", "orc"] };

describe("all who act at once are marked", () => {
  test("with rings in version 12", async () => {
    const [room, gil] = await table(12, ["gil", "gm"]);
    await room.play(10);
    await room.change({ gm: BOTH, observer: BOTH });
    assert.deepEqual([rings(gil), markers(gil)], [["token-knight", "token-orc"], []]);
  });

  for (const generation of [13, 14])
    test(`with Foundry's own marker in version ${generation}, which Foundry gives to one alone`, async () => {
      const [room, gil] = await table(generation, ["gil", "gm"]);
      await room.play(10);
      assert.deepEqual([rings(gil), markers(gil)], [[], ["token-knight"]]);
      await room.change({ gm: BOTH, observer: BOTH });
      assert.deepEqual([rings(gil), markers(gil)], [[], ["token-knight", "token-orc"]]);
      await room.change({ gm: { active: ["orc"] }, observer: { active: ["orc"] } });
      assert.deepEqual(markers(gil), ["token-orc"]);
    });

  for (const generation of [12, 13, 14])
    test(`in version ${generation} for a player without a link, who sees what players may`, async () => {
      const [room, , ana] = await table(generation, ["gil", "gm"], ["ana", null]);
      await room.play(10);
      assert.deepEqual(lit(ana), ["token-knight"]);
      await room.change({ gm: BOTH, observer: BOTH });
      assert.deepEqual(lit(ana), ["token-knight", "token-orc"]);
      await room.change({ gm: { active: ["spy"] }, observer: { active: ["orc"] } });
      assert.deepEqual(lit(ana), ["token-orc"]);
    });

  for (const generation of [12, 13, 14])
    test(`in version ${generation} in an encounter that is viewed and not the active one`, async () => {
      const [room, gil] = await table(generation, ["gil", "gm"]);
      await room.play(10);
      const led = combatOf(gil);
      await gil.window.CONFIG.Combat.documentClass.create({ active: true });
      await led.update({ active: false });
      gil.window.viewed = led.id;
      gil.window.Hooks.callAll("renderCombatTracker");
      assert.deepEqual(lit(gil), ["token-knight"]);
    });
});

test("where Foundry's marker is switched off, for all or for a token, a ring stands for it", async () => {
  const [room, gil] = await table(14, ["gil", "gm"]);
  gil.window.CONFIG.Combat.settings.turnMarker.enabled = false;
  await room.play(10);
  assert.deepEqual([rings(gil), markers(gil)], [["token-knight"], []]);
  gil.window.CONFIG.Combat.settings.turnMarker.enabled = true;
  gil.window.canvas.tokens.get("token-orc").document = {
    ...gil.window.canvas.tokens.get("token-orc").document,
    turnMarker: { mode: 0 },
  };
  await room.change({ gm: BOTH, observer: BOTH });
  assert.deepEqual([rings(gil), markers(gil)], [["token-orc"], ["token-knight"]]);
});

test("where Foundry's marker is not what it was, a ring stands for it, and nobody hears of it", async () => {
  const [room, gil] = await table(14, ["gil", "gm"]);
  gil.window.foundry.canvas.placeables.tokens.TokenTurnMarker = class extends TokenTurnMarker {
    constructor(token) {
      if (token.id === "token-orc") throw new TypeError("Foundry alone makes these");
      super(token);
    }
  };
  await room.play(10);
  await room.change({ gm: BOTH, observer: BOTH });
  assert.ok(rings(gil).includes("token-orc"));
  assert.deepEqual(gil.window.notes, []);
});

test("where Foundry draws in another way altogether, the fight goes on in our window", async () => {
  const [room, gil] = await table(12, ["gil", "gm"]);
  gil.window.PIXI = { Graphics: class {} };
  await room.play(10);
  assert.deepEqual([rings(gil), gil.window.notes], [[], []]);
  assert.deepEqual(gil.session.client.table.view.active, ["knight"]);
});

test("a ring goes when the moment goes, and is drawn once however often it is looked at", async () => {
  const [room, gil] = await table(12, ["gil", "gm"]);
  await room.play(10);
  const knight = gil.window.canvas.tokens.get("token-knight");
  for (let n = 0; n < 3; n += 1) gil.window.Hooks.callAll("drawToken", knight);
  assert.equal(knight.children.length, 1);
  await room.play();
  assert.deepEqual(rings(gil), ["token-orc"]);
});

test("a ring is as large as its token, after a resize too", async () => {
  const [room, gil] = await table(12, ["gil", "gm"]);
  await room.play(10);
  const size = () => gil.window.canvas.tokens.get("token-knight").children[0].radius;
  assert.equal(size(), 56);
  room.world.changeToken("moor", "token-knight", { width: 3, height: 3 });
  assert.equal(size(), 156);
});

for (const generation of [12, 13, 14])
  test(`in version ${generation} the mark goes with its encounter when that is deleted, for everybody`, async () => {
    const [room, gil, ana] = await table(generation, ["gil", "gm"], ["ana", "player"]);
    await room.play(10);
    await room.change({ gm: BOTH, observer: BOTH });
    assert.deepEqual([lit(gil).length, lit(ana).length], [2, 2]);
    await combatOf(gil).delete();
    await room.settle();
    assert.deepEqual([lit(gil), lit(ana)], [[], []]);
  });

test("who is hidden is marked on the game master's screen only", async () => {
  const [room, gil, ana] = await table(12, ["gil", "gm"], ["ana", "player"]);
  await room.play(12);
  assert.deepEqual([rings(gil), rings(ana)], [["token-spy"], ["token-orc"]]);
});

test("a token of the same id in another scene is not marked", async () => {
  const room = new Room("adnd1e", { generation: 12 });
  room.world.scenes.crypt = room.world.scenes.moor;
  const gil = await room.open("gil");
  gil.window.look("crypt");
  await room.play(10);
  assert.deepEqual(rings(gil), []);
});

describe("by each user's own settings", () => {
  const wish = (person, key) => person.window.game.settings.set("turnkeeper", key, true);

  test("who comes next has a thin ring, as far as players know them", async () => {
    const [room, gil, ana] = await table(13, ["gil", "gm"], ["ana", null]);
    await wish(ana, "mark_next");
    await room.play(10);
    await room.change({ gm: { next: ["spy", "orc"] }, observer: { next: ["orc"] } });
    const next = (person) => tokens(person, ring("turnkeeper-next"));
    assert.deepEqual([next(gil), next(ana)], [[], ["token-orc"]]);
    await room.change({ gm: { active: ["orc"], next: [] }, observer: { active: ["orc"], next: [] } });
    assert.deepEqual([next(ana), lit(ana)], [[], ["token-orc"]]);
  });

  test("the view goes to who acts, once for each moment, and not where a token is not seen", async () => {
    const [room, gil] = await table(13, ["gil", "gm"]);
    await wish(gil, "pan");
    await room.settle();
    await room.play(10);
    assert.equal(gil.window.canvas.moves.length, 1);
    gil.window.canvas.tokens.get("token-orc").visible = false;
    await room.play();
    assert.equal(gil.window.canvas.moves.length, 1);
  });

  test("a notice and a sound come with each moment, in this browser alone", async () => {
    const [room, gil, ana] = await table(13, ["gil", "gm"], ["ana", null]);
    await wish(ana, "announce");
    await wish(ana, "sound");
    await room.play(11);
    assert.deepEqual(ana.window.notes, ["Now: knight's token", "Now: orc's token"]);
    assert.deepEqual(ana.window.sounds, [
      ["sounds/notify.wav", false],
      ["sounds/notify.wav", false],
    ]);
    assert.deepEqual([gil.window.notes, gil.window.sounds], [[], []]);
  });
});
