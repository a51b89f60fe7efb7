/** @import {View} from "../../protocol.d.ts" @import {Bridge} from "./bridge.js" */

/** Of an aura, where nobody has chosen another. */
export const COLOUR = "#f2b45c";

/** Auras round the tokens of those who act, by the game master's own page: every game can have them. */
export class Lights {
  #lit = "";

  /** @param {Bridge} bridge */
  constructor(bridge) {
    this.bridge = bridge;
  }

  /** As far as players see them. Asks for nothing while nothing changes. @param {View} open @param {string} colour */
  async light({ active = [], combatants = {} }, colour) {
    const ids = active.flatMap((id) => combatants[id]?.token ?? []);
    const lit = JSON.stringify([ids, colour]);
    if (lit === this.#lit) return;
    this.#lit = lit;
    await this.bridge.light(ids, colour);
  }

  /** Every token has what it had before. */
  async dim() {
    if (this.#lit === "") return;
    this.#lit = "";
    await this.bridge.light([], COLOUR);
  }
}
