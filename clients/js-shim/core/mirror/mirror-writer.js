import { Lease } from "../state/lease.js";
import { Observer } from "../state/observer.js";

/**
 * @import {Client} from "../state/client.js"
 * @import {Environment} from "../net/connection.js"
 */

/**
 * A game master's window that may write into a tabletop, once the server lends it the right. It sits at the table
 * twice then: to ask as the game master, and to see as an observer what players may see.
 */
export class MirrorWriter {
  /**
   * @param {Client} client the game master's
   * @param {object} terms
   * @param {string} terms.target what is written into
   * @param {{token: string | undefined}} terms.kept where the observer's token is kept
   * @param {() => string} terms.name what the observer is called
   * @param {(kind?: string, message?: any) => void} terms.look there may be something to be written, or no right to
   * write any more; what the observer was told comes with it
   * @param {(refusal: any) => void} terms.refused
   * @param {Environment} environment @param {() => number} now ms, never going back
   */
  constructor(client, { target, kept, name, look, refused }, environment, now) {
    this.client = client;
    this.look = look;
    this.refused = refused;
    this.lease = new Lease(target, (message) => client.connection.tell(message), environment, now);
    this.observer = new Observer(client, kept, name, environment, look);
  }

  get held() {
    return this.lease.held;
  }

  /** @param {string} kind @param {any} [message] what the game master's place was told */
  heard(kind, message) {
    if (kind === "welcome") this.lease.claim();
    else if (kind === "mirror") void this.#granted(message);
    else if (kind === "presence")
      this.claim(); // who wrote has gone, perhaps
    else if (kind === "connection" && ["retrying", "refused"].includes(this.client.connection.state))
      this.lease.drop();
    else if (["snapshot", "update", "tick"].includes(kind)) this.look();
  }

  claim() {
    if (!this.held) this.lease.claim();
  }

  stop() {
    this.lease.drop();
    this.observer.leave();
  }

  /** @param {any} answer to a claim, or to its renewal */
  async #granted(answer) {
    this.lease.heard(answer);
    this.look();
    if (!this.held) return this.observer.leave();
    try {
      await this.observer.enter();
    } catch (refusal) {
      this.refused(refusal);
    }
    if (!this.held) this.observer.leave(); // lost while the invitation was on its way
  }
}
