import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { combatOf } from "../../clients/js-shim/adapters/foundry/combats.js";
import {
  inOrder,
  pair,
  parseToken,
  tokenKey,
  update,
  wanted,
} from "../../clients/js-shim/adapters/foundry/plan.js";

const doc = (id, more = {}) => ({ id, initiative: null, hidden: false, defeated: false, ...more });
const one = (id, more = {}) => ({ id, name: "Orc", hidden: false, able: true, defeated: false, ...more });
const people = (...list) => Object.fromEntries(list.map((each) => [each.id, each]));
const view = (more) => ({
  phase: "act",
  round: 1,
  active: [],
  cursor: { from: 0, to: 1 },
  timeline: [],
  combatants: {},
  ...more,
});
const line = (...ids) => ids.map((combatant) => ({ combatant }));

describe("whose mirror a combatant of Foundry's is", () => {
  test("is what was written into it, before its id and its token", () => {
    const pairs = pair(
      [doc("a", { combatant: "orc-2", token: tokenKey("s", "t1") })],
      people(one("a"), one("orc-1", { token: tokenKey("s", "t1") }), one("orc-2")),
    );
    assert.deepEqual([...pairs], [["a", "orc-2"]]);
  });
  test("is its own id, as which it went up", () =>
    assert.deepEqual([...pair([doc("a")], people(one("b"), one("a")))], [["a", "a"]]));
  test("is whoever has its token, each once", () => {
    const token = tokenKey("s", "t1");
    assert.deepEqual(
      [...pair([doc("x", { token }), doc("y", { token })], people(one("orc", { token })))],
      [["x", "orc"]],
    );
  });
  test("is nobody with the same name, and nobody after they are gone", () => {
    assert.equal(pair([doc("x", { combatant: "gone" }), doc("y")], people(one("orc"))).size, 0);
  });
});

test("a token is named with its scene, and what is no token's name is none", () => {
  assert.deepEqual(parseToken(tokenKey("moor", "t1")), { scene: "moor", token: "t1" });
  for (const other of [undefined, "t1", "Actor.x.Token.y", "Scene.a.Token.b.Item.c"])
    assert.equal(parseToken(other), undefined);
});

describe("the order", () => {
  const order = (open, whole = open) => wanted(open, whole).map((each) => each.combatant);
  const trio = people(one("a"), one("b"), one("c"));

  test("is the timeline's, those without a place last", () =>
    assert.deepEqual(order(view({ combatants: trio, timeline: line("c", "b") })), ["c", "b", "a"]));
  test("has whoever acts again at the next place, and after the last at that", () => {
    const timeline = line("a", "b", "a", "c");
    assert.deepEqual(order(view({ combatants: trio, timeline, cursor: { from: 0, to: 1 } })), [
      "a",
      "b",
      "c",
    ]);
    assert.deepEqual(order(view({ combatants: trio, timeline, cursor: { from: 1, to: 2 } })), [
      "b",
      "a",
      "c",
    ]);
    assert.deepEqual(order(view({ combatants: trio, timeline, cursor: { from: 3, to: 4 } })), [
      "b",
      "a",
      "c",
    ]);
  });
  test("is without those whom the game master has just removed or hidden", () => {
    const open = view({ combatants: trio, timeline: line("a", "b", "c") });
    assert.deepEqual(order(open, view({ combatants: people(one("a"), one("b", { hidden: true })) })), ["a"]);
  });
  test("is complete: equal places are settled by id, whoever has none is last", () => {
    const docs = [doc("d"), doc("c", { order: 1 }), doc("b", { order: 1 }), doc("a")];
    assert.deepEqual(
      docs.sort(inOrder).map((each) => each.id),
      ["b", "c", "a", "d"],
    );
  });
});

describe("who is down in Foundry", () => {
  const down = (more) =>
    wanted(view({ combatants: people(one("a", more)) }), view({ combatants: people(one("a")) }))[0].defeated;
  test("is whoever is down, dead or cannot act", () => {
    assert.deepEqual([{}, { defeated: true }, { dead: true }, { able: false }].map(down), [
      false,
      true,
      true,
      true,
    ]);
  });
});

describe("the write", () => {
  const open = view({
    combatants: people(one("a"), one("b")),
    timeline: line("b", "a"),
    active: ["a"],
    next: [],
    cursor: { from: 1, to: 2 },
  });
  const wish = wanted(open, open);
  const pairs = new Map([
    ["x", "a"],
    ["y", "b"],
    ["z", "spy"],
  ]);
  const there = {
    round: 1,
    turn: 1,
    now: ["a"],
    next: [],
    docs: [
      doc("x", { combatant: "a", order: 1 }),
      doc("y", { combatant: "b", order: 0 }),
      doc("z", { hidden: true }),
    ],
  };

  test("is none if all is so already", () => assert.equal(update(there, wish, pairs, open), undefined));
  test("counts the turn in the list that comes of it, those included that it leaves alone", () => {
    const docs = [doc("x", { order: 5 }), doc("y", { order: 7 }), doc("z", { hidden: true, order: 0.5 })];
    assert.deepEqual(update({ ...there, turn: null, docs }, wish, pairs, open).turn, 2);
  });
  test("names those alone who are otherwise than they ought to be", () => {
    const docs = [doc("x", { combatant: "a", order: 1, initiative: 9 }), ...there.docs.slice(1)];
    assert.deepEqual(update({ ...there, docs }, wish, pairs, open).combatants, [
      {
        _id: "x",
        initiative: null,
        defeated: false,
        hidden: false,
        flags: { turnkeeper: { combatant: "a", order: 1 } },
      },
    ]);
  });
  for (const [phase, round, shown] of [
    ["setup", 0, 0],
    ["surprise", 0, 1],
    ["declare", 1, 1],
    ["act", 3, 3],
    ["over", 3, 0],
  ]) {
    test(`shows round ${shown} in ${phase} ${round}: Foundry has no fight before its first round, and none after the last`, () => {
      assert.equal(
        update({ round: 9, turn: null, now: [], next: [], docs: [] }, [], new Map(), view({ phase, round }))
          .round,
        shown,
      );
    });
  }
});

test("should there be two combats of the table, every window takes the same", () => {
  const combats = ["b", "a", "c"].map((id) => ({
    id,
    flags: { turnkeeper: { table: id === "c" ? "sunday" : "friday" } },
  }));
  for (const contents of [combats, [...combats].reverse()])
    assert.equal(combatOf({ game: { combats: { contents } } }, "friday").id, "a");
});
