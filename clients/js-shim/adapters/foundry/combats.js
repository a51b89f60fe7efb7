import { ID } from "./settings.js";
import { tokenKey } from "./plan.js";

/** @import {Combat, Combatant, Foundry} from "./foundry.d.ts" @import {Doc, Shown} from "./plan.js" */

/** Goes with everything that we write, so that we know it again. `turnEvents`: turns are not Foundry's to begin and end. */
export const OURS = { [ID]: true, turnEvents: false };

/** @param {Combat | null | undefined} combat whether the combat is led by Turnkeeper */
export function isOurs(combat) {
  return typeof combat?.flags?.[ID]?.table === "string";
}

/** The combat of our table. Should there be two, everybody takes the same. @param {Foundry} vtt @param {string} table */
export function combatOf(vtt, table) {
  const ours = vtt.game.combats.contents.filter((combat) => combat.flags?.[ID]?.table === table);
  return ours.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
}

/** @param {Combat} combat @returns {Shown} */
export function read(combat) {
  const { now, next } = combat.flags?.[ID] ?? {};
  const docs = combat.combatants.contents.map(readOne);
  return { round: combat.round, turn: combat.turn, now: now ?? [], next: next ?? [], docs };
}

/** @param {Combatant} doc @returns {Doc} */
export function readOne(doc) {
  const { combatant, order } = doc.flags?.[ID] ?? {};
  const token = doc.sceneId && doc.tokenId ? tokenKey(doc.sceneId, doc.tokenId) : undefined;
  return {
    id: doc.id,
    token,
    combatant: combatant ?? undefined,
    order: order ?? undefined,
    initiative: doc.initiative,
    hidden: doc.hidden,
    defeated: doc.defeated,
  };
}
