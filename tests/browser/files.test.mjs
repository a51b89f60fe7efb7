import assert from "node:assert/strict";
import { test } from "node:test";
import { laidOut, saved } from "../../clients/js-shim/core/ui/controls/files.js";

const VIEW = {
  system: "adnd1e",
  options: { hit_spoils: true },
  combatants: {
    "orc-1": {
      id: "orc-1",
      name: "Orc",
      side: "foes",
      kind: "npc",
      hidden: true,
      able: true,
      defeated: true,
      count: 2,
      hp: -3,
      traits: { routines: 2 },
      owner: "u1",
      declared: [{ act: "melee", round: 1 }],
    },
  },
};

test("a saved fight is laid out again with its rules, its readings and its people", () => {
  assert.deepEqual(laidOut(saved(VIEW)), {
    do: "batch",
    commands: [
      { do: "open", system: "adnd1e", options: { hit_spoils: true }, keep: "owned" },
      {
        do: "add",
        combatants: [
          { name: "Orc", side: "foes", kind: "npc", hidden: true, count: 2, hp: -3, traits: { routines: 2 } },
        ],
      },
    ],
  });
});

test("an empty fight is opened without adding nobody", () => {
  assert.equal(laidOut(saved({ ...VIEW, combatants: {} })).do, "open");
});

for (const text of ["", "no JSON", "null", "[]", '{"combatants":[]}', '{"turnkeeper":1,"combatants":"x"}']) {
  test(`${JSON.stringify(text)} is no prepared fight`, () =>
    assert.throws(() => laidOut(text), { code: "bad_message" }));
}
