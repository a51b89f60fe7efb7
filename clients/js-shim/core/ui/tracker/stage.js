/** @import {Stage, System} from "../../../protocol.d.ts" */

/** @type {Stage} */
const UNKNOWN = { part: "before" };

/**
 * What is particular to a phase of the system, as the catalogue tells it.
 * @param {System | undefined} system without it, before the catalogue has come, nothing is
 * @param {string | undefined} phase
 * @returns {Stage}
 */
export function stage(system, phase) {
  return Object.entries(system?.stages ?? {}).find(([name]) => name === phase)?.[1] ?? UNKNOWN;
}
