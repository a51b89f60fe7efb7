import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { FOLDED, called, keyOf } from "./kinds.js";
import { everyone, initials, sideClass } from "./moments.js";

/**
 * @import {Entry, View} from "../../../protocol.d.ts"
 * @import {Words} from "../../i18n/words.js"
 * @import {Pieces} from "../dom/pieces.js"
 * @import {Moment} from "./moments.js"
 */

/** The round or cornered sign of a combatant. @param {View} view @param {string} id @param {Words} words */
export function token(view, id, words) {
  const combatant = view.combatants?.[id];
  const out = combatant?.defeated || combatant?.able === false;
  return h(
    "span",
    { class: `token ${sideClass(view, combatant?.side)}${out ? " out" : ""}`, "aria-hidden": "true" },
    initials(words.name(id)),
  );
}

/**
 * One line of the timeline, as the button that opens its reasons.
 * @param {View} view @param {Entry} entry @param {Words} words @param {string} when
 */
export function entryButton(view, entry, words, when) {
  const combatant = view.combatants?.[entry.combatant];
  const out = combatant?.defeated || combatant?.able === false;
  const parts = [
    token(view, entry.combatant, words),
    h("span", { class: "name" }, words.name(entry.combatant), combatant?.hidden && icon("hidden")),
    h("span", { class: "what" }, icon(entry.what), " ", words.entry(entry)),
    h("span", { class: "unseen" }, words.text(`when.${when}`)),
  ];
  return h(
    "button",
    {
      type: "button",
      class: `entry ${sideClass(view, combatant?.side)}${out ? " out" : ""}`,
      key: `entry:${entry.id}`,
      "data-why": entry.id,
      "data-of": entry.combatant,
    },
    parts,
  );
}

/**
 * All that happens at once, in one frame.
 * @param {View} view
 * @param {Moment} moment
 * @param {Words} words
 * @param {boolean} numbered
 * @param {Pieces} pieces
 */
export function momentBox(view, moment, words, numbered, pieces) {
  const { when, first, entries } = moment;
  const actors = entries.map(({ combatant }) => view.combatants?.[combatant]);
  const colours = actors.map((actor) => sideClass(view, actor?.side));
  const from = [words, words.table.names, when, first, numbered, ...entries, ...actors, ...colours];
  return pieces.piece(entries[0], from, () => box(view, moment, words, numbered));
}

/**
 * Entries of one kind that do the same, in a reader's order.
 * @param {View} view @param {Entry[]} entries @param {Words} words @returns {Entry[][]}
 */
function alike(view, entries, words) {
  const places = new Map(everyone(view).map((one, n) => [one.id, n]));
  const place = (/** @type {Entry} */ { combatant }) => places.get(combatant) ?? 0;
  /** @type {Map<string, Entry[]>} */
  const found = new Map();
  for (const entry of [...entries].sort((a, b) => place(a) - place(b))) {
    const combatant = view.combatants?.[entry.combatant];
    const key = `${combatant ? keyOf(combatant) : entry.combatant}:${words.entry(entry)}`;
    found.set(key, [...(found.get(key) ?? []), entry]);
  }
  return [...found.values()];
}

/**
 * Several of a kind that do the same at once: one line, which opens.
 * @param {View} view @param {Entry[]} entries @param {Words} words @param {string} when
 */
function crowd(view, entries, words, when) {
  const [first] = entries;
  const ids = entries.map(({ combatant }) => combatant);
  const side = view.combatants?.[first.combatant]?.side;
  return h(
    "details",
    { class: `crowd ${sideClass(view, side)}`, key: `crowd:${first.id}` },
    h(
      "summary",
      { class: "entry" },
      h("span", { class: "name" }, called(view, ids, words)),
      h("span", { class: "what" }, icon(first.what), " ", words.entry(first)),
    ),
    h(
      "div",
      { class: "entries" },
      entries.map((entry) => entryButton(view, entry, words, when)),
    ),
  );
}

/** @param {View} view @param {Moment} moment @param {Words} words @param {boolean} numbered */
function box(view, moment, words, numbered) {
  const together = moment.entries.length > 1;
  const title =
    together &&
    h("span", { class: "together" }, words.text("tracker.together", { n: moment.entries.length }));
  const number = numbered && moment.at !== undefined && h("span", { class: "at" }, moment.at);
  const attributes = {
    class: `moment ${moment.when}${moment.first ? " first" : ""}${together ? " several" : ""}`,
    key: `moment:${moment.entries[0].id}`,
    role: "listitem",
    "aria-current": moment.when === "now" && "step",
  };
  const entries = alike(view, moment.entries, words).flatMap((group) =>
    group.length < FOLDED
      ? group.map((entry) => entryButton(view, entry, words, moment.when))
      : [crowd(view, group, words, moment.when)],
  );
  return h(
    "div",
    attributes,
    (number || title) && h("div", { class: "head" }, number, title),
    h("div", { class: "entries" }, entries),
  );
}
