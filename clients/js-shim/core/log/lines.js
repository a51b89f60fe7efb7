import { h } from "../draw/h.js";

/**
 * @import {Line} from "../table.js"
 * @import {Words} from "../words.js"
 */

/** Events that are said by what they lead to, or only matter to machines. */
const SILENT = new Set(["acted"]);

/**
 * The log, newest first, in parts for each round and phase.
 * @param {Line[]} log
 * @param {Words} words
 * @param {(user: string) => string} nameOf
 */
export function lines(log, words, nameOf) {
  return log
    .filter((line) => !SILENT.has(line.told.event))
    .toReversed()
    .map((line) => entry(line, words, nameOf));
}

/** @param {Line} line @param {Words} words @param {(user: string) => string} nameOf */
function entry({ key, told, by }, words, nameOf) {
  const clause = told.clause ? words.clause(told.clause) : "";
  return h(
    "li",
    { key: `line:${key}`, class: told.event },
    h("span", null, words.event(told)),
    told.clause && h("abbr", { title: clause || undefined }, told.clause),
    by && told.event !== "moved" && h("span", { class: "by" }, words.text("log.by", { name: nameOf(by) })),
  );
}
