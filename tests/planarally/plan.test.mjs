import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changed, moved, newcomer, valued } from "../../clients/js-shim/adapters/planarally/asks.js";
import { nextStep, wish } from "../../clients/js-shim/adapters/planarally/plan.js";

const person = (id, more = {}) => ({
  id,
  name: id,
  side: "party",
  token: id.toUpperCase(),
  hidden: false,
  ...more,
});
const view = (people, more = {}) => ({
  phase: "act",
  round: 1,
  active: [],
  timeline: [],
  cursor: { from: 0, to: 0 },
  combatants: Object.fromEntries(people.map((one) => [one.id, one])),
  ...more,
});
const entry = (combatant, at) => ({ combatant, at });
const HERE = () => true;
const row = (shape, value, visible = true) => ({ shape, value, visible });

/** Takes steps as PlanarAlly would until there is none. */
function carryOut(there, wanted, gone = new Set()) {
  const taken = [];
  for (let step = nextStep(there, wanted, gone); step; step = nextStep(there, wanted, gone)) {
    taken.push(step.do);
    assert.ok(taken.length < 50, `it never ends: ${taken}`);
    const find = (shape) => there.rows.find((one) => one.shape === shape);
    if (step.do === "add") there.rows.push(row(step.shape, undefined, false));
    else if (step.do === "show") find(step.shape).visible = true;
    else if (step.do === "value") find(step.shape).value = step.value;
    else if (step.do === "clear") for (const one of there.rows) one.value = undefined;
    else if (step.do === "sort") there.sort = 2;
    else if (step.do === "move") there.rows.splice(step.to, 0, ...there.rows.splice(step.from, 1));
    else if (step.do === "remove") there.rows = there.rows.filter((one) => one.shape !== step.shape);
    else if (step.do === "wipe") there.rows = [];
    else if (step.do === "active") there.active = !there.active;
    else there[step.do] = step[step.do];
  }
  return taken;
}

describe("what the tracker ought to show", () => {
  const people = [person("a"), person("b"), person("c")];
  const timeline = [entry("b", 2), entry("a", 4), entry("b", 6)];

  test("is the order of the round; who acts twice stands at the next place, with its segment", () => {
    const before = view(people, { timeline, cursor: { from: 0, to: 1 }, active: ["b"] });
    assert.deepEqual(wish(before, before, HERE), {
      rows: [
        { shape: "B", value: 2 },
        { shape: "A", value: 4 },
        { shape: "C", value: undefined },
      ],
      round: 1,
      turn: 0,
      active: true,
    });
    const later = view(people, { timeline, cursor: { from: 1, to: 2 }, active: ["a"] });
    const { rows, turn } = wish(later, later, HERE);
    assert.deepEqual([rows[0].shape, rows[1], turn], ["A", { shape: "B", value: 6 }, 0]);
  });
  test("has nobody who is hidden, whom players do not see, or whose token is elsewhere", () => {
    const whole = view([person("a"), person("b", { hidden: true }), person("c"), person("d")]);
    const open = view([person("a"), person("b"), person("d")]);
    const { rows } = wish(open, whole, (shape) => shape !== "D");
    assert.deepEqual(
      rows.map(({ shape }) => shape),
      ["A"],
    );
  });
  test("has one row for a token that two stand for", () => {
    const two = view([person("a", { token: "T" }), person("b", { token: "T" })]);
    assert.equal(wish(two, two, HERE).rows.length, 1);
  });
  test("is nothing, and has not begun, when the fight is over", () => {
    const over = view(people, { phase: "over", round: 3 });
    assert.deepEqual(wish(over, over, HERE), { rows: [], round: 0, turn: 0, active: false });
  });
});

