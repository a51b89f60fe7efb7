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
  return log
    .filter((line) => !SILENT.has(line.told.event))
    .toReversed()
    .map((line) => {
      const [by, system] = [line.by && nameOf(line.by), systems.get(line)];
      return pieces.piece(line, [words, words.table.names, words.table.catalogue, by, system], () =>
        entry(line, words, by, system),
      );
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

/** @param {Line} line @param {Words} words @param {string | undefined} by @param {string} [system] */
function entry({ key, told }, words, by, system) {
  const clause = told.clause ? words.clause(told.clause) : "";
  return h(
    "li",
    { key: `line:${key}`, class: told.event },
    h("span", null, words.event(told, system)),
    told.clause && h("abbr", { title: clause || undefined }, told.clause),
    by && told.event !== "moved" && h("span", { class: "by" }, words.text("log.by", { name: by })),
  );
}
