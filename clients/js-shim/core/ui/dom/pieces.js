import { standIn, standing } from "./h.js";

/**
 * Parts of a picture that are made anew only if what they show has changed. A thing is the same as
 * long as it is the same object: what an update does not touch stays one.
 */
export class Pieces {
  /** @type {WeakMap<object, {from: unknown[], element: HTMLElement}>} */
  #made = new WeakMap();

  /**
   * @param {object} thing what is shown; one piece for each
   * @param {unknown[]} from all else that the piece is made of
   * @param {() => HTMLElement} make
   * @returns {Node} the piece, or what keeps its place while it stands where it is
   */
  piece(thing, from, make) {
    const last = this.#made.get(thing);
    const there = last && standing(last.element);
    if (last && there?.isConnected && same(last.from, from)) return standIn(there);
    const element = make();
    this.#made.set(thing, { from, element });
    return element;
  }
}

/** @param {unknown[]} some @param {unknown[]} others */
function same(some, others) {
  return some.length === others.length && some.every((one, n) => one === others[n]);
}
