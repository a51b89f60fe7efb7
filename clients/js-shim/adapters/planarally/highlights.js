/** @import {Shape} from "./planarally.d.ts" @import {Tabletop} from "./tabletop.js" */

/**
 * Highlights the tokens of all who act now. PlanarAlly draws a highlight in this browser only, and takes it away
 * where the pointer leaves a row of its tracker; so the highlight is held while it is ours.
 */
export class Highlights {
  /** @type {Set<Shape>} */
  #held = new Set();

  /** @param {Tabletop} tabletop */
  constructor(tabletop) {
    this.tabletop = tabletop;
  }

  /** @param {(string | undefined)[]} shapes of those who act, as this user sees them */
  draw(shapes) {
    const wanted = new Set(shapes.flatMap((shape) => this.tabletop.shape(shape) ?? []));
    for (const shape of this.#held) if (!wanted.has(shape)) this.#release(shape);
    for (const shape of wanted) if (!this.#held.has(shape)) this.#hold(shape);
  }

  /** @param {Shape} shape */
  #hold(shape) {
    let theirs = shape.showHighlight;
    Object.defineProperty(shape, "showHighlight", {
      configurable: true,
      enumerable: true,
      get: () => true,
      set: (on) => {
        theirs = on;
      },
    });
    this.#theirs.set(shape, () => theirs);
    this.#held.add(shape);
    shape.layer?.invalidate(true);
  }

  /** @type {WeakMap<Shape, () => boolean>} */
  #theirs = new WeakMap();

  /** @param {Shape} shape */
  #release(shape) {
    const value = this.#theirs.get(shape)?.() ?? false;
    Object.defineProperty(shape, "showHighlight", {
      configurable: true,
      enumerable: true,
      writable: true,
      value,
    });
    this.#held.delete(shape);
    shape.layer?.invalidate(true);
  }
}
