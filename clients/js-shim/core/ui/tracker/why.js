import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { token } from "./entry.js";

/**
 * @import {View, Entry, Term} from "../../../protocol.d.ts"
 * @import {Words} from "../../i18n/words.js"
 */

/**
 * How a place came about, term by term, each with the rule that it rests on.
 * @param {View} view
 * @param {Entry} entry
 * @param {Words} words
 */
export function why(view, entry, words) {
  const terms = entry.why ?? [];
  return [
    h(
      "div",
      { class: "title" },
      token(view, entry.combatant, words),
      h("div", null, h("h3", null, words.name(entry.combatant)), h("p", null, words.entry(entry))),
      h(
        "button",
        { type: "button", class: "close", "data-close": true, "aria-label": words.text("button.close") },
        icon("close"),
      ),
    ),
    terms.length > 0
      ? h(
          "ol",
          { class: "terms" },
          terms.map((term) => line(term, words)),
        )
      : h("p", { class: "none" }, words.text("tracker.no_why")),
    entry.at !== undefined && h("p", { class: "sum" }, words.moment(view.system, entry.at)),
  ];
}

/** @param {Term} term @param {Words} words */
function line(term, words) {
  return h(
    "li",
    null,
    h("span", { class: "term" }, words.term(term)),
    term.value !== undefined && h("span", { class: "value" }, signed(term.value)),
    term.clause &&
      h("span", { class: "clause" }, h("abbr", null, term.clause), " ", words.clause(term.clause)),
  );
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? `−${-value}` : `${value}`;
}
