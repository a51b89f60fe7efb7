/** @import {Client} from "../state/client.js" @import {Command} from "../net/connection.js" */

/** Gives commands for what was done in a tabletop, and knows whether one has no answer yet. */
export class Requests {
  #waiting = 0;

  /** @param {Client} client @param {(refusal: any) => void} refused @param {() => void} settled every answer is there */
  constructor(client, refused, settled) {
    this.client = client;
    this.refused = refused;
    this.settled = settled;
  }

  get busy() {
    return this.#waiting > 0;
  }

  /** @param {Command} command */
  async give(command) {
    this.#waiting += 1;
    try {
      await this.client.give(command);
    } catch (refusal) {
      this.refused(refusal);
    } finally {
      this.#waiting -= 1;
      if (!this.busy) this.settled();
    }
  }
}
