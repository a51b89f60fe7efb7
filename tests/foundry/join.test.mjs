import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";
import { isLoopback, parseLink, socketAddress } from "../../clients/js-shim/core/net/server-address.js";
import { explain } from "../../clients/js-shim/core/net/explain.js";
import { Room } from "./room.mjs";

const LINK = { address: "http://localhost:8765/", table: "friday", token: "player" };

describe("a link", () => {
  test("holds the server with its prefix, the table and the token", () => {
    assert.deepEqual(parseLink(" https://vtt.example/turn/#table=friday&token=s3cret "), {
      address: "https://vtt.example/turn/",
      table: "friday",
      token: "s3cret",
    });
    assert.deepEqual(parseLink("http://10.0.0.5:8765/?x=1#table=f&token=t"), {
      address: "http://10.0.0.5:8765/",
      table: "f",
      token: "t",
    });
  });
  for (const text of ["", "friday", "https://vtt.example/", "https://vtt.example/#table=friday"]) {
    test(`is not “${text}”`, () => assert.equal(parseLink(text), undefined));
  }
});

describe("the socket", () => {
  for (const [address, page, socket] of [
    ["http://localhost:8765/", "http:", "ws://localhost:8765/ws"],
    ["http://localhost:8765", "https:", "ws://localhost:8765/ws"],
    ["http://127.0.0.1:8765/", "https:", "ws://127.0.0.1:8765/ws"],
    ["http://[::1]:8765/", "https:", "ws://[::1]:8765/ws"],
    ["http://vtt.example:8765/", "http:", "ws://vtt.example:8765/ws"],
    ["http://vtt.example:8765/", "https:", "wss://vtt.example:8765/ws"],
    ["https://vtt.example/turn", "http:", "wss://vtt.example/turn/ws"],
    ["ftp://vtt.example/", "https:", undefined],
    ["vtt.example", "https:", undefined],
  ]) {
    test(`of ${address} from a page with ${page} is ${socket}`, () =>
      assert.equal(socketAddress(address, { protocol: page }), socket));
  }
  test("to a name that only begins like this machine is not to this machine", () => {
    assert.deepEqual(["localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.9"].map(isLoopback), [
      false,
      false,
      true,
    ]);
  });
});

