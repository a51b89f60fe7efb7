/**
 * Roll20's turn order: which rows ours ought to be, and how they stand among others'. Pure.
 *
 * @import {Combatant, View} from "../../protocol.d.ts"
 * @import {Token} from "./bridge.js"
 *
 * @typedef {{id: string, pr: string | number, custom: string, _pageid?: string, [more: string]: unknown}} Row
 * `id` of the token, "-1" for a row that is only text; whatever else others have in theirs is kept
 */

/** Rows of text have no identity but their text, so ours begin with a sign that every font has. */
export const MARK = "◆ ";

/** @param {string} turnorder @returns {Row[]} none if it is no list: there has never been one */
export function parse(turnorder) {
  try {
    const rows = JSON.parse(turnorder);
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

/** @param {Row} row @param {ReadonlySet<string>} tokens of those in the fight, and of those whose rows we have put there */
export function isOurs(row, tokens) {
  return row.id === "-1" ? String(row.custom ?? "").startsWith(MARK) : tokens.has(row.id);
}

/**
 * The rows of the round as players may see it (Roll20 hides its turn order from nobody): what happens
 * now and what is to come, the clock, what is done. The clock is first while nobody acts, because
 * Roll20 takes the first row for the one whose turn it is. Somebody who acts twice has two rows.
 *
 * @param {View} open what players see
 * @param {ReadonlySet<string>} visible combatants that the game master has not just hidden
 * @param {ReadonlyMap<string, Pick<Token, "id" | "page">>} tokens by id
 * @param {string} clock what the row of the clock says
 * @returns {Row[]}
 */
export function wanted(
  { timeline = [], cursor, combatants = {}, active = [], phase },
  visible,
  tokens,
  clock,
) {
  if (visible.size === 0 || phase === "over") return [];
  const shown = (/** @type {{combatant: string, at?: number}[]} */ places) =>
    places
      .filter((place) => visible.has(place.combatant))
      .map((place) => row(combatants[place.combatant], tokens, place.at));
  const placed = new Set(timeline.map((entry) => entry.combatant));
  // The same for every window, whichever way it came to know them.
  const rest = Object.values(combatants)
    .filter(({ id }) => !placed.has(id))
    .sort(byName);
  const coming = shown(timeline.slice(cursor.from));
  const time = { id: "-1", pr: "", custom: MARK + clock };
  return [
    ...(active.length > 0 ? [...coming, time] : [time, ...coming]),
    ...shown(timeline.slice(0, cursor.from)),
    ...shown(rest.map(({ id }) => ({ combatant: id }))),
  ];
}

/** @param {Combatant} combatant @param {ReadonlyMap<string, Pick<Token, "id" | "page">>} tokens @param {number} [at] @returns {Row} */
function row({ name, token }, tokens, at) {
  const pr = at === undefined ? "" : String(at);
  const there = tokens.get(token ?? "");
  // A row of a token without its page breaks Roll20's tracker.
  return there
    ? { id: there.id, pr, custom: "", _pageid: there.page }
    : { id: "-1", pr, custom: MARK + name };
}

/** @param {Combatant} a @param {Combatant} b */
function byName(a, b) {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Ours in their order, then everybody else's as they stand. @param {Row[]} there @param {Row[]} ours @param {ReadonlySet<string>} tokens */
export function merge(there, ours, tokens) {
  // What Roll20 or another script has noted on a row of ours stays with it, occurrence by occurrence.
  const old = there.filter((row) => row.id !== "-1" && isOurs(row, tokens));
  const kept = ours.map((row) => {
    const at = old.findIndex((one) => one.id === row.id);
    const { custom = "", ...rest } = at === -1 ? row : { ...old.splice(at, 1)[0], ...row };
    return { ...rest, custom };
  });
  return [...kept, ...there.filter((row) => !isOurs(row, tokens))];
}

/** Whether two orders show the same. @param {Row[]} a @param {Row[]} b */
export function same(a, b) {
  const seen = (/** @type {Row[]} */ rows) =>
    JSON.stringify(rows.map((row) => [row.id, String(row.pr ?? ""), row.custom ?? "", row._pageid ?? ""]));
  return seen(a) === seen(b);
}
