import { stage } from "./stage.js";

/**
 * What the tracker draws, worked out of the view without knowing a rule: the server's order is
 * the order, entries with the same slot are one moment, the cursor says what is done.
 *
 * @import {System, View, Entry} from "../../../protocol.d.ts"
 *
 * @typedef {"done" | "now" | "coming"} When
 * @typedef {object} Moment
 * @property {number} slot
 * @property {When} when
 * @property {boolean} first the next one to come
 * @property {number} [at]
 * @property {string} phase
 * @property {number} [pass]
 * @property {Entry[]} entries
 *
 * @typedef {{key: string, phase: string, pass?: number, moments: Moment[]}} Lane
 *
 * @typedef {object} Span something that takes several segments
 * @property {string} key
 * @property {string} combatant
 * @property {string} what how it begins, or `completes` and the like if it began in an earlier round
 * @property {number} [action] of the combatant's declared ones
 * @property {string} [label]
 * @property {number} [from] absent: it began before this round
 * @property {number} [to] absent: it runs on into the next
 * @property {{round: number, at: number}} [until] when it ends
 */

const BEGINNINGS = new Set(["begins", "moves"]);
/** An ending that may as well be all that there is of it in the round. */
const BEGUN_HERE = new Set(["effect"]);
const ENDINGS = new Set(["completes", "effect", "arrives", "contact", "stops"]);

/** @param {View} view @returns {Moment[]} in the server's order */
export function moments(view) {
  const { from = 0, to = 0 } = view.cursor ?? {};
  /** @type {Moment[]} */
  const found = [];
  for (const [index, entry] of (view.timeline ?? []).entries()) {
    const last = found.at(-1);
    if (last && last.slot === entry.slot) {
      last.entries.push(entry);
      continue;
    }
    const when = index < from ? "done" : index < to ? "now" : "coming";
    const { slot, at, phase, pass } = entry;
    found.push({ slot, when, first: false, at, phase, pass, entries: [entry] });
  }
  const first = found.find((moment) => moment.when === "coming");
  if (first) first.first = true;
  return found;
}

/** The moments in rows: one for each phase and pass. @param {View} view @returns {Lane[]} */
export function lanes(view) {
  /** @type {Lane[]} */
  const found = [];
  for (const moment of moments(view)) {
    const key = `${moment.phase}:${moment.pass ?? ""}`;
    if (found.at(-1)?.key !== key) found.push({ key, phase: moment.phase, pass: moment.pass, moments: [] });
    found.at(-1)?.moments.push(moment);
  }
  return found;
}

/**
 * The segments of the strip: as many as a round has, with segment 0 only when something stands there; of
 * surprise segments only those that there are.
 * @param {View} view @param {System} system @returns {number[]}
 */
