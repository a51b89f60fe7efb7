/** @import {Foundry, Token} from "./foundry.d.ts" @import {Marks, Marked} from "./marks.js" */

const NOW = "turnkeeper-now";
const NEXT = "turnkeeper-next";
const EDGE = 0x201605;
const STYLES = {
  [NOW]: { colour: 0xf2b45c, width: 5, gap: 6 },
  [NEXT]: { colour: 0x9ec7e8, width: 3, gap: 14 },
};
/** Foundry's `CONST.TOKEN_TURN_MARKER_MODES.DISABLED`. */
const UNMARKED = 0;

/**
 * What marks tokens in the scene that is looked at: all who act, and on request those who come next. Who acts has
 * Foundry's own animated marker where there is one (from version 13 on, unless it is switched off), else a ring.
 */
export class Rings {
  /** Foundry's marker is not what we know it as. */
  #changed = false;

  /** @param {Foundry} vtt @param {() => Marks} marks @param {() => boolean} showsNext */
  constructor(vtt, marks, showsNext) {
    this.vtt = vtt;
    this.marks = marks;
    this.showsNext = showsNext;
  }

  draw() {
    const { canvas } = this.vtt;
    if (!canvas?.ready) return;
    const marks = this.marks();
    for (const token of canvas.tokens?.placeables ?? []) this.one(token, marks);
  }

  /** @param {Token} token one that was drawn or resized, say @param {Marks} [marks] */
  one(token, { now, next } = this.marks()) {
    const acts = this.#isIn(now, token);
    // Foundry draws and takes away its own marker, ours with it, in its own time: see `marked`.
    if (acts || token.turnMarker) token.renderFlags?.set({ refreshTurnMarker: true });
    this.#ring(token, NOW, acts && !this.#hasMarker(token));
    this.#ring(token, NEXT, !acts && this.showsNext() && this.#isIn(next, token));
  }

  /** Foundry has looked whether a token has its marker, which it gives to one alone. @param {Token} token */
  marked(token) {
    if (token.turnMarker || !this.#hasMarker(token) || !this.#isIn(this.marks().now, token)) return;
    const { canvas, foundry } = this.vtt;
    try {
      const Marker = /** @type {any} */ (foundry).canvas.placeables.tokens.TokenTurnMarker;
      token.turnMarker = token.addChildAt(new Marker(token), 0);
      canvas?.tokens?.turnMarkers?.add(token);
      void Promise.resolve(token.turnMarker.draw()).catch(() => undefined);
    } catch {
      this.#changed = true;
      this.draw();
    }
  }

  /** @param {Marked[]} some @param {Token} token */
  #isIn(some, token) {
    const here = this.vtt.canvas?.scene?.id;
    return some.some((one) => one.token === token.id && one.scene === here);
  }

  /** Whether Foundry's own marker can stand at a token. @param {Token} token */
  #hasMarker(token) {
    const { CONFIG, foundry } = this.vtt;
    return (
      !this.#changed &&
      typeof foundry?.canvas?.placeables?.tokens?.TokenTurnMarker === "function" &&
      typeof token.renderFlags?.set === "function" &&
      CONFIG.Combat.settings?.turnMarker?.enabled !== false &&
      token.document.turnMarker?.mode !== UNMARKED
    );
  }

  /** @param {Token} token @param {typeof NOW | typeof NEXT} name @param {boolean} wanted */
  #ring(token, name, wanted) {
    token.children.find((child) => child.name === name)?.destroy();
    const Graphics = this.vtt.PIXI?.Graphics;
    if (!wanted || typeof Graphics?.prototype.lineStyle !== "function") return;
    const { colour, width, gap } = STYLES[name];
    const ring = new Graphics();
    ring.name = name;
    const radius = Math.max(token.w, token.h) / 2 + gap;
    // A dark edge on both sides, so that it is seen on any ground.
    ring.lineStyle(width + 4, EDGE, 0.7).drawCircle(token.w / 2, token.h / 2, radius);
    ring.lineStyle(width, colour, 1).drawCircle(token.w / 2, token.h / 2, radius);
    token.addChild(ring);
  }
}
