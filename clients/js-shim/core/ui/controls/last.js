/**
 * @import {Controller} from "./controller.js"
 * @import {Command} from "../../net/connection.js"
 */

/**
 * What each has declared last in this fight, as far as the log tells it.
 * @param {Controller} controller
 * @returns {Map<string, unknown[]>}
 */
export function lastActions({ client }) {
  const { log } = client.table;
  const opened = log.findLastIndex(({ told }) => told.event === "opened");
  /** @type {Map<string, unknown[]>} */
  const found = new Map();
  for (const { told } of log.slice(opened + 1))
    if (told.event === "declared" && Array.isArray(told.actions) && told.actions.length > 0)
      found.set(String(told.combatant), told.actions);
  return found;
}

/** The same as the last time. @param {Map<string, unknown[]>} last @returns {(combatant: string) => Command} */
export function again(last) {
  return (combatant) => ({ do: "declare", combatant, actions: last.get(combatant) });
}
