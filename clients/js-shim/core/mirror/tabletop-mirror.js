import { Reconciler } from "./reconciler.js";

/** @import {View} from "../../protocol.d.ts" */

/** What mirrors of every tabletop have in common. */
export class TabletopMirror extends Reconciler {
  /** Ids, as the tabletop calls them, of who was in the fight at some time. @type {Set<string>} */
  met = new Set();
  /** The game master took the fight out of the tabletop: nothing is put back until there is a new one. */
  dismissed = false;
  #phase = "";

  /** @protected @param {View} view @param {string[]} here ids of who is in the fight */
  remember({ phase }, here) {
    for (const id of here) this.met.add(id);
    if (phase === "over" || (phase !== "setup" && this.#phase === "setup")) this.dismissed = false;
    this.#phase = phase;
  }
}
