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

/**
 * Foundry's own buttons ask the server, in combats of ours alone. The class of combats belongs to
 * the game system, so its methods are wrapped, not replaced; by libWrapper if that is there.
 *
 * @param {Foundry} vtt @param {Answers} answers
 */
export function wrap(vtt, answers) {
  // Foundry hands this method to a sort as it stands, without a combat: the combatants know theirs.
  method(vtt, "_sortCombatants", (_, wrapped, a, b) =>
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
    method(vtt, name, (combat, wrapped, ...parts) =>
      isOurs(combat) ? instead(combat, ask(combat, parts[0])) : wrapped(...parts),
    );
}

/** @param {Combat} combat @param {unknown} asked @returns {Promise<Combat>} what Foundry's methods answer */
async function instead(combat, asked) {
  await asked;
  return combat;
}

/** @param {Foundry} vtt @param {string} name @param {(self: any, wrapped: Function, ...parts: any[]) => unknown} wrapper */
function method(vtt, name, wrapper) {
  if (vtt.libWrapper) {
    const target = `CONFIG.Combat.documentClass.prototype.${name}`;
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
  const prototype = vtt.CONFIG.Combat.documentClass.prototype;
  const original = prototype[name];
  prototype[name] = /** @this {any} */ function (/** @type {any[]} */ ...parts) {
    return wrapper(this, original.bind(this), ...parts);
  };
}
