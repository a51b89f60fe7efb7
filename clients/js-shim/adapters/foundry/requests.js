import { parseToken, tokenKey } from "./plan.js";

/**
 * @import {Combatant as Doc, Foundry} from "./foundry.d.ts"
 * @import {Combatant} from "../../protocol.d.ts"
 * @import {Command} from "../../core/net/connection.js"
 */

const SIDES = new Map([
  [1, "party"],
  [0, "neutral"],
  [-1, "foes"],
  [-2, "foes"],
]);

/** Somebody new, as Foundry's tracker has them. The id is Foundry's, so that asking twice adds once. @param {Doc} doc */
export function newcomer(doc) {
  const kind = doc.actor?.hasPlayerOwner ? "pc" : "npc";
  const token = doc.sceneId && doc.tokenId ? { token: tokenKey(doc.sceneId, doc.tokenId) } : {};
  const side = SIDES.get(doc.token?.disposition ?? NaN) ?? (kind === "pc" ? "party" : "foes");
  return { id: doc.id, name: doc.name, kind, side, hidden: doc.hidden, ...token };
}

/**
 * What a change in Foundry's tracker asks for. `defeated` is no value of the fight's but follows
 * from hit points, so a person who is laid down by hand is one who cannot act.
 *
 * @param {string} combatant @param {{hidden?: boolean, defeated?: boolean, name?: string}} changes
 * @returns {Command | undefined}
 */
export function changed(combatant, { hidden, defeated, name }) {
  const set = {
    ...(hidden !== undefined && { hidden }),
    ...(defeated !== undefined && { able: !defeated }),
    ...(name && { name }),
  };
  return Object.keys(set).length > 0 ? { do: "change", combatant, set } : undefined;
}

/**
 * A new document for Foundry. @param {Foundry} vtt @param {Combatant} one @param {import("./plan.js").Wanted} wish
 */
export function documentFor(vtt, one, { combatant, order, initiative, defeated }) {
  const place = parseToken(one.token);
  const token = place && vtt.game.scenes.get(place.scene)?.tokens.get(place.token);
  const where = token ? { tokenId: token.id, sceneId: place.scene, actorId: token.actorId } : {};
  // Without a token Foundry knows no name; with one it takes the token's own.
  return {
    ...where,
    ...(!token && { name: one.name }),
    initiative,
    defeated,
    hidden: false,
    flags: { turnkeeper: { combatant, order } },
  };
}
