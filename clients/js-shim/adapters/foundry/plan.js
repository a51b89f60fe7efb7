import { shown } from "../../core/mirror/order.js";

/**
 * What has to be written into Foundry so that its combat shows what players see. Pure: from the two
 * views and from what is there, to changes. Nothing that only the game master knows goes into
 * them, since Foundry sends every combat whole to every browser.
 *
 * @import {View, Combatant} from "../../protocol.d.ts"
 *
 * @typedef {object} Doc a combatant as it is in Foundry
 * @property {string} id
 * @property {string} [token] see `tokenKey`
 * @property {string} [combatant] whose mirror it is, once that was written
 * @property {number} [order]
 * @property {number | null} initiative
 * @property {boolean} hidden
 * @property {boolean} defeated
 *
 * @typedef {{round: number, turn: number | null, now: string[], next: string[], docs: Doc[]}} Shown the combat as it is
 * in Foundry; `now`, `next`: our ids of those who act and who come next, for users without a place at the table
 *
 * @typedef {object} Wanted a combatant as it ought to be in Foundry
 * @property {string} combatant @property {number} order @property {number | null} initiative @property {boolean} defeated
 *
 * @typedef {{_id: string, initiative: number | null, defeated: boolean, hidden: false, flags: object}} Change
 */

/** How a Foundry token is called on the wire: its id alone may be in two scenes. @param {string} scene @param {string} token */
export function tokenKey(scene, token) {
  return `Scene.${scene}.Token.${token}`;
}

/** @param {string | undefined} key @returns {{scene: string, token: string} | undefined} */
export function parseToken(key) {
  const found = /^Scene\.([^.]+)\.Token\.([^.]+)$/.exec(key ?? "");
  return found ? { scene: found[1], token: found[2] } : undefined;
}

/**
 * Which of Foundry's combatants is which of ours: by what was written into it, else by its own id
 * (so it was called when it went up), else by its token. Never by a name.
 *
 * @param {Doc[]} docs @param {Record<string, Combatant>} combatants
 * @returns {Map<string, string>} from Foundry's id to ours
 */
export function pair(docs, combatants) {
  /** @type {Map<string, string>} */
  const pairs = new Map();
  const free = new Map(Object.entries(combatants));
  const take = (/** @type {Doc} */ doc, /** @type {string | undefined} */ id) => {
    if (id === undefined || pairs.has(doc.id) || !free.delete(id)) return;
    pairs.set(doc.id, id);
  };
  for (const doc of docs) take(doc, doc.combatant);
  for (const doc of docs) if (!doc.combatant) take(doc, doc.id);
  for (const doc of docs)
    if (!doc.combatant && doc.token) take(doc, [...free.values()].find((one) => one.token === doc.token)?.id);
  return pairs;
}

/**
 * Whom Foundry's combat shows, in order: those whom players see and the game master has not just
 * removed or hidden. The order is that of the round; who acts several times stands at the next place.
 *
 * @param {View} open what players see @param {View} whole what the game master sees
 * @returns {Wanted[]}
 */
export function wanted(open, whole) {
  return shown(open, whole).map((one, order) => ({
    combatant: one.id,
    order,
    initiative: open.phase === "over" ? null : (one.initiative ?? null),
    defeated: one.defeated || one.dead === true || !one.able,
  }));
}

/**
 * Foundry's combatants that stand for nobody any more: removed, or hidden by other means than
 * Foundry's own eye (whose owner has them in the list still, and no player does).
 *
 * @param {Doc[]} docs @param {Map<string, string>} pairs @param {View} whole @param {(doc: Doc) => boolean} stranger who has yet to go up
 */
export function stale(docs, pairs, whole, stranger) {
  return docs.filter((doc) => {
    const id = pairs.get(doc.id);
    if (id === undefined) return !stranger(doc);
    return whole.combatants?.[id]?.hidden === true && !doc.hidden;
  });
}

/**
 * The one write, or nothing if all is as it ought to be. `docs` are those that are there now, after
 * missing ones were made.
 *
 * @param {Shown} there @param {Wanted[]} wish @param {Map<string, string>} pairs @param {View} open
 * @returns {{round: number, turn: number | null, now: string[], next: string[], combatants: Change[]} | undefined}
 */
export function update(there, wish, pairs, open) {
  const wishes = new Map(wish.map((one) => [one.combatant, one]));
  const matched = there.docs.map((doc) => ({ doc, one: wishes.get(pairs.get(doc.id) ?? "") }));
  const combatants = matched.flatMap(({ doc, one }) => (one ? changes(doc, one) : []));
  // A fight that is over looks as one that has not begun: so the next one can begin here.
  const begun = open.phase !== "setup" && open.phase !== "over";
  const { active = [], next: coming = [] } = begun ? open : {};
  const round = begun ? Math.max(1, open.round) : 0;
  const turn = turnOf(matched, new Set(active));
  const visible = (/** @type {string[]} */ ids) => ids.filter((id) => wishes.has(id));
  const [now, next] = [visible(active), visible(coming)];
  const same =
    round === there.round && turn === there.turn && equal(now, there.now) && equal(next, there.next);
  return same && combatants.length === 0 ? undefined : { round, turn, now, next, combatants };
}

/** An encounter in which nothing has begun, of people who are in no fight. @param {Shown} there */
export function nowhere({ docs }) {
  const combatants = docs.map(({ id }) => ({
    _id: id,
    initiative: null,
    flags: { turnkeeper: { combatant: null, order: null } },
  }));
  return { round: 0, turn: null, combatants };
}

/** @param {string[]} a @param {string[]} b */
function equal(a, b) {
  return a.length === b.length && a.every((one, n) => one === b[n]);
}

/** @param {Doc} doc @param {Wanted} one @returns {Change[]} */
function changes(doc, { combatant, order, initiative, defeated }) {
  const same =
    doc.combatant === combatant &&
    doc.order === order &&
    doc.initiative === initiative &&
    doc.defeated === defeated &&
    !doc.hidden;
  return same
    ? []
    : [{ _id: doc.id, initiative, defeated, hidden: false, flags: { turnkeeper: { combatant, order } } }];
}

/** `turn` counts in the list as every browser sorts it. @param {{doc: Doc, one: Wanted | undefined}[]} matched @param {Set<string>} active */
function turnOf(matched, active) {
  const sorted = matched.map(({ doc, one }) => ({
    id: doc.id,
    order: one ? one.order : doc.order,
    active: one !== undefined && active.has(one.combatant),
  }));
  const turn = sorted.sort(inOrder).findIndex((one) => one.active);
  return turn === -1 ? null : turn;
}

/**
 * By order, then by id: complete, and the same in every browser. Who has no place comes last.
 * @param {{id: string, order?: number}} a @param {{id: string, order?: number}} b
 */
export function inOrder(a, b) {
  const [first, second] = [a.order ?? Infinity, b.order ?? Infinity];
  if (first !== second) return first - second;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
