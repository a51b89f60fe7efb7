import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { withRetries } from "../../clients/js-shim/adapters/owlbear/retry.js";
import { newcomers, offer } from "../../clients/js-shim/adapters/owlbear/menu.js";
import { Rings } from "../../clients/js-shim/adapters/owlbear/rings.js";
import { Session } from "../../clients/js-shim/adapters/owlbear/session.js";
import { Language } from "../../clients/js-shim/core/i18n/language.js";
import { Wire } from "../browser/wire.mjs";
import { FakeRoom, buildShape } from "./fake.mjs";

const texts = (path) =>
  JSON.parse(readFileSync(new URL(`../../clients/js-shim/lang/${path}.json`, import.meta.url), "utf8"));
const ENGLISH = new Language("en", { ...texts("en"), ...texts("owlbear/en") });
const at = (id, x, size) => ({ id, name: id, visible: true, position: { x, y: 0 }, metadata: {}, size });
const retry = (ask) => withRetries(ask, async () => {});
const settle = async () => {
  for (let n = 0; n < 20; n += 1) await new Promise(setImmediate);
};

/** A browser's own storage. */
function shelf() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** One of our frames in a room; `wire` is its server. */
async function come(room, { role, name, kept = shelf() } = {}) {
  const wire = new Wire();
  const session = new Session(
    room.player({ role, name }),
    ENGLISH,
    wire.environment,
    { page: "https://vtt.example/turn/", storage: () => kept },
    retry,
  );
  await session.start();
  return { session, wire, kept };
}

/** The server's answer to the newest command. */
async function acknowledge(wire, result) {
  await settle();
  const { id } = wire.sent("command").at(-1);
  wire.say({ type: "ack", id, seq: 0, ...(result && { result }) });
  await settle();
}

describe("somebody in the room", () => {
  test("without any key sits nowhere", async () => {
    const { session, wire } = await come(new FakeRoom());
    assert.deepEqual([session.client, wire.sockets.length], [undefined, 0]);
  });

  test("comes in by the room's key as a player, called as in Owlbear", async () => {
    const room = new FakeRoom();
    room.setMetadata({ "turnkeeper/table": { table: "friday", token: "players" } });
    const { wire } = await come(room, { name: "Bea" });
    wire.socket.onopen();
    const { table, token, name, client } = wire.sent("hello")[0];
    assert.deepEqual(
      [wire.socket.url, table, token, name, client],
      ["wss://vtt.example/turn/ws", "friday", "players", "Bea", "id-1"],
    );
  });

  test("comes in as soon as the game master opens the table, and is out when it is closed", async () => {
    const room = new FakeRoom();
    const { session, wire } = await come(room);
    room.setMetadata({ "turnkeeper/table": { table: "friday", token: "players" } });
    assert.equal(wire.sockets.length, 1);
    room.setMetadata({ "turnkeeper/table": undefined });
    assert.deepEqual([session.client, wire.socket.closed], [undefined, true]);
  });

  test("with a link of their own sits by that, also the next time", async () => {
    const room = new FakeRoom();
    room.setMetadata({ "turnkeeper/table": { table: "friday", token: "players" } });
    const { session, kept } = await come(room);
    session.enter({ table: "friday", token: "ana" });
    const again = await come(room, { kept });
    assert.equal(again.session.client.place.token, "ana");
    assert.equal(again.session.client.place.client, session.client.place.client);
    again.session.leave();
    assert.equal(again.session.client.place.token, "players");
  });

  test("does not sit down anew when something else in the room's metadata changes", async () => {
    const room = new FakeRoom();
    room.setMetadata({ "turnkeeper/table": { table: "friday", token: "players" } });
    const { wire } = await come(room);
    room.setMetadata({ "another/extension": 1 });
    assert.equal(wire.sockets.length, 1);
  });

  test("is not led astray by nonsense in the metadata", async () => {
    const room = new FakeRoom();
    room.setMetadata({ "turnkeeper/table": { table: 7, token: ["x"] } });
    assert.equal((await come(room)).session.client, undefined);
  });

  test("whose browser keeps nothing for frames comes in all the same", async () => {
    const room = new FakeRoom();
    const session = new Session(
      room.player(),
      ENGLISH,
      new Wire().environment,
      {
        page: "https://vtt.example/",
        storage: () => {
          throw new Error("SecurityError");
        },
      },
      retry,
    );
    await session.start();
    session.enter({ table: "friday", token: "ana" });
    assert.equal(session.client.place.token, "ana");
  });
});

