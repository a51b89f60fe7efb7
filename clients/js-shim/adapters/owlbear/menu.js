/** @import {Item, Owlbear} from "./sdk.d.ts" @import {Client} from "../../core/state/client.js" @import {Command} from "../../core/net/connection.js" */

const KINDS = /** @type {const} */ ([
  ["party", "pc"],
  ["foes", "npc"],
]);

/**
 * What a game master finds in a token's own menu: into the fight with it.
 * @param {Owlbear} obr
 * @param {string} icon address of a picture
 * @param {() => Client | undefined} client
 * @param {(refusal: any) => void} refused
 */
export async function offer(obr, icon, client, refused) {
  const words = /** @type {Client} */ (client()).words;
  for (const [side, kind] of KINDS) {
    const filter = { roles: ["GM"], every: [{ key: "layer", value: "CHARACTER" }] };
    await obr.contextMenu.create({
      id: `turnkeeper/add-${side}`,
      icons: [{ icon, label: words.text(`owlbear.add_${side}`), filter }],
      onClick: ({ items }) =>
        void client()
          ?.give(newcomers(items, side, kind))
          .catch(refused),
    });
  }
}

/**
 * The id is Owlbear's, so that asking twice adds once.
 * @param {Item[]} items @param {string} side @param {string} kind
 * @returns {Command}
 */
export function newcomers(items, side, kind) {
  const combatants = items.map(({ id, name, text, visible }) => ({
    id,
    name: text?.plainText?.trim() || name,
    side,
    kind,
    token: id,
    hidden: !visible,
  }));
  return { do: "add", combatants };
}
