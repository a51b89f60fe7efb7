import { inOrder } from "./plan.js";
import { isOurs, readOne } from "./combats.js";
import { ID } from "./settings.js";

/**
 * @import {Combat, Combatant, Foundry} from "./foundry.d.ts"
 *
 * @typedef {object} Answers what is done instead for a combat of ours
 * @property {() => unknown} begin @property {() => unknown} next @property {() => unknown} back
 * @property {() => unknown} round @property {(combatants: Combatant[]) => unknown} roll
 */

const COMBAT = /** @type {["Combat", "documentClass"]} */ (["Combat", "documentClass"]);
const TOKEN = /** @type {["Token", "objectClass"]} */ (["Token", "objectClass"]);

/**
 * Foundry's own buttons ask the server, in combats of ours alone. The class of combats belongs to
 * the game system, so its methods are wrapped, not replaced; by libWrapper if that is there.
 *
 * @param {Foundry} vtt @param {Answers} answers @param {(token: any) => void} marked after Foundry looked at a token's own marker
 */
export function wrap(vtt, answers, marked) {
  // Foundry hands this method to a sort as it stands, without a combat: the combatants know theirs.
  method(vtt, COMBAT, "_sortCombatants", (_, wrapped, a, b) =>
    isOurs(a.parent) ? inOrder(readOne(a), readOne(b)) : wrapped(a, b),
  );
  /** @type {[string, (combat: Combat, ids: any) => unknown][]} */
  const asked = [
    ["startCombat", () => answers.begin()],
    ["nextTurn", () => answers.next()],
    ["previousTurn", () => answers.back()],
    ["nextRound", () => answers.round()],
    ["previousRound", () => answers.back()],
    [
      "rollInitiative",
      (combat, ids) => answers.roll([ids].flat().flatMap((id) => combat.combatants.get(id) ?? [])),
    ],
  ];
  for (const [name, ask] of asked)
    method(vtt, COMBAT, name, (combat, wrapped, ...parts) =>
      isOurs(combat) ? instead(combat, ask(combat, parts[0])) : wrapped(...parts),
    );
  method(vtt, TOKEN, "_refreshTurnMarker", (token, wrapped, ...parts) => {
    wrapped(...parts);
    marked(token);
  });
}

/** @param {Combat} combat @param {unknown} asked @returns {Promise<Combat>} what Foundry's methods answer */
async function instead(combat, asked) {
  await asked;
  return combat;
}

/**
 * A method that this version of Foundry, or this game system, does not have is left out.
 *
 * @param {Foundry} vtt @param {["Combat" | "Token", "documentClass" | "objectClass"]} of where Foundry's CONFIG has the class
 * @param {string} name @param {(self: any, wrapped: Function, ...parts: any[]) => unknown} wrapper
 */
function method(vtt, [kind, member], name, wrapper) {
  const prototype = /** @type {any} */ (vtt.CONFIG[kind])?.[member]?.prototype;
  const original = prototype?.[name];
  if (typeof original !== "function") return;
  if (vtt.libWrapper) {
    const target = `CONFIG.${kind}.${member}.prototype.${name}`;
    vtt.libWrapper.register(
      ID,
      target,
      /** @this {any} */ function (/** @type {Function} */ wrapped, /** @type {any[]} */ ...parts) {
        return wrapper(this, wrapped, ...parts);
      },
      "MIXED",
    );
    return;
  }
  prototype[name] = /** @this {any} */ function (/** @type {any[]} */ ...parts) {
    return wrapper(this, original.bind(this), ...parts);
  };
}
