import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { clicked } from "../../clients/js-shim/adapters/roll20/clicks.js";
import { merge, parse, wanted } from "../../clients/js-shim/adapters/roll20/rows.js";
import { view } from "./seat.mjs";

const token = (id) => ({ id, pr: "", custom: "", _pageid: "p" });
const text = (custom) => ({ id: "-1", pr: "", custom });
const clock = text("◆ Segment 3");
const OURS = new Set(["a", "b", "c"]);
const [a, b, c, x, own] = [token("a"), token("b"), token("c"), token("x"), text("Poison")];

describe("the rows of a round", () => {
  const people = { mage: {}, orc: { token: undefined } };
  const tokens = new Map([["t-mage", { id: "t-mage", page: "moor" }]]);
  const rows = (open) =>
    wanted(open, new Set(["mage", "orc"]), tokens, "Segment 3").map((row) =>
      `${row.id === "-1" ? row.custom : row.id} ${row.pr}`.trim(),
    );

  test("have what happens now first, then the clock, then what is done", () => {
    const places = [
      ["orc", 2],
      ["mage", 3],
      ["mage", 7],
    ];
    assert.deepEqual(rows(view(people, places, [1, 2])), ["t-mage 3", "t-mage 7", "◆ Segment 3", "◆ orc 2"]);
  });
  test("have the clock first while nobody acts", () =>
    assert.deepEqual(rows(view(people, [["mage", 3]], [0, 0])), ["◆ Segment 3", "t-mage 3", "◆ orc"]));
  test("have who has no place yet by name, whichever way they came to be known", () => {
    const [one, other] = [
      view({ b: { name: "Bea" }, a: { name: "Cid" } }),
      view({ a: { name: "Cid" }, b: { name: "Bea" } }),
    ];
    const names = (open) => wanted(open, new Set(["a", "b"]), new Map(), "c").map((row) => row.custom);
    assert.deepEqual(
      [names(one), names(other)],
      [
        ["◆ c", "◆ Bea", "◆ Cid"],
        ["◆ c", "◆ Bea", "◆ Cid"],
      ],
    );
  });
  test("name the page of each token", () =>
    assert.equal(
      wanted(view(people, [["mage", 3]], [0, 1]), new Set(["mage"]), tokens, "")[0]._pageid,
      "moor",
    ));
  test("are none when the fight is over, or nobody is to be seen", () => {
    assert.deepEqual(rows(view(people, [], [0, 0], { phase: "over" })), []);
    assert.deepEqual(wanted(view(people), new Set(), tokens, ""), []);
  });
  test("leave out who has just been hidden", () =>
    assert.deepEqual(
      wanted(
        view(
          people,
          [
            ["mage", 3],
            ["orc", 5],
          ],
          [0, 1],
        ),
        new Set(["orc"]),
        tokens,
        "c",
      ).map((row) => row.custom),
      ["◆ orc", "◆ c"],
    ));
});

describe("merging", () => {
  test("leaves others' rows as they are, with all that is in them", () => {
    const foreign = { id: "-1", pr: 3, custom: "Round", formula: "+1" };
    assert.deepEqual(merge([a, foreign, x, text("◆ Segment 2")], [b, clock], OURS), [b, clock, foreign, x]);
  });
  test("keeps what another script has noted on a row of ours, turn by turn", () => {
    const there = [
      { ...a, note: 1 },
      { ...a, note: 2 },
    ];
    assert.deepEqual(
      merge(there, [a, b, a], OURS).map((row) => row.note),
      [1, undefined, 2],
    );
  });
});

test("an order that never was, or is no list, has no rows", () =>
  assert.deepEqual(["", "null", "{", "{}"].map(parse), [[], [], [], []]));

describe("a click is", () => {
  const cases = {
    "Next, whosever row is first": [[a, b, x], [b, x, a], { did: "next" }],
    "Next, when a row of text comes by": [[own, a], [a, own], { did: "next" }],
    "Next, pressed twice before we look": [[a, b, c, clock], [c, clock, a, b], { did: "next" }],
    "the last row dragged to the top": [
      [clock, a, b, c],
      [c, clock, a, b],
      { did: "moved", token: "c", before: "a" },
    ],
    "Next, of one who acts twice": [[a, a, clock], [a, clock, a], { did: "next" }],
    "a row dragged upwards": [[a, b, c, clock], [c, a, b, clock], { did: "moved", token: "c", before: "a" }],
    "a row dragged downwards": [
      [clock, a, b, c],
      [clock, b, a, c],
      { did: "moved", token: "a", before: "c" },
    ],
    "the last of two neighbours that change places": [
      [a, b, c, clock],
      [a, c, b, clock],
      { did: "moved", token: "c", before: "b" },
    ],
    "nothing, of a row dragged to the very end": [[a, b, c, clock], [b, c, a, clock], undefined],
    "all of somebody's rows taken out": [[a, b, a, clock], [b, clock], { did: "removed", tokens: ["a"] }],
    "the tracker cleared of ours": [[a, b, x, clock], [x], { did: "cleared" }],
    "nothing, of one row of two": [[a, b, a, clock], [a, b, clock], undefined],
    "nothing, of a typed number": [[a, b], [{ ...a, pr: "20" }, b], undefined],
    "nothing, of a number typed on the only row": [[a], [{ ...a, pr: "20" }], undefined],
    "nothing, of others' rows": [[a, x, own], [a, own, x], undefined],
    "nothing, of a row that came": [[a, b], [a, b, x], undefined],
    "nothing, of the clock dragged": [[a, b, clock, c], [a, clock, b, c], undefined],
  };
  for (const [name, [before, after, expected]] of Object.entries(cases))
    test(name, () => assert.deepEqual(clicked(before, after, OURS), expected));
});
