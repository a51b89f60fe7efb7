import assert from "node:assert/strict";
import { test } from "node:test";
import { laid } from "../../clients/js-shim/core/ui/controls/laid.js";
import { collect, parts, read, written } from "../../clients/js-shim/core/ui/controls/values.js";

const SPELL = {
  name: { type: "text" },
  segments: { type: "integer", min: 1, one_of: "casting" },
  rounds: { type: "integer", min: 1, one_of: "casting" },
  target: { type: "combatant" },
};
const typed = (values) => (name) => values[name] ?? null;

test("fields that exclude each other are one part, at the place of the first", () => {
  assert.deepEqual(
    parts(SPELL).map((part) => part.name),
    ["name", "casting", "target"],
  );
});

test("of a choice only the chosen field is sent", () => {
  const values = { name: "Sleep", casting: "rounds", segments: "3", rounds: "2", target: "" };
  assert.deepEqual(collect(SPELL, typed(values)), { name: "Sleep", rounds: 2 });
});

test("what stands at its default is left to the server, unless the whole is wanted", () => {
  const fields = { shots: { type: "integer", default: 1 }, hidden: { type: "boolean", default: false } };
  const values = typed({ shots: "1", hidden: false });
  assert.deepEqual(collect(fields, values), {});
  assert.deepEqual(collect(fields, values, { whole: true }), { shots: 1, hidden: false });
});

for (const [type, text, expected] of [
  ["integer", " -2 ", -2],
  ["integer", "many", "many"],
  ["integers", "3", 3],
  ["integers", "1, 3", [1, 3]],
  ["texts", "claw, claw; bite", ["claw", "claw", "bite"]],
  ["text", "3/2", "3/2"],
  ["combatant", "12", "12"],
  ["forms", "long sword +1, 4, large", [{ weapon: "long sword", plus: 1 }, { speed: 4 }, { size: "large" }]],
  ["speeds", "katana 4, great club: 7", { katana: 4, "great club": 7 }],
  ["speeds", "katana", { katana: "" }],
  ["text", "", undefined],
]) {
  test(`${JSON.stringify(text)} in a field of type ${type} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(read({ type }, text), expected);
  });
}

test("weapons of the table stand in the field as they were typed", () => {
  assert.deepEqual(read({ type: "speeds" }, written({ katana: 4, "great club": 7 })), {
    katana: 4,
    "great club": 7,
  });
});

test("a choice keeps the type that it has in the catalogue", () => {
  assert.equal(read({ type: "choice", choices: [0, 3] }, "3"), 3);
});

for (const [text, expected] of [
  ["4", { faces: [4] }],
  ["5 1 6", { faces: [5, 1, 6] }],
  ["5,1,6", { faces: [5, 1, 6] }],
  ["5 1 6 / 2", { faces: [5, 1, 6], rerolls: [{ face: 2 }] }],
  [
    "5 1 6 / 1:2, 0:3",
    {
      faces: [5, 1, 6],
      rerolls: [
        { die: 1, face: 2 },
        { die: 0, face: 3 },
      ],
    },
  ],
  ["", {}],
]) {
  test(`dice typed as ${JSON.stringify(text)} are ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(laid(text), expected));
}

const D616 = { count: 3, sides: 6 };
for (const [text, dice, expected] of [
  ["514", D616, { faces: [5, 1, 4] }],
  ["5 1 4", D616, { faces: [5, 1, 4] }],
  ["514*2", D616, { faces: [5, 1, 4], rerolls: [{ face: 2 }] }],
  ["5", { count: 1, sides: 6 }, { faces: [5] }],
  ["14", { count: 1, sides: 20 }, { faces: [14] }],
  ["14", { count: 2, sides: 20 }, { faces: [14] }],
  ["51", D616, { faces: [51] }],
]) {
  test(`${text} for ${dice.count}d${dice.sides} is ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(laid(text, dice), expected));
}
