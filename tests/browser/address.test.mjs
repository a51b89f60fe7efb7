import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { reachable } from "../../clients/js-shim/adapters/browser/invite.js";
import {
  clientId,
  forget,
  invitation,
  keepLink,
  parse,
  socketAddress,
} from "../../clients/js-shim/adapters/browser/address.js";

class Storage {
  #kept = new Map();
  getItem = (key) => this.#kept.get(key) ?? null;
  setItem = (key, value) => void this.#kept.set(key, value);
  removeItem = (key) => void this.#kept.delete(key);
}

let browser;
const opened = (hash, tab = new Storage()) => {
  browser = {
    ...browser,
    tab,
    location: { hash },
    history: { replaceState: (_, __, url) => (browser.location.hash = url) },
  };
  return invitation(browser);
};
beforeEach(() => (browser = { device: new Storage() }));

test("a link names the table and the secret behind the #", () => {
  assert.deepEqual(parse("#table=friday&token=s-_e"), { table: "friday", token: "s-_e", view: "" });
  assert.equal(parse("#table=friday"), undefined);
});

test("the secret leaves the address bar, and a reload of the tab still has it", () => {
  assert.equal(opened("#table=friday&token=secret").token, "secret");
  assert.equal(browser.location.hash, "#table=friday");
  assert.equal(opened("#table=friday", browser.tab).token, "secret");
});

test("a tab keeps its own role although another tab came in with another one", () => {
  opened("#table=friday&token=gm");
  const { tab } = browser;
  opened("#table=friday&token=player");
  assert.equal(opened("#table=friday", tab).token, "gm");
});

test("an installed app, opened without a link, comes back to the last table", () => {
  opened("#table=friday&token=secret");
  assert.deepEqual(opened(""), { table: "friday", token: "secret", view: "" });
});

test("a screen on the wall keeps its link, for it has nothing else to keep it", () => {
  assert.equal(opened("#table=friday&token=eyes&view=strip").view, "strip");
  assert.equal(browser.location.hash, "#table=friday&token=eyes&view=strip");
});

test("an observer's link comes back into the address bar", () => {
  const invited = opened("#table=friday&token=eyes");
  keepLink(browser.history, invited);
  assert.deepEqual(parse(browser.location.hash), invited);
});

test("a link that lets nobody in is forgotten", () => {
  opened("#table=friday&token=old");
  forget("friday", [browser.tab, browser.device]);
  assert.equal(opened("#table=friday"), undefined);
});

test("a browser is the same client for good", () => {
  const first = clientId(browser.device, () => "a1");
  assert.equal(
    clientId(browser.device, () => "b2"),
    first,
  );
});

for (const [link, page, expected] of [
  [
    "http://127.0.0.1:8765/#table=a&token=b",
    "http://192.168.1.5:8765/",
    "http://192.168.1.5:8765/#table=a&token=b",
  ],
  [
    "http://127.0.0.1:8765/#table=a&token=b",
    "https://host/turns/#table=a",
    "https://host/turns/#table=a&token=b",
  ],
  [
    "https://turns.example/#table=a&token=b",
    "http://192.168.1.5:8765/",
    "https://turns.example/#table=a&token=b",
  ],
  [
    "http://127.0.0.1:8765/#table=a&token=b",
    "http://localhost:9000/turns/",
    "http://localhost:9000/turns/#table=a&token=b",
  ],
]) {
  test(`invited by ${link} from ${page}, others open ${expected}`, () =>
    assert.equal(reachable(link, page), expected));
}

for (const [page, socket] of [
  ["http://here:8765/#table=a", "ws://here:8765/ws"],
  ["https://host/turns/", "wss://host/turns/ws"],
]) {
  test(`the socket of ${page} is ${socket}`, () => assert.equal(socketAddress(page), socket));
}
