import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Eye } from "../../clients/js-shim/adapters/owlbear/eye.js";
import { withRetries } from "../../clients/js-shim/adapters/owlbear/retry.js";
import { Rings } from "../../clients/js-shim/adapters/owlbear/rings.js";
import { FakeRoom, buildShape } from "./fake.mjs";

const at = (id, more = {}) => ({
  id,
  name: id,
  visible: true,
  position: { x: 0, y: 0 },
  metadata: {},
  ...more,
});
const retry = (ask) => withRetries(ask, async () => {});
const settle = async () => {
  for (let n = 0; n < 30; n += 1) await new Promise(setImmediate);
};

describe("rings follow the scene", () => {
  async function drawn(role = "PLAYER") {
    const room = new FakeRoom();
    room.items = [at("t1"), at("t2")];
    const obr = room.player({ role });
    const view = { active: ["a", "b"], combatants: { a: { token: "t1" }, b: { token: "t3" } } };
    const rings = new Rings(obr, buildShape, retry, () => view);
    obr.scene.items.onChange((items) => void rings.follow(items));
    await rings.look();
    const change = async (edit) => {
      room.change(edit);
      await settle();
      return on();
    };
    const on = () => obr.local.map((one) => one.attachedTo).sort();
    return { room, obr, on, change };
  }
  const hide = (visible) => (items) => Object.assign(items[0], { visible });

  test("to a token that is placed", async () => {
    const { change } = await drawn();
    assert.deepEqual(await change((items) => items.push(at("t3"))), ["t1", "t3"]);
  });

  test("away with a token that is removed, and back when it is restored", async () => {
    const { change } = await drawn();
    assert.deepEqual(await change((items) => items.shift()), []);
    assert.deepEqual(await change((items) => items.unshift(at("t1"))), ["t1"]);
  });

  test("away from what a player cannot see any more, and back", async () => {
    const { change } = await drawn();
    assert.deepEqual(await change(hide(false)), []);
    assert.deepEqual(await change(hide(true)), ["t1"]);
  });

  test("and stay for the game master, who sees what is hidden", async () => {
    const { change } = await drawn("GM");
    assert.deepEqual(await change(hide(false)), ["t1"]);
  });

  test("without a word to Owlbear when somebody only moves, who takes the ring along", async () => {
    const { room, obr, change } = await drawn();
    const [before] = obr.local.map((one) => one.id);
    await change((items) => Object.assign(items[0], { visible: true })); // the first look at all of them
    let asked = 0;
    const { getItems } = obr.scene.items;
    obr.scene.items.getItems = (...parts) => {
      asked += 1;
      return getItems(...parts);
    };
    await change((items) => Object.assign(items[0].position, { x: 700 }));
    assert.deepEqual([asked, obr.local.map((one) => one.id), room.items[0].position.x], [0, [before], 700]);
  });
});

describe("Owlbear's own eye", () => {
  function table(yours = true, role = "gm") {
    const asked = [];
    const told = [];
    const client = {
      table: { role, view: { combatants: { a: { id: "a", token: "t1", hidden: false } } } },
      connection: { state: "live", tell: (message) => told.push(message) },
      give: async (command) => void asked.push(command),
    };
    const environment = { after: () => 1, stop() {}, unit: () => 0.5 };
    const eye = new Eye(
      "room-1",
      () => client,
      assert.fail,
      environment,
      () => 0,
    );
    eye.heard("welcome");
    if (told.length > 0) eye.heard("mirror", { target: told[0].target, yours, ttl: 30, fence: 1 });
    return { eye, client, asked, told };
  }
  const scene = (visible) => [at("t1", { visible }), at("t2", { visible })];

  test("hides and reveals in the fight, for tokens that are in it", () => {
    const { eye, client, asked } = table();
    eye.looks(scene(true));
    eye.looks(scene(false));
    assert.deepEqual(asked, [{ do: "change", combatant: "a", set: { hidden: true } }]);
    client.table.view.combatants.a.hidden = true;
    eye.looks(scene(true));
    assert.deepEqual(asked[1], { do: "change", combatant: "a", set: { hidden: false } });
  });

  test("asks for nothing that was so before, in this scene or in the next", () => {
    const { eye, asked } = table();
    eye.looks(scene(false));
    eye.looks(scene(false));
    eye.forget();
    eye.looks(scene(true));
    assert.deepEqual(asked, []);
  });

  test("asks for nothing that is so already", () => {
    const { eye, client, asked } = table();
    eye.looks(scene(true));
    client.table.view.combatants.a.hidden = true;
    eye.looks(scene(false));
    assert.deepEqual(asked, []);
  });

  test("is one browser's to tell of", () => {
    const { eye, asked } = table(false);
    eye.looks(scene(true));
    eye.looks(scene(false));
    assert.deepEqual(asked, []);
  });

  test("is no player's to tell of", () => {
    const { eye, asked, told } = table(true, "player");
    eye.looks(scene(true));
    eye.looks(scene(false));
    assert.deepEqual([asked, told], [[], []]);
  });
});
