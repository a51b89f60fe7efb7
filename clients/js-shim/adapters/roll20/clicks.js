import { isOurs } from "./rows.js";

/**
 * What somebody did in Roll20's tracker, from the order as it was and as it is. It knows no events of
 * its own: only the whole list, again and again.
 *
 * @import {Row} from "./rows.js"
 *
 * @typedef {{did: "next"} | {did: "cleared"} | {did: "removed", tokens: string[]}
 *   | {did: "moved", token: string, before: string}} Click
 */

/**
 * @param {Row[]} before @param {Row[]} after
 * @param {ReadonlySet<string>} tokens of those who are in the fight
 * @returns {Click | undefined} nothing if it was nothing of ours
 */
export function clicked(before, after, tokens) {
  const [old, now] = [before, after].map((rows) => rows.map(name));
  if (isRotated(old, now)) return { did: "next" };
  const [mine, left] = [before, after].map((rows) => rows.filter((row) => isOurs(row, tokens)));
  if (mine.length > 0 && left.length === 0) return { did: "cleared" };
  const there = new Set(left.map((row) => row.id));
  const removed = [...new Set(mine.map((row) => row.id))].filter((id) => id !== "-1" && !there.has(id));
  if (removed.length > 0) return { did: "removed", tokens: removed };
  return moved(mine, left);
}

/**
 * Roll20's Next moves the first row to the end, whosever it is. Pressed several times before we look,
 * it is one Next; all but once round, it is rather the last row that was dragged to the top.
 * @param {string[]} old @param {string[]} now
 */
function isRotated(old, now) {
  const most = Math.max(1, old.length - 2);
  return (
    old.length > 1 &&
    old.slice(0, most).some((_, last) => equal([...old.slice(last + 1), ...old.slice(0, last + 1)], now))
  );
}

/** One token that was dragged to another place among the others. @param {Row[]} before @param {Row[]} after @returns {Click | undefined} */
function moved(before, after) {
  const [old, now] = [before, after].map((rows) => rows.map((row) => row.id).filter((id) => id !== "-1"));
  if (old.length !== now.length || equal(old, now)) return undefined;
  for (const [from, token] of old.entries()) {
    const rest = old.toSpliced(from, 1);
    const to = now.findIndex(
      (one, place) => one === token && place !== from && equal(now.toSpliced(place, 1), rest),
    );
    // Of two neighbours that change places, the one that has somebody behind it now.
    const before = to === -1 ? undefined : now.slice(to + 1).find((id) => id !== token);
    if (before) return { did: "moved", token, before };
  }
}

/** @param {Row} row */
function name(row) {
  return row.id === "-1" ? `-1 ${row.custom}` : row.id;
}

/** @param {string[]} a @param {string[]} b */
function equal(a, b) {
  return a.length === b.length && a.every((one, n) => one === b[n]);
}
