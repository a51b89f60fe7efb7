import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { momentBox } from "./entry.js";
import { lanes } from "./moments.js";
import { stage } from "./stage.js";

/**
 * @import {System, View} from "../../../protocol.d.ts"
 * @import {Words} from "../../i18n/words.js"
 * @import {Pieces} from "../dom/pieces.js"
 * @import {Lane, Moment} from "./moments.js"
 */

/**
 * Passes and totals: a row for each pass, the end of the round last.
 * @param {View} view
 * @param {System} system
 * @param {Words} words
 * @param {Pieces} pieces
 */
export function passes(view, system, words, pieces) {
  return lanes(view).map((lane) => row(view, system, lane, words, pieces, null));
}

/**
 * A circle of turns: from the last one it goes on with the first.
 * @param {View} view
 * @param {System} system
 * @param {Words} words
 * @param {Pieces} pieces
 */
export function circle(view, system, words, pieces) {
  const rows = lanes(view);
  const last = rows.at(-1);
  return rows.map((lane) =>
    row(view, system, lane, words, pieces, lane === last && goesOn(system, lane) ? again(view, words) : null),
  );
}

/**
 * @param {View} view
 * @param {System} system
 * @param {Lane} lane
 * @param {Words} words
 * @param {Pieces} pieces
 * @param {HTMLElement | null} tail
 */
function row(view, system, lane, words, pieces, tail) {
  const title = words.language.first([`lane.${lane.phase}.${system.layout.kind}`, `lane.${lane.phase}`], {
    pass: lane.pass,
    round: view.round,
  });
  return h(
    "section",
    { class: `row ${lane.phase}`, key: `row:${lane.key}` },
    h("h3", null, title),
    h(
      "div",
      { class: "lane", role: "list", "aria-label": title },
      past(view, lane, words, pieces),
      lane.moments
        .filter((moment) => !folds(lane, moment))
        .map((moment) => momentBox(view, moment, words, true, pieces)),
      tail,
    ),
  );
}

/** Whether the circle goes on behind the lane. @param {System} system @param {Lane} lane */
function goesOn(system, lane) {
  const { part, prelude } = stage(system, lane.phase);
  return part === "moments" && !prelude;
}

/** So many turns that are over fold up. */
const MANY = 3;

/** @param {Lane} lane @param {Moment} moment */
function folds({ moments }, moment) {
  return moment.when === "done" && moments.filter(({ when }) => when === "done").length >= MANY;
}

/** The turns that are over, out of the way. @param {View} view @param {Lane} lane @param {Words} words @param {Pieces} pieces */
function past(view, lane, words, pieces) {
  const over = lane.moments.filter((moment) => folds(lane, moment));
  if (over.length === 0) return null;
  return h(
    "div",
    { role: "listitem", class: "past-item", key: "past" },
    h(
      "details",
      { class: "past" },
      h("summary", null, words.text("tracker.past", { n: over.length })),
      h(
        "div",
        { class: "lane", role: "list" },
        over.map((moment) => momentBox(view, moment, words, true, pieces)),
      ),
    ),
  );
}

/** @param {View} view @param {Words} words */
function again(view, words) {
  return h(
    "div",
    { class: "again", role: "listitem" },
    icon("loop"),
    words.text("tracker.again", { round: (view.round ?? 0) + 1 }),
  );
}
