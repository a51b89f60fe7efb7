import { nextPlaces, shown } from "../../core/mirror/order.js";

/**
 * What PlanarAlly's tracker ought to show, and the next step that brings it there. Pure. Nothing that only
 * the game master knows goes into it: PlanarAlly sends its whole tracker, hidden rows too, to everybody.
 *
 * @import {View} from "../../protocol.d.ts"
 *
 * @typedef {{shape: string, value?: number, visible: boolean}} Row a row as it is there; `shape` is the global id
 * @typedef {{rows: Row[], round: number, turn: number, sort: number, active: boolean}} Shown the tracker as it is
 * @typedef {{rows: {shape: string, value?: number}[], round: number, turn: number, active: boolean}} Wish
 *
 * @typedef {{do: "remove" | "add" | "show", shape: string} | {do: "wipe"} | {do: "clear"}
 *   | {do: "value", shape: string, value: number} | {do: "sort"}
 *   | {do: "move", shape: string, from: number, to: number}
 *   | {do: "active"} | {do: "round", round: number} | {do: "turn", turn: number}} Step
 */

/** PlanarAlly's order by hand, in which values move nobody. */
export const BY_HAND = 2;

/**
 * @param {View} open what players see @param {View} whole what the game master sees
 * @param {(shape: string) => boolean} here whether there is such a shape in this location
 * @returns {Wish}
 */
export function wish(open, whole, here) {
  const { phase, round, cursor, timeline = [], active = [] } = open;
  const going = phase !== "setup" && phase !== "over";
  const places = nextPlaces(open);
  const people = phase === "over" ? [] : firstOfEach(shown(open, whole)).filter(({ token }) => here(token));
  const acting = people.findIndex(({ id }) => active.includes(id));
  const coming = people.findIndex(({ id }) => (places.get(id) ?? Infinity) >= cursor.from);
  const turn = acting !== -1 ? acting : timeline.length > 0 && coming === -1 ? people.length - 1 : coming;
  return {
    rows: people.map(({ id, token, initiative }) => ({
      shape: token,
      value: timeline[places.get(id) ?? -1]?.at ?? initiative,
    })),
    round: going ? Math.max(1, round) : 0,
    turn: Math.max(0, turn),
    active: going,
  };
}

/** A shape has one row. @param {import("../../protocol.d.ts").Combatant[]} people */
function firstOfEach(people) {
  const had = new Set();
  return people.flatMap((one) => {
    const { token } = one;
    if (token === undefined || had.has(token)) return [];
    had.add(token);
    return [{ ...one, token }];
  });
}

/**
 * One step, or nothing if all is as it ought to be. Values come before the turn: PlanarAlly answers each of them
 * with all that it knows, the old turn included.
 *
 * @param {Shown} there @param {Wish} wish @param {ReadonlySet<string>} gone shapes whose rows are to go
 * @returns {Step | undefined}
 */
export function nextStep(there, wish, gone) {
  const stale = there.rows.filter(({ shape }) => gone.has(shape));
  if (wish.rows.length === 0) return stale.length > 0 ? closing(there, wish, stale) : undefined;
  if (there.rows.length > 0 && there.turn >= there.rows.length) return { do: "turn", turn: 0 }; // it refuses all else
  if (stale.length > 0) return { do: "remove", shape: stale[0].shape };
  return rowStep(there, wish) ?? clockStep(there, wish);
}

/** Nobody is left to be shown: what is taken away last leaves a tracker that has not begun. @param {Shown} there @param {Wish} wish @param {Row[]} stale */
function closing(there, wish, stale) {
  const clock = clockStep(there, { ...wish, turn: 0 });
  if (clock) return clock;
  return stale.length === there.rows.length ? { do: /** @type {const} */ ("wipe") } : removal(stale[0]);
}

/** @param {Row} row @returns {Step} */
function removal({ shape }) {
  return { do: "remove", shape };
}

/** @param {Shown} there @param {Wish} wish @returns {Step | undefined} */
function rowStep({ rows, sort }, wish) {
  const there = new Map(rows.map((row) => [row.shape, row]));
  const value = (/** @type {string} */ shape) => there.get(shape)?.value;
  for (const { shape } of wish.rows) if (!there.has(shape)) return { do: "add", shape };
  for (const { shape } of wish.rows) if (!there.get(shape)?.visible) return { do: "show", shape };
  // A single value cannot be taken away.
  if (wish.rows.some((row) => row.value === undefined && value(row.shape) !== undefined))
    return { do: "clear" };
  for (const { shape, value: wanted } of wish.rows)
    if (wanted !== undefined && wanted !== value(shape)) return { do: "value", shape, value: wanted };
  if (sort !== BY_HAND) return { do: "sort" };
  for (const [to, { shape }] of wish.rows.entries()) {
    const from = rows.findIndex((row) => row.shape === shape);
    if (from !== to) return { do: "move", shape, from, to };
  }
}

/** @param {Shown} there @param {Wish} wish @returns {Step | undefined} */
function clockStep(there, wish) {
  if (there.active !== wish.active) return { do: "active" };
  if (there.round !== wish.round) return { do: "round", round: wish.round };
  if (there.turn !== wish.turn) return { do: "turn", turn: wish.turn };
}
