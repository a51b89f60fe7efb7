/**
 * Full jitter: after n failures in a row wait a random time between 0 and the smaller of `cap` and
 * `base · 2ⁿ`, so that a whole table that lost its server does not come back in one wave.
 */
export class Backoff {
  #failures = 0;

  /** @param {() => number} unit random in [0, 1) @param {number} base ms @param {number} cap ms */
  constructor(unit, base = 500, cap = 20_000) {
    this.unit = unit;
    this.base = base;
    this.cap = cap;
  }

  /** @returns {number} milliseconds until the next attempt */
  next() {
    const bound = Math.min(this.cap, this.base * 2 ** this.#failures);
    this.#failures += 1;
    return this.unit() * bound;
  }

  reset() {
    this.#failures = 0;
  }
}