describe("a game master", () => {
  async function gm(room = new FakeRoom()) {
    const person = await come(room, { role: "GM", name: "Gil" });
    person.session.enter({ table: "friday", token: "secret-gm" });
    person.wire.welcome();
    return { room, ...person };
  }

  test("lets the room in with a player's key; the own one never gets there", async () => {
    const { room, session, wire } = await gm();
    const shared = session.room.share(session.client);
    await settle();
    assert.deepEqual(
      wire.sent("command").map((one) => one.command),
      [{ do: "invite", role: "player" }],
    );
    await acknowledge(wire, { invite: "i1", token: "players" });
    await shared;
    assert.deepEqual(room.metadata, {
      "turnkeeper/table": { table: "friday", token: "players", invite: "i1" },
    });
    assert.equal(session.open, true);
    assert.doesNotMatch(JSON.stringify(room.metadata), /secret-gm/);
  });

  test("closes the table to the room: the key is taken away and revoked", async () => {
    const { room, session, wire } = await gm();
    room.setMetadata({ "turnkeeper/table": { table: "friday", token: "players", invite: "i1" } });
    const closed = session.room.close(session.client);
    await acknowledge(wire);
    await closed;
    assert.deepEqual(room.metadata, {});
    assert.deepEqual(wire.sent("command").at(-1).command, { do: "revoke", invite: "i1" });
  });

  test("leaves the key of another table where it was until a new one is there, and does not revoke it", async () => {
    const { room, session, wire } = await gm();
    room.setMetadata({ "turnkeeper/table": { table: "monday", token: "theirs", invite: "i9" } });
    assert.equal(session.open, false);
    const shared = session.room.share(session.client);
    await acknowledge(wire, { invite: "i2", token: "players" });
    await shared;
    assert.equal(room.metadata["turnkeeper/table"].token, "players");
    assert.deepEqual(
      wire.sent("command").map((one) => one.command.do),
      ["invite"],
    );
  });

  test("finds in a token's menu how to take it into the fight", async () => {
    const { room, session, wire } = await gm();
    const obr = room.player({ role: "GM" });
    await offer(obr, "icon.svg", () => session.client, assert.fail);
    assert.deepEqual(
      obr.menus.map((one) => one.icons[0].label),
      ["Into the fight: party", "Into the fight: foes"],
    );
    obr.menus[1].onClick({ items: [at("t1", 0)] });
    assert.deepEqual(wire.sent("command").at(-1).command, newcomers([at("t1", 0)], "foes", "npc"));
  });
});

test("a token's own label is its name, and a hidden token a hidden combatant", () => {
  const [one, other] = newcomers(
    [
      { ...at("t1", 0), text: { plainText: " Orc 1 " } },
      { ...at("t2", 0), name: "Spy", visible: false, text: { plainText: "" } },
    ],
    "foes",
    "npc",
  ).combatants;
  assert.deepEqual(one, { id: "t1", name: "Orc 1", side: "foes", kind: "npc", token: "t1", hidden: false });
  assert.deepEqual([other.name, other.hidden], ["Spy", true]);
});

describe("rings", () => {
  function rings(view) {
    const room = new FakeRoom();
    room.items = [at("t1", 10), at("t2", 20, 300)];
    const obr = room.player();
    const shown = { view };
    return { room, obr, shown, rings: new Rings(obr, buildShape, retry, () => shown.view) };
  }
  const view = (...active) => ({
    active,
    combatants: { a: { token: "t1" }, b: { token: "t2" }, c: { token: "elsewhere" }, d: {} },
  });
  const on = (obr) => obr.local.map((one) => one.attachedTo).sort();

  test("are round the tokens of all who act, whose tokens are in this scene", async () => {
    const { obr, rings: drawn } = rings(view("a", "b", "c", "d"));
    await drawn.look();
    assert.deepEqual(on(obr), ["t1", "t2"]);
    const [small, great] = obr.local;
    assert.ok(great.width > small.width && great.position.x === 20);
    assert.deepEqual(
      [small.layer, small.disableHit, small.locked, small.fillOpacity],
      ["ATTACHMENT", true, true, 0],
    );
  });

  test("move on without touching what stays, nor other extensions' items", async () => {
    const { obr, shown, rings: drawn } = rings(view("a"));
    obr.local.push({ id: "foreign", attachedTo: "t1", metadata: { "other/thing": 1 } });
    await drawn.look();
    const first = obr.local.at(-1).id;
    shown.view = view("a", "b");
    await drawn.look();
    assert.deepEqual(obr.local.map((one) => one.id).slice(0, 2), ["foreign", first]);
    shown.view = view();
    await drawn.look();
    assert.deepEqual(
      obr.local.map((one) => one.id),
      ["foreign"],
    );
  });

  test("end as the newest view has it, however quickly moments follow", async () => {
    const { obr, shown, rings: drawn } = rings(view("a"));
    const done = drawn.look();
    shown.view = view("b");
    await Promise.all([done, drawn.look()]);
    assert.deepEqual(on(obr), ["t2"]);
  });

  test("wait for the scene, and for Owlbear when it is asked too often", async () => {
    const { room, obr, rings: drawn } = rings(view("a"));
    room.ready = false;
    await drawn.look();
    assert.deepEqual(on(obr), []);
    room.ready = true;
    room.busy = 3;
    await drawn.look();
    assert.deepEqual(on(obr), ["t1"]);
  });
});

test("what fails for another reason than haste is not asked again", async () => {
  let asked = 0;
  await assert.rejects(
    withRetries(
      async () => {
        asked += 1;
        throw new Error("gone");
      },
      async () => {},
    ),
    /gone/,
  );
  assert.equal(asked, 1);
});
