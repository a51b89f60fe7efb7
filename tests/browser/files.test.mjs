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
      { do: "open", system: "adnd1e", options: { hit_spoils: true }, keep: "pcs" },
      {
        do: "add",
        combatants: [
          { name: "Orc", side: "foes", kind: "npc", hidden: true, count: 2, hp: -3, traits: { routines: 2 } },
        ],
      },
    ],
  });
});

test("wounds stay behind unless they are asked for", () => {
  const hurt = { ...VIEW, combatants: { a: { name: "Brand", kind: "pc", hp: 3, hp_max: 9 } } };
  const hp = (text) => JSON.parse(text).combatants[0].hp;
  assert.equal(hp(saved(hurt)), 9);
  assert.equal(hp(saved(hurt, true)), 3);
});

test("a player's character who stays does not come a second time", () => {
  const combatants = { a: { name: "Brand", kind: "pc" }, b: { name: "Odo", kind: "pc" } };
  const there = [
    { name: "Brand", kind: "pc" },
    { name: "Odo", kind: "npc" },
  ];
  const { commands } = laidOut(saved({ ...VIEW, combatants }), there);
  assert.deepEqual(commands[1].combatants, [{ name: "Odo", kind: "pc" }]);
});

test("an empty fight is opened without adding nobody", () => {
  assert.equal(laidOut(saved({ ...VIEW, combatants: {} })).do, "open");
});

for (const text of ["", "no JSON", "null", "[]", '{"combatants":[]}', '{"turnkeeper":1,"combatants":"x"}']) {
  test(`${JSON.stringify(text)} is no prepared fight`, () =>
    assert.throws(() => laidOut(text), { code: "bad_message" }));
}
