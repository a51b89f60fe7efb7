/** @import {View} from "../protocol.d.ts" */

/**
 * What mirrors of every tabletop have in common. A mirror looks at what is there and at what ought to
 * be there, so it may be told to look at any time, and too often does no harm.
 */
export class Mirroring {
  /** Ids, as the tabletop calls them, of who was in the fight at some time. @type {Set<string>} */
  met = new Set();
  /** The game master took the fight out of the tabletop: nothing is put back until there is a new one. */
  dismissed = false;
  #phase = "";
  #looking = false;
  #again = false;

  /** One look at a time; what changes meanwhile is looked at afterwards. */
  async look() {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.reconcile();
      }
    } finally {
      this.#looking = false;
    }
  }

  /** Makes what is there as it ought to be. @protected */
  async reconcile() {}

  /** @protected @param {View} view @param {string[]} here ids of who is in the fight */
  remember({ phase }, here) {
    for (const id of here) this.met.add(id);
    if (phase === "over" || (phase !== "setup" && this.#phase === "setup")) this.dismissed = false;
    this.#phase = phase;
  }
}
