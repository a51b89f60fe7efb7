import { h } from "../dom/h.js";

/**
 * @import {Line} from "../../state/table.js"
 * @import {Pieces} from "../dom/pieces.js"
 * @import {Words} from "../../i18n/words.js"
 */

/** Events that are said by what they lead to, or only matter to machines. */
const SILENT = new Set(["acted"]);

/**
 * The log, newest first, in parts for each round and phase.
 * @param {Line[]} log
 * @param {Words} words
 * @param {(user: string) => string} nameOf
 * @param {Pieces} pieces
 */
export function lines(log, words, nameOf, pieces) {
  const systems = systemsOf(log, words.table.view.system);
  const crossed = crossedOut(log);
  return log
    .filter((line) => !SILENT.has(line.told.event))
    .toReversed()
    .map((line) => {
      const [by, system] = [line.by && nameOf(line.by), systems.get(line)];
      const from = [words, words.table.names, words.table.catalogue, by, system, crossed.has(line)];
      return pieces.piece(line, from, () => entry(line, words, crossed.has(line), by, system));
    });
}

/**
 * Each line with the rules of its fight: an earlier one's segments are no counts. Of what came before
 * the log begins, and of what an undo may have brought back meanwhile, the rules are not known.
 * @param {Line[]} log
 * @param {string | undefined} current
 * @returns {Map<Line, string>}
 */
function systemsOf(log, current) {
  const last = log.findLastIndex(({ told }) => told.event === "opened" || told.event === "undone");
  /** @type {string | undefined} */
  let system;
  const found = log.map((line, n) => {
    if (line.told.event === "undone") system = undefined;
    if (line.told.event === "opened") system = String(line.told.system);
    return /** @type {const} */ ([line, (n >= last ? current : system) ?? ""]);
  });
  return new Map(found);
}

/**
 * Lines that were taken back and not done again, as `undone` and `redone` say which they are.
 * @param {Line[]} log
 * @returns {Set<Line>}
 */
function crossedOut(log) {
  /** @type {Set<Line>} */
  const found = new Set();
  for (const [n, { told }] of log.entries()) {
    if (typeof told.events !== "number") continue;
    const end = n - Number(told.passed ?? 0);
    for (const line of log.slice(Math.max(0, end - told.events), Math.max(0, end)))
      if (told.event === "undone") found.add(line);
      else found.delete(line);
  }
  return found;
}

/** @param {Line} line @param {Words} words @param {boolean} crossed @param {string | undefined} by @param {string} [system] */
function entry({ key, told }, words, crossed, by, system) {
  const clause = told.clause ? words.clause(told.clause) : "";
  return h(
    "li",
    { key: `line:${key}`, class: `${told.event}${crossed ? " crossed" : ""}` },
    h(crossed ? "s" : "span", null, words.event(told, system)),
    crossed && h("span", { class: "unseen" }, words.text("log.crossed")),
    told.clause && h("abbr", { title: clause || undefined }, told.clause),
    by && told.event !== "moved" && h("span", { class: "by" }, words.text("log.by", { name: by })),
  );
}