export function segments(view, system) {
  const used = [view.at, ...(view.timeline ?? []).map((entry) => entry.at)].filter((at) => at !== undefined);
  const phases = [view.phase, ...(view.timeline ?? []).map((entry) => entry.phase)];
  const prelude = phases.some((phase) => stage(system, phase).prelude);
  const last = prelude ? Math.max(1, ...used) : (system.layout.steps ?? 1);
  const first = used.includes(0) ? 0 : 1;
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/**
 * What takes more than a moment, and what runs on over the end of the round.
 * @param {View} view
 * @returns {Span[]}
 */
export function spans(view) {
  /** @type {Span[]} */
  const found = [];
  /** @type {Map<string, Span>} */
  const open = new Map();
  for (const entry of view.timeline ?? []) {
    const owner = `${entry.combatant}:${entry.action ?? entry.label ?? ""}`;
    const { id, combatant, what, label, at, until, action } = entry;
    if (BEGINNINGS.has(what)) {
      const span = { key: id, combatant, what, label, action, from: at, until };
      open.set(owner, span);
      found.push(span);
    } else if (ENDINGS.has(what)) {
      const span = open.get(owner);
      open.delete(owner);
      if (span) span.to = at;
      else if (!BEGUN_HERE.has(what)) found.push({ key: id, combatant, what, label, action, to: at });
    }
  }
  // Without an end it is not known for how long it goes on: another player's is not told.
  const known = found.filter((span) => span.to !== undefined || span.until);
  return [...known, ...carried(view, new Set(found.map((span) => span.combatant)))];
}

/**
 * What runs through the whole round, without a moment of its own in it.
 * @param {View} view
 * @param {Set<string>} drawn
 */
function carried(view, drawn) {
  return Object.values(view.combatants ?? {})
    .filter(({ id }) => !drawn.has(id))
    .flatMap(({ id, declared = [] }) =>
      declared
        .map((declared, action) => ({ declared, action }))
        .filter(({ declared: { carried, cancelled, lost, done } }) => carried && !cancelled && !lost && !done)
        .map(({ declared, action }) => ({
          key: `${id}:${action}`,
          combatant: id,
          action,
          what: declared.act,
          label: declared.label ?? declared.name,
        })),
    );
}

/**
 * How far it is to somebody's next moment: the moments before it, and where it is.
 * @param {View} view @param {string} id
 */
export function ahead(view, id) {
  const coming = moments(view).filter((moment) => moment.when === "coming");
  const steps = coming.findIndex((moment) => moment.entries.some((entry) => entry.combatant === id));
  return steps < 0 ? undefined : { steps: steps + 1, at: coming[steps].at };
}

/** A reader's order, in which `Goblin 2` comes before `Goblin 10`. */
const { compare } = new Intl.Collator(undefined, { numeric: true });

/**
 * Everybody in an order that is the same on every screen, since a view's combatants have none: the
 * party first, then side by side, the players' characters before the others, by name and number.
 * @param {View} view
 */
export function everyone(view) {
  return Object.values(view.combatants ?? {}).sort(
    (a, b) =>
      bySide(a.side, b.side) ||
      Number(b.kind === "pc") - Number(a.kind === "pc") ||
      compare(a.name, b.name) ||
      compare(a.id, b.id),
  );
}

/**
 * Some of them, in the same order; sides (`side:NAME`) before single ones.
 * @param {View} view @param {string[]} ids
 */
export function inOrder(view, ids) {
  const places = new Map(everyone(view).map((one, n) => [one.id, n]));
  const place = (/** @type {string} */ id) => places.get(id) ?? -1;
  return [...ids].sort((a, b) => place(a) - place(b) || bySide(a.slice(SIDE), b.slice(SIDE)));
}

/** So many signs stand before the name of a side that rolls. */
const SIDE = "side:".length;

const FIRST = ["foes", "party"];

/** @param {string} one @param {string} other */
function bySide(one, other) {
  return FIRST.indexOf(other) - FIRST.indexOf(one) || compare(one, other);
}

/** Who stands on which side. @param {View} view */
export function sides(view) {
  /** @type {Map<string, import("../../../protocol.d.ts").Combatant[]>} */
  const found = new Map();
  for (const combatant of everyone(view))
    found.set(combatant.side, [...(found.get(combatant.side) ?? []), combatant]);
  return found;
}

/**
 * The colour role of a side: the party, the first of those against it, everybody else.
 * @param {View} view
 * @param {string | undefined} side
 */
export function sideClass(view, side) {
  if (side === "party") return "side-party";
  if (!foes.has(view)) foes.set(view, against(view));
  return foes.get(view) === side ? "side-foes" : "side-other";
}

/** The first side against the party, of views that are being drawn. @type {WeakMap<View, string | undefined>} */
const foes = new WeakMap();

/** @param {View} view */
function against(view) {
  const others = Object.values(view.combatants ?? {}).map((one) => one.side);
  return [...new Set(others)].filter((one) => one !== "party").sort(bySide)[0];
}

/**
 * Two signs that stand for a name: `Orc 3` is O3, `Doctor Doom` is DD, `Morwen` is Mo.
 * @param {string} name
 */
export function initials(name) {
  const words = name.trim().split(/[\s-]+/);
  if (words.length === 1) return [...words[0]].slice(0, 2).join("");
  const last = words[words.length - 1];
  return [...words[0]][0] + (/^\d+$/.test(last) ? last.slice(-2) : [...last][0]);
}
