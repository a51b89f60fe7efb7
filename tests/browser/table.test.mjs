import assert from "node:assert/strict";
import { test } from "node:test";
import { Table } from "../../clients/js-shim/core/state/table.js";
import { Client } from "../../clients/js-shim/core/state/client.js";
import { Language } from "../../clients/js-shim/core/i18n/language.js";
import { Wire } from "./wire.mjs";

const SNAPSHOT = {
  type: "snapshot",
  seq: 4,
  view: { round: 1, phase: "act", combatants: { orc: { id: "orc", name: "Orc" } } },
  events: [{ event: "began" }],
};

function table(...messages) {
  const made = new Table();
  made.receive({ type: "welcome", user: "u1", role: "gm", epoch: "e1", seq: 4 });
  for (const message of messages) made.receive(message);
  return made;
}

test("before the first snapshot there is nothing to resume", () => {
  assert.equal(table().position(), undefined);
  assert.deepEqual(table(SNAPSHOT).position(), { epoch: "e1", seq: 4 });
});

test("an update is merged, and what it tells goes into the log with its moment", () => {
  const after = table(SNAPSHOT, {
    type: "update",
    seq: 5,
    by: "u1",
    patch: { at: 5 },
    events: [{ event: "hit", combatant: "orc" }],
  });
  assert.equal(after.view.at, 5);
  assert.deepEqual(
    after.log.map(({ told, at, by }) => [told.event, at, by]),
    [
      ["began", undefined, undefined],
      ["hit", 5, "u1"],
    ],
  );
});

test("a gap in the stream is noticed: nothing is merged, and nothing is resumed", () => {
  const after = table(SNAPSHOT);
  assert.equal(after.receive({ type: "update", seq: 6, patch: { at: 7 }, events: [] }), false);
  assert.equal(after.view.at, undefined);
  assert.equal(after.position(), undefined);
});

test("a later snapshot replaces everything, the log included", () => {
  const after = table(SNAPSHOT, { type: "snapshot", seq: 2, view: { round: 3 }, events: [] });
  assert.deepEqual([after.view, after.seq, after.log], [{ round: 3 }, 2, []]);
});

test("who has left still has a name", () => {
  const after = table(SNAPSHOT, {
    type: "update",
    seq: 5,
    patch: { combatants: { orc: null } },
    events: [{ event: "removed", combatant: "orc" }],
  });
  assert.deepEqual(after.view.combatants, {});
  assert.equal(after.names.orc, "Orc");
});

test("a message that moved the moment is told as a tick", () => {
  const kinds = [];
  const after = table(SNAPSHOT);
  after.subscribe((kind) => kinds.push(kind));
  after.receive({
    type: "update",
    seq: 5,
    patch: {},
    events: [],
    tick: { round: 1, phase: "act", active: [], tokens: [] },
  });
  after.receive({ type: "update", seq: 6, patch: {}, events: [] });
  assert.deepEqual(kinds, ["tick", "update"]);
});

test("a client asks for everything anew when its stream has a gap", () => {
  const wire = new Wire();
  const client = new Client(
    { url: "", table: "friday", token: "t", client: "c", name: () => "Ana" },
    new Language("en", {}),
    wire.environment,
  );
  client.connection.start();
  wire.welcome();
  wire.say(SNAPSHOT);
  wire.say({ type: "update", seq: 9, patch: {}, events: [] });
  assert.equal(wire.sockets.length, 2);
  wire.socket.onopen();
  assert.equal(wire.sent("hello")[0].resume, undefined);
});

test("Next, undo and redo say from where they were pressed; a hit does not", () => {
  const wire = new Wire();
  const client = new Client(
    { url: "", table: "friday", token: "t", client: "c", name: () => "" },
    new Language("en", {}),
    wire.environment,
  );
  client.connection.start();
  wire.welcome();
  wire.say(SNAPSHOT);
  for (const name of ["advance", "undo", "redo", "hit"]) client.give({ do: name });
  assert.deepEqual(
    wire.sent("command").map((message) => message.if_seq),
    [4, 4, 4, undefined],
  );
});
