/** @import {Client} from "../state/client.js" */

/**
 * In little room, what is asked comes into sight by itself. Once somebody acts, nothing is asked any more and the
 * round is to be seen again.
 *
 * @param {Client} client @param {() => void} show brings the round into sight
 * @returns {() => void} ends it
 */
export function roundInSight(client, show) {
  let acted = true; // whoever has just come in looks where they like
  return client.subscribe(() => {
    const acts = (client.table.view.active ?? []).length > 0;
    if (acts && !acted) show();
    acted = acts;
  });
}