describe("why there is no connection", () => {
  const HTTPS = { protocol: "https:", hostname: "forge.example", origin: "https://forge.example" };
  const HTTP = { protocol: "http:", hostname: "192.168.1.9", origin: "http://192.168.1.9:30000" };
  const dead = async () => Promise.reject(new TypeError("Failed to fetch"));
  const answers = (status) => async (url) =>
    url.endsWith("/ws") ? (status ? { status } : dead()) : { status: 200 };
  for (const [reason, address, page, get] of [
    ["address", "vtt", HTTPS, dead],
    ["not_running", "http://localhost:8765/", HTTPS, dead],
    ["mixed", "http://vtt.example:8765/", HTTPS, dead],
    ["local", "https://192.168.1.5/", HTTPS, dead],
    ["unreachable", "https://vtt.example/", HTTPS, dead],
    ["unreachable", "http://192.168.1.5:8765/", HTTP, dead],
    ["unreachable", "https://vtt.example/wrong/", HTTPS, async () => ({ status: 404 })],
    ["origin", "https://vtt.example/", HTTPS, answers(403)],
    ["busy", "https://vtt.example/", HTTPS, answers(503)],
    ["upgrade", "https://vtt.example/", HTTPS, answers(undefined)],
  ]) {
    test(`${address} from ${page.origin}: ${reason}`, async () =>
      assert.equal((await explain(address, page, get)).reason, reason));
  }

  test("is asked for at the prefix, with TLS where the socket has it", async () => {
    const asked = [];
    await explain("http://vtt.example/turn", HTTPS, async (url) => {
      asked.push(url);
      return { status: 200 };
    });
    assert.deepEqual(asked, ["https://vtt.example/turn/foundry/module.json", "https://vtt.example/turn/ws"]);
  });

  test("is said in words once the first attempt has failed, and no more when one succeeds", async () => {
    const room = new Room();
    room.get = async (url) => ({ status: url.endsWith("/ws") ? 403 : 200 });
    const window = room.world.open("gil", new Map([["turnkeeper.tokens", { "moorland.gil": "gm" }]]));
    room.world.windows = [];
    const gil = await room.open("gil", "gm");
    assert.equal(gil.session.trouble, undefined);
    gil.session.start();
    gil.wire.drop(1006);
    await room.settle();
    assert.deepEqual(gil.session.trouble, {
      reason: "origin",
      address: "http://localhost:8765/",
      origin: "http://localhost:30000",
    });
    const words = window.game.i18n.format("TURNKEEPER.why_origin", gil.session.trouble);
    assert.match(words, /--origin http:\/\/localhost:30000$/);
    await room.pass(gil, 2000);
    assert.equal(gil.session.trouble, undefined);
  });

  test("has words for every reason, in every language", () => {
    const folder = new URL("../../clients/js-shim/lang/foundry/", import.meta.url);
    const [english, ...others] = ["en.json", ...readdirSync(folder).filter((name) => name !== "en.json")].map(
      (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")).TURNKEEPER,
    );
    for (const reason of [
      "no_link",
      "no_table",
      "address",
      "mixed",
      "local",
      "not_running",
      "unreachable",
      "origin",
      "busy",
      "upgrade",
    ])
      assert.ok(english[`why_${reason}`], reason);
    const holes = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();
    for (const texts of others) {
      assert.deepEqual(Object.keys(texts), Object.keys(english));
      for (const [key, text] of Object.entries(texts))
        assert.deepEqual(holes(text), holes(english[key]), key);
    }
  });
});

describe("a place at the table", () => {
  test("is this user's in this world, in this browser: others neither see nor lose it", async () => {
    const room = new Room();
    const browser = new Map();
    const gil = await room.open("gil", null, browser);
    await gil.settings.accept({ ...LINK, token: "gm" });
    const ana = await room.open("ana", null, browser);
    assert.equal(ana.settings.token, undefined);
    await ana.settings.accept(LINK);
    assert.deepEqual([gil.settings.token, ana.settings.token], ["gm", "player"]);
    assert.notEqual(gil.settings.clientId(), ana.settings.clientId());
    assert.equal(ana.settings.clientId(), ana.settings.clientId());
  });

  test("keeps its secrets in the browser, never in the world", async () => {
    const room = new Room();
    const gil = await room.open("gil", "gm");
    await gil.settings.accept({ address: "http://other:1/", table: "sunday", token: "s3cret" });
    assert.deepEqual(Object.fromEntries(room.world.settings), {
      "turnkeeper.address": "http://other:1/",
      "turnkeeper.table": "sunday",
    });
    assert.doesNotMatch(
      JSON.stringify([...room.world.settings, ...room.world.combats.values(), ...room.world.writes]),
      /s3cret|observer-/,
    );
  });

  test("by a link of the server's own machine leaves an address that others reach", async () => {
    const room = new Room();
    room.world.settings.set("turnkeeper.address", "http://192.168.1.5:8765/");
    const gil = await room.open("gil", null);
    await gil.settings.accept({ address: "http://localhost:8765/", table: "sunday", token: "t" });
    assert.deepEqual([gil.settings.address, gil.settings.table], ["http://192.168.1.5:8765/", "sunday"]);
  });

  test("of a player changes nothing of the world's", async () => {
    const room = new Room();
    const ana = await room.open("ana", null);
    await ana.settings.accept({ ...LINK, address: "http://evil/" });
    assert.equal(room.world.settings.get("turnkeeper.address"), "http://localhost:8765/");
  });

  test("is taken under the name that the user has in Foundry", async () => {
    const room = new Room();
    const ana = await room.open("ana", "player");
    assert.deepEqual([ana.wire.socket.name, ana.wire.socket.client], ["Ana", ana.settings.clientId()]);
  });

  test("is missing until there is a link, which is said without trying", async () => {
    const room = new Room();
    const ana = await room.open("ana", null);
    assert.deepEqual([ana.session.trouble, ana.wire.sockets.length], [{ reason: "no_link" }, 0]);
  });

  test("as an observer is taken once for the writer, and anew if it was withdrawn", async () => {
    const room = new Room();
    const gil = await room.open("gil");
    assert.equal(gil.settings.watcher, "observer-1");
    gil.session.start();
    await room.settle();
    assert.equal(gil.settings.watcher, "observer-1");
    const watcher = gil.wire.sockets.findLast((one) => one.role === "observer");
    gil.wire.drop(4005, watcher);
    await room.settle();
    assert.equal(gil.settings.watcher, undefined);
    await room.pass(gil, 10_000);
    assert.equal(gil.settings.watcher, "observer-2");
  });

  test("of a game master with a player's link does not write", async () => {
    const room = new Room();
    const gwen = await room.open("gwen", "player");
    await room.play(10);
    assert.deepEqual([gwen.session.writer, room.world.writes.length], [undefined, 0]);
  });
});
