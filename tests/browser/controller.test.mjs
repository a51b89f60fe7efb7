import assert from "node:assert/strict";
import { test } from "node:test";
import { forced } from "../../clients/js-shim/core/ui/controls/force.js";
import { Controller } from "../../clients/js-shim/core/ui/controls/controller.js";
import { changed } from "../../clients/js-shim/core/ui/controls/rules.js";
import { Refusal } from "../../clients/js-shim/core/net/refusal.js";

const OPEN = { do: "open", system: "mmrpg" };
const LOADED = { do: "batch", commands: [OPEN, { do: "add", combatants: [{ id: "c" }] }] };

/** A client that answers with what is given, one after the other, and keeps what it was asked. */
function seated(...answers) {
  const asked = [];
  const give = async (command) => {
    asked.push(command);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, controller: new Controller({ subscribe() {}, give, table: {} }, () => {}) };
}

for (const [command, expected] of [
  [OPEN, { ...OPEN, force: true }],
  [LOADED, { ...LOADED, commands: [{ ...OPEN, force: true }, LOADED.commands[1]] }],
  [{ do: "begin" }, { do: "begin" }],
]) {
  test(`${command.do} meant although a fight is running says so where it opens one`, () => {
    assert.deepEqual(forced(command), expected);
  });
}

test("over a running fight the form asks first, and sends force only then", async () => {
  const { asked, controller } = seated(new Refusal("running"), { type: "ack" });
  await controller.give("file", LOADED);
  assert.deepEqual(controller.asking.get("file"), LOADED);
  await controller.give("file", forced(controller.asking.get("file")));
  assert.deepEqual(asked, [LOADED, forced(LOADED)]);
  assert.equal(controller.asking.has("file"), false);
});

test("whoever keeps the fight hears no more of the question", async () => {
  const { asked, controller } = seated(new Refusal("running"));
  await controller.give("open", OPEN);
  controller.drop("open");
  assert.deepEqual([asked.length, controller.asking.size, controller.refused.size], [1, 0, 0]);
});

test("the notes of the last answer stand until the next one", async () => {
  const note = { code: "no_entry", combatant: "a", action: 0, clause: "SEG-C12" };
  const { controller } = seated({ type: "ack", notes: [note] }, { type: "ack" });
  await controller.give("declare:a", { do: "declare" });
  assert.deepEqual(controller.noted, [note]);
  await controller.give("advance", { do: "advance" });
  assert.deepEqual(controller.noted, []);
});

test("of the house rules only what is different is sent, and what was emptied goes to its default", () => {
  const described = { dead_at: {}, reveal: {}, hit_spoils: {} };
  const values = { dead_at: -10, reveal: false, hit_spoils: true };
  assert.deepEqual(changed(described, values, { reveal: true, hit_spoils: true }), {
    dead_at: null,
    reveal: true,
  });
});
