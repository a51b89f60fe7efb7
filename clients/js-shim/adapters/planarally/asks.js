/**
 * What is asked of the server for what somebody did at PlanarAlly's side. Pure.
 *
 * @import {Combatant, View} from "../../protocol.d.ts"
 * @import {Command} from "../../core/net/connection.js"
 * @import {Token} from "./tabletop.js"
 *
 * @typedef {{covert: boolean, eye: boolean | undefined, name: string}} Seen of a combatant's token: whether players
 * cannot see it, whether its row in the tracker is open to them (undefined: it has none), and its name for them
 */

/**
 * Somebody new. The id is PlanarAlly's, so that asking twice adds once. A name that players do not read there
 * they do not read here.
 * @param {Token} token @param {string} unnamed @param {Partial<Combatant>} more
 */
export function newcomer({ shape, name, covert, owned }, unnamed, more = {}) {
  const kind = owned ? "pc" : "npc";
  const side = owned ? "party" : "foes";
  return { id: shape, token: shape, name: name || unnamed, kind, side, hidden: covert, ...more };
}

/**
 * What PlanarAlly hides is hidden; what it shows again is shown. At a first look hiding counts, whoever did it.
 * @param {Seen | undefined} before @param {Seen} now @param {Combatant} combatant
 * @returns {Command | undefined}
 */
export function changed(before, now, combatant) {
  const hides = now.covert || now.eye === false;
  const moved = before?.covert !== now.covert || before?.eye !== now.eye;
  const reveals = !hides && (before?.covert === true || (before?.eye === false && now.eye === true));
  const set = {
    ...(hides && moved && !combatant.hidden && { hidden: true }),
    ...(reveals && combatant.hidden && { hidden: false }),
    ...(before && now.name && now.name !== before.name && now.name !== combatant.name && { name: now.name }),
  };
  return Object.keys(set).length > 0 ? { do: "change", combatant: combatant.id, set } : undefined;
}

/** A value that was typed into the tracker: the face of a roll that is waited for, else a total that is put right. @param {View} view @param {Combatant} combatant @param {number} value @returns {Command} */
export function valued({ prompts = [] }, { id, side }, value) {
  const asked = prompts.flatMap((prompt) => (prompt.prompt === "roll" ? (prompt.for ?? []) : []));
  const roller = [id, `side:${side}`].find((one) => asked.includes(one));
  return roller ? { do: "roll", for: roller, faces: [value] } : { do: "correct", for: id, total: value };
}

/**
 * A row that was dragged.
 * @param {string[]} rows ids of combatants in the order that was @param {number} from @param {number} to
 * @returns {Command | undefined}
 */
export function moved(rows, from, to) {
  const combatant = rows[from];
  const rest = rows.toSpliced(from, 1);
  if (combatant === undefined || from === to || rest.length === 0) return undefined;
  return rest[to] === undefined
    ? { do: "place", combatant, last: true }
    : { do: "place", combatant, before: rest[to] };
}
