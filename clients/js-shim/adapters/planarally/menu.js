import { newcomer } from "./asks.js";

/** @import {Local, Section} from "./planarally.d.ts" @import {Session} from "./session.js" @import {Tabletop} from "./tabletop.js" */

const KINDS = /** @type {const} */ ([
  ["party", "pc"],
  ["foes", "npc"],
]);

/**
 * What a game master finds in a token's own menu: into the fight with it.
 * @param {Tabletop} tabletop @param {Session | undefined} session @param {Local} local
 * @returns {Section[]}
 */
export function entries(tabletop, session, local) {
  const token = tabletop.token(local);
  const { language } = session ?? {};
  if (!token || !session || !language || session.table.role !== "gm") return [];
  if (Object.values(session.table.view.combatants ?? {}).some((one) => one.token === token.shape)) return [];
  return KINDS.map(([side, kind]) => ({
    title: language.text(`planarally.add_${side}`),
    action: () => {
      const one = newcomer(token, language.text("planarally.unnamed"), { side, kind });
      void session.give({ do: "add", combatants: [one] });
      return true;
    },
  }));
}
