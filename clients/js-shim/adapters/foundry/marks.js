import { combatOf, read } from "./combats.js";
import { parseToken } from "./plan.js";

/**
 * @import {Client} from "../../core/state/client.js"
 * @import {Foundry} from "./foundry.d.ts"
 *
 * @typedef {{now: Marked[], next: Marked[]}} Marks who acts and who comes after them
 * @typedef {{name: string, scene?: string, token?: string}} Marked `scene` and `token`: Foundry's ids, where there is a token
 */

/**
 * Whom this window marks: by its own view of the fight where its user has a place at the table, else by what
 * was written into the encounter, which is what players see. Without an encounter nobody is marked.
 *
 * @param {Foundry} vtt @param {string} table @param {Client | undefined} client
 * @returns {Marks}
 */
export function marks(vtt, table, client) {
  const combat = combatOf(vtt, table);
  if (!combat) return { now: [], next: [] };
  if (client?.table.position()) {
    const { active = [], next = [], combatants = {} } = client.table.view;
    const of = (/** @type {string} */ id) => {
      const one = combatants[id];
      return one ? [{ name: one.name, ...parseToken(one.token) }] : [];
    };
    return { now: active.flatMap(of), next: next.flatMap(of) };
  }
  const { now, next } = read(combat);
  const docs = new Map(combat.combatants.contents.map((doc) => [doc.flags?.turnkeeper?.combatant, doc]));
  const of = (/** @type {string} */ id) => {
    const doc = docs.get(id);
    const place = doc?.sceneId && doc.tokenId ? { scene: doc.sceneId, token: doc.tokenId } : {};
    return doc ? [{ name: doc.name, ...place }] : [];
  };
  return { now: now.flatMap(of), next: next.flatMap(of) };
}
