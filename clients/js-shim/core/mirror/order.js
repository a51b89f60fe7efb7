/** @import {Combatant, View} from "../../protocol.d.ts" */

/**
 * Whom a tabletop's list shows, in order: those whom players see and the game master has not just
 * removed or hidden. The order is that of the round; who acts several times stands at the next place.
 *
 * @param {View} open what players see @param {View} whole what the game master sees
 * @returns {Combatant[]}
 */
export function shown(open, whole) {
  const places = nextPlaces(open);
  const place = (/** @type {Combatant} */ { id }) => places.get(id) ?? Infinity;
  return Object.values(open.combatants ?? {})
    .filter(({ id }) => whole.combatants?.[id]?.hidden === false)
    .sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

/** Of each combatant its current or next place in the timeline, else its last. @param {View} view @returns {Map<string, number>} */
export function nextPlaces({ timeline = [], cursor }) {
  /** @type {Map<string, number>} */
  const places = new Map();
  timeline.forEach(({ combatant }, place) => {
    if ((places.get(combatant) ?? -1) < cursor.from) places.set(combatant, place);
  });
  return places;
}
