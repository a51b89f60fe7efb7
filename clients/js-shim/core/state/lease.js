/** @import {Environment} from "../net/connection.js" */

/** Of the time that the server grants, so much is used: the grant was on its way for some of it. */
const SAFE = 0.8;

/**
 * The right to be the one that writes into a tabletop (a Foundry world, a Roll20 campaign). The server grants it to one connection, for
 * a time; a holder that cannot renew it stops writing, also in a window whose timers sleep.
 */
export class Lease {
  /** Grows with each holder. */
  fence = 0;
  #until = -Infinity;
  /** @type {any} */
  #next;

  /**
   * @param {string} target what is written into
   * @param {(message: object) => void} tell to the server
   * @param {Environment} environment
   * @param {() => number} now ms, never going back
   */
  constructor(target, tell, environment, now) {
    this.target = target;
    this.tell = tell;
    this.environment = environment;
    this.now = now;
  }

  get held() {
    return this.now() < this.#until;
  }

  claim() {
    this.tell({ type: "claim", what: "mirror", target: this.target });
  }

  /** @param {{target: string, yours: boolean, ttl: number, fence: number}} answer */
  heard({ target, yours, ttl, fence }) {
    if (target !== this.target) return;
    this.fence = fence;
    this.#until = yours ? this.now() + ttl * 1000 * SAFE : -Infinity;
    // A holder renews in good time; the others ask when the holder may be gone, not all at once.
    const pause = yours ? ttl / 3 : ttl * (0.4 + this.environment.unit() * 0.4);
    this.#again(pause * 1000);
  }

  /** The connection is gone, and with it the right. */
  drop() {
    this.environment.stop(this.#next);
    this.#until = -Infinity;
  }

  /** @param {number} ms */
  #again(ms) {
    this.environment.stop(this.#next);
    this.#next = this.environment.after(() => this.claim(), ms);
  }
}
