import { everyone } from "./moments.js";

/**
 * @import {View, Combatant} from "../../../protocol.d.ts"
 * @import {Words} from "../../i18n/words.js"
 *
 * @typedef {object} Kind several of a kind on one side, or somebody who is the only one
 * @property {string} key
 * @property {string} name of the kind, or of the only one
 * @property {Combatant[]} members in a reader's order
 */

/**
 * Combatants by their kinds, in the order of the first of each.
 * @param {Combatant[]} some
 * @returns {Kind[]}
 */
export function kinds(some) {
  /** @type {Map<string, Combatant[]>} */
  const found = new Map();
  for (const one of some) {
    const key = keyOf(one);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found].map(([key, members]) => ({
    key,
    name: members.length > 1 ? kindOf(members[0]) : members[0].name,
    members,
  }));
}

/** The kinds of these, monsters before players' characters. @param {View} view @param {string[]} ids @returns {Kind[]} */
export function kindsOf(view, ids) {
  const meant = new Set(ids);
  const some = everyone(view).filter((one) => meant.has(one.id));
  const [pcs, others] = [some.filter((one) => one.kind === "pc"), some.filter((one) => one.kind !== "pc")];
  return [...kinds(others), ...kinds(pcs)];
}

/** What somebody is one of. @param {Combatant} one */
export function kindOf({ creature, name }) {
  return creature ?? name;
}

/** What all of a kind have in common. @param {Combatant} one */
export function keyOf(one) {
  return one.kind === "pc" ? one.id : `${one.side}:${kindOf(one)}`;
}

/** "Goblin ×8", counting whom a group stands for. @param {Kind} kind */
export function counted({ name, members }) {
  const all = members.reduce((sum, one) => sum + (one.count ?? 1), 0);
  return all > 1 ? `${name} ×${all}` : name;
}

/** So many of a kind are told as one. */
export const FOLDED = 3;

/**
 * Names as they are told: several of a kind are one, "Goblin ×8".
 * @param {View} view @param {string[]} ids @param {Words} words
 */
export function called(view, ids, words) {
  const meant = new Set(ids);
  const there = kinds(everyone(view).filter((one) => meant.has(one.id)));
  const gone = ids.filter((id) => !view.combatants?.[id]);
  const told = there.flatMap((kind) =>
    kind.members.length < FOLDED ? kind.members.map((one) => one.name) : [counted(kind)],
  );
  return words.language.list([...told, ...gone.map((id) => words.name(id))]);
}
