import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Language } from "../../clients/js-shim/core/i18n/language.js";
import { notice } from "../../clients/js-shim/core/ui/notify.js";
import { Client } from "../../clients/js-shim/core/state/client.js";
import { Wire } from "./wire.mjs";

let wire, client, heard, quiet;
const VIEW = {
  round: 1,
  phase: "act",
  cursor: { from: 0, to: 1 },
  active: ["orc"],
  combatants: { mage: { id: "mage", name: "Morwen", owner: "u1" }, orc: { id: "orc", name: "Orc" } },
};
const tick = (seq, from, active) =>
  wire.say({
    type: "update",
    seq,
    patch: { cursor: { from, to: from + 1 }, active },
    events: [],
    tick: { round: 1, phase: "act", active, tokens: [] },
  });

function come(role) {
  wire = new Wire();
  heard = [];
  quiet = false;
  client = new Client(
    { url: "", table: "friday", token: "t", client: "c", name: () => "" },
    new Language("en", {}),
    wire.environment,
  );
  notice(client, { quiet: () => quiet, chime: () => heard.push("chime"), vibrate: () => heard.push("buzz") });
  client.connection.start();
  wire.welcome({ role });
  wire.say({ type: "snapshot", seq: 0, view: VIEW, events: [] });
}

beforeEach(() => come("player"));

test("somebody else's moment is none of my business", () => assert.deepEqual(heard, []));

test("my moment is told once, not again while it lasts", () => {
  tick(1, 1, ["mage"]);
  wire.say({ type: "update", seq: 2, patch: { combatants: { orc: { hp: 1 } } }, events: [] });
  wire.say({ type: "snapshot", seq: 2, view: client.table.view, events: [] });
  assert.deepEqual(heard, ["buzz", "chime"]);
});

test("my next moment is told anew", () => {
  tick(1, 1, ["mage"]);
  tick(2, 2, ["mage"]);
  assert.deepEqual(heard, ["buzz", "chime", "buzz", "chime"]);
});

test("with the sound off it only vibrates", () => {
  quiet = true;
  tick(1, 1, ["mage"]);
  assert.deepEqual(heard, ["buzz"]);
});

test("a game master is not told of anybody's", () => {
  come("gm");
  tick(1, 1, ["mage"]);
  assert.deepEqual(heard, []);
});
