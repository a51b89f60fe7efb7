import assert from "node:assert/strict";
import { test } from "node:test";
import { Room } from "./room.mjs";

const rings = ({ window }) =>
  window.canvas.tokens.placeables.filter((token) => token.children.length > 0).map((token) => token.id);

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

test("all who act at once have a ring, in version 12", async () => {
  const [room, gil] = await table(12, ["gil", "gm"]);
  await room.play(10);
  await room.change({ gm: BOTH, observer: BOTH });
  assert.deepEqual(rings(gil), ["token-knight", "token-orc"]);
});

test("from version 13 on the current one has Foundry's own marker and no second one", async () => {
  const [room, gil] = await table(13, ["gil", "gm"]);
  await room.play(10);
  assert.deepEqual(rings(gil), []);
  await room.change({ gm: BOTH, observer: BOTH });
  assert.deepEqual(rings(gil), ["token-orc"]);
});

test("where Foundry's marker is switched off the current one has a ring too", async () => {
  const [room, gil] = await table(14, ["gil", "gm"]);
  gil.window.CONFIG.Combat.settings.turnMarker.enabled = false;
  await room.play(10);
  assert.deepEqual(rings(gil), ["token-knight"]);
});

test("a ring goes when the moment goes, and is drawn once however often it is looked at", async () => {
  const [room, gil] = await table(12, ["gil", "gm"]);
  await room.play(10);
  for (let n = 0; n < 3; n += 1) gil.window.Hooks.callAll("drawToken");
  assert.equal(
    gil.window.canvas.tokens.placeables.find((one) => one.id === "token-knight").children.length,
    1,
  );
  await room.play();
  assert.deepEqual(rings(gil), ["token-orc"]);
});

test("who is hidden has a ring on the game master's screen only", async () => {
  const [room, gil, ana] = await table(12, ["gil", "gm"], ["ana", "player"]);
  await room.play(12);
  assert.deepEqual([rings(gil), rings(ana)], [["token-spy"], ["token-orc"]]);
});

test("a token of the same id in another scene has none", async () => {
  const room = new Room("adnd1e", { generation: 12 });
  room.world.scenes.crypt = room.world.scenes.moor;
  const gil = await room.open("gil");
  gil.window.look("crypt");
  await room.play(10);
  assert.deepEqual(rings(gil), []);
});
