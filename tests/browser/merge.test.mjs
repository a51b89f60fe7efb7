import assert from "node:assert/strict";
import { test } from "node:test";
import { merge } from "../../clients/js-shim/core/state/merge.js";

// The table of RFC 7396, appendix A: what there was, the patch, what is then.
const CASES = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [value, patch, expected] of CASES) {
  test(`${JSON.stringify(value)} merged with ${JSON.stringify(patch)} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(merge(value, patch), expected);
  });
}

test("what a patch does not touch stays the same object", () => {
  const before = { combatants: { mage: { hp: 4 }, orc: { hp: 6 } } };
  const after = merge(before, { combatants: { orc: { hp: 2 } } });
  assert.equal(after.combatants.mage, before.combatants.mage);
  assert.deepEqual(before.combatants.orc, { hp: 6 });
});

test("a combatant called __proto__ is a combatant, not the prototype of all", () => {
  const after = merge({}, JSON.parse('{"combatants":{"__proto__":{"hp":1}}}'));
  assert.deepEqual(Object.keys(after.combatants), ["__proto__"]);
  assert.equal({}.hp, undefined);
});
