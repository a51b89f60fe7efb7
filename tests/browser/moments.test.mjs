import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ahead,
  everyone,
  inOrder,
  initials,
  lanes,
  moments,
  segments,
  sideClass,
  spans,
} from "../../clients/js-shim/core/ui/tracker/moments.js";

const entry = (combatant, at, slot, more = {}) => ({
  id: `${combatant}.${slot}`,
  combatant,
  at,
  slot,
  phase: "act",
  what: "attack",
  ...more,
});

test("entries with the same slot are one moment; the cursor says which is now", () => {
  const view = {
    cursor: { from: 1, to: 3 },
    timeline: [entry("a", 2, 0), entry("b", 5, 1), entry("c", 5, 1), entry("d", 5, 2)],
  };
  assert.deepEqual(
    moments(view).map(({ when, first, entries }) => [when, first, entries.length]),
    [
      ["done", false, 1],
      ["now", false, 2],
      ["coming", true, 1],
    ],
  );
});

test("the order is the server's, even where the numbers fall", () => {
  const view = {
    timeline: [
      entry("a", 8, 0, { pass: 1 }),
      entry("b", 12, 1, { pass: 1 }),
      entry("a", 8, 2, { pass: 2 }),
      entry("c", undefined, 3, { phase: "end" }),
    ],
  };
  assert.deepEqual(
    lanes(view).map(({ key, moments }) => [key, moments.map(({ at }) => at)]),
    [
      ["act:1", [8, 12]],
      ["act:2", [8]],
      ["end:", [undefined]],
    ],
  );
});

test("a round has ten segments, and segment 0 only when something stands there", () => {
  const system = { layout: { steps: 10 }, stages: { surprise: { part: "moments", prelude: true } } };
  assert.deepEqual(segments({ timeline: [entry("a", 3, 0)] }, system), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(segments({ timeline: [entry("a", 0, 0)] }, system)[0], 0);
  assert.deepEqual(
    segments({ phase: "surprise", at: 2, timeline: [entry("a", 2, 0, { phase: "surprise" })] }, system),
    [1, 2],
  );
});

test("a spell is drawn from its beginning to its completion, or over the end of the round", () => {
  const view = {
    timeline: [
      entry("aldo", 5, 0, { what: "begins", action: 0 }),
      entry("morwen", 5, 0, { what: "begins", action: 0, until: { round: 2, at: 2 } }),
      entry("aldo", 8, 1, { what: "completes", action: 0 }),
      entry("brand", 3, 2, { what: "arrives", action: 0 }),
    ],
  };
  assert.deepEqual(
    spans(view).map(({ combatant, from, to }) => [combatant, from, to]),
    [
      ["aldo", 5, 8],
      ["morwen", 5, undefined],
      ["brand", undefined, 3],
    ],
  );
});

test("what is begun by somebody of whom no end is told is drawn as a moment only", () => {
  assert.deepEqual(spans({ timeline: [entry("orc", 5, 0, { what: "begins" })] }), []);
});

test("what runs through the whole round is drawn all across it", () => {
  const declared = [
    { act: "spell", name: "Gate", carried: true },
    { act: "move", carried: true, lost: true },
  ];
  assert.deepEqual(
    spans({ combatants: { mage: { id: "mage", declared } } }).map(({ label, from, to }) => [label, from, to]),
    [["Gate", undefined, undefined]],
  );
});

test("one's own next moment is counted in moments of everybody", () => {
  const view = {
    cursor: { from: 0, to: 1 },
    timeline: [entry("a", 2, 0), entry("b", 3, 1), entry("c", 3, 1), entry("a", 6, 2)],
  };
  assert.deepEqual(ahead(view, "a"), { steps: 2, at: 6 });
  assert.equal(ahead(view, "nobody"), undefined);
});

test("the party, the first against it and everybody else each have a colour", () => {
  const view = { combatants: { a: { side: "orcs" }, b: { side: "party" }, c: { side: "ghosts" } } };
  const colours = (combatants) => ["party", "ghosts", "orcs"].map((side) => sideClass({ combatants }, side));
  assert.deepEqual(colours(view.combatants), ["side-party", "side-foes", "side-other"]);
  assert.equal(sideClass({ combatants: { ...view.combatants, d: { side: "foes" } } }, "foes"), "side-foes");
});

test("people stand in the same order in whatever order they came", () => {
  const people = [
    { id: "1", name: "Goblin 10", side: "foes" },
    { id: "2", name: "Goblin 2", side: "foes" },
    { id: "3", name: "Hound", side: "party", kind: "npc" },
    { id: "4", name: "Odo", side: "party", kind: "pc" },
  ];
  const names = (all) => everyone({ combatants: Object.fromEntries(all.map((one) => [`c${one.id}`, one])) });
  for (const all of [people, people.toReversed()])
    assert.deepEqual(
      names(all).map((one) => one.name),
      ["Odo", "Hound", "Goblin 2", "Goblin 10"],
    );
});

test("who is named in a hash's order is told in a reader's, sides first", () => {
  const combatants = Object.fromEntries(
    ["Goblin 11", "Goblin 2"].map((name, n) => [`g${n}`, { id: `g${n}`, name, side: "foes", kind: "npc" }]),
  );
  assert.deepEqual(inOrder({ combatants }, ["g0", "side:foes", "g1", "side:party"]), [
    "side:party",
    "side:foes",
    "g1",
    "g0",
  ]);
});

for (const [name, expected] of [
  ["Morwen", "Mo"],
  ["Orc 12", "O12"],
  ["Doctor Doom", "DD"],
  ["Ash of the Road", "AR"],
  ["Élan", "Él"],
]) {
  test(`${name} is ${expected} on a token`, () => assert.equal(initials(name), expected));
}