describe("the steps", () => {
  const wanted = { rows: [row("B", 2), row("A", 4)], round: 1, turn: 1, active: true };

  test("add, show, value, order, and the turn last", () => {
    const there = { rows: [], round: 0, turn: 0, sort: 0, active: false };
    const taken = carryOut(there, wanted);
    assert.equal(taken.at(-1), "turn");
    assert.deepEqual(there.rows, [row("B", 2), row("A", 4)]);
    assert.deepEqual([there.round, there.turn, there.sort, there.active], [1, 1, 2, true]);
  });
  test("are none where all is as it ought to be", () => {
    const there = { rows: [row("B", 2), row("A", 4)], round: 1, turn: 1, sort: 2, active: true };
    assert.equal(nextStep(there, wanted, new Set()), undefined);
  });
  test("leave rows alone that are not ours, behind ours", () => {
    const there = { rows: [row("X", 9), row("A", 4), row("B", 2)], round: 1, turn: 0, sort: 2, active: true };
    carryOut(there, wanted);
    assert.deepEqual(
      there.rows.map(({ shape }) => shape),
      ["B", "A", "X"],
    );
  });
  test("clear the values of the last round, since a single one cannot be taken away", () => {
    const there = { rows: [row("B", 2), row("A", 4)], round: 1, turn: 0, sort: 2, active: true };
    const taken = carryOut(there, { ...wanted, rows: [row("B"), row("A")], turn: 0 });
    assert.deepEqual(taken, ["clear"]);
  });
  test("first bring back a turn beyond the list, where PlanarAlly takes nothing else", () => {
    const there = { rows: [row("A", 4)], round: 1, turn: 3, sort: 2, active: true };
    assert.deepEqual(nextStep(there, wanted, new Set()), { do: "turn", turn: 0 });
  });
  test("end with a tracker that has not begun", () => {
    const there = { rows: [row("B", 2), row("A", 4)], round: 3, turn: 1, sort: 2, active: true };
    const over = { rows: [], round: 0, turn: 0, active: false };
    const taken = carryOut(there, over, new Set(["A", "B"]));
    assert.deepEqual(taken, ["active", "round", "turn", "wipe"]);
  });
  test("are none in a tracker that was never ours", () => {
    const there = { rows: [row("X", 9)], round: 3, turn: 0, sort: 0, active: true };
    assert.equal(nextStep(there, { rows: [], round: 0, turn: 0, active: false }, new Set()), undefined);
  });
});

describe("what is asked", () => {
  const seen = (covert, eye, name = "Orc") => ({ covert, eye, name });
  const orc = (hidden) => person("o", { name: "Orc", hidden });
  const change = (set) => ({ do: "change", combatant: "o", set });
  for (const [said, before, now, hidden, expected] of [
    ["an eye that closes hides", seen(false, true), seen(false, false), false, change({ hidden: true })],
    ["an eye that opens shows", seen(false, false), seen(false, true), true, change({ hidden: false })],
    ["not a token that is invisible", seen(true, false), seen(true, true), true, undefined],
    ["a token made invisible hides", seen(false, true), seen(true, true), false, change({ hidden: true })],
    [
      "a token seen again shows",
      seen(true, undefined),
      seen(false, undefined),
      true,
      change({ hidden: false }),
    ],
    ["a row that goes shows nobody", seen(false, false), seen(false, undefined), true, undefined],
    ["at a first look hiding counts", undefined, seen(false, false), false, change({ hidden: true })],
    ["and showing does not", undefined, seen(false, true), true, undefined],
    ["what stays asks nothing", seen(false, false), seen(false, false), false, undefined],
    [
      "another name is told",
      seen(false, true, ""),
      seen(false, true, "Grub"),
      false,
      change({ name: "Grub" }),
    ],
  ])
    test(said, () => assert.deepEqual(changed(before, now, orc(hidden)), expected));

  test("a name that players do not read is not told", () => {
    const token = { shape: "S", name: "", covert: true, owned: false };
    const { name, hidden, kind, side } = newcomer(token, "Unknown");
    assert.deepEqual([name, hidden, kind, side], ["Unknown", true, "npc", "foes"]);
  });
  test("a value is the face of a roll that is waited for, else a total put right", () => {
    const prompts = [{ prompt: "roll", for: ["side:party"] }];
    assert.deepEqual(valued({ prompts }, person("a"), 4), { do: "roll", for: "side:party", faces: [4] });
    assert.deepEqual(valued({ prompts: [] }, person("a"), 4), { do: "correct", for: "a", total: 4 });
  });
  for (const [from, to, expected] of [
    [2, 0, { do: "place", combatant: "c", before: "a" }],
    [0, 1, { do: "place", combatant: "a", before: "c" }],
    [0, 2, { do: "place", combatant: "a", last: true }],
    [1, 1, undefined],
  ])
    test(`a row dragged from ${from} to ${to}`, () =>
      assert.deepEqual(moved(["a", "b", "c"], from, to), expected));
});
