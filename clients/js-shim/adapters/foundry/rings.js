import { isOurs } from "./combats.js";
import { parseToken } from "./plan.js";

/** @import {Foundry, Token} from "./foundry.d.ts" @import {View} from "../../protocol.d.ts" */

const NAME = "turnkeeper-now";
const COLOUR = 0xf2b45c;
const EDGE = 0x201605;

/**
 * Rings round the tokens of all who act now, as far as this user sees them. From version 13 on
 * Foundry marks the one whose turn it is; that one gets no second mark.
 */
export class Rings {
  /** @param {Foundry} vtt @param {() => View | undefined} view of this user */
  constructor(vtt, view) {
    this.vtt = vtt;
    this.view = view;
  }

  draw() {
    const { canvas } = this.vtt;
    if (!canvas?.ready) return;
    const marked = new Set(this.#marked(canvas.scene?.id));
    for (const token of canvas.tokens?.placeables ?? []) this.#ring(token, marked.has(token.id));
  }

  /** Ids of tokens in the scene that is looked at. @param {string | undefined} scene */
  #marked(scene) {
    const { active = [], combatants = {} } = this.view() ?? {};
    const places = active.map((id) => parseToken(combatants[id]?.token));
    return places.flatMap((place) =>
      place?.scene === scene && !this.#isMarked(place?.token) ? (place?.token ?? []) : [],
    );
  }

  /** Whether Foundry itself marks it. @param {string | undefined} token */
  #isMarked(token) {
    const { game, CONFIG } = this.vtt;
    const current = game.combat;
    if (
      game.release.generation < 13 ||
      !isOurs(current) ||
      !current?.started ||
      CONFIG.Combat.settings?.turnMarker?.enabled === false
    )
      return false;
    const turn = current.combatant;
    return turn?.tokenId === token && turn?.token?.turnMarker?.mode !== 0;
  }

  /** @param {Token} token @param {boolean} marked */
  #ring(token, marked) {
    const old = token.children.find((child) => child.name === NAME);
    if (old) old.destroy();
    if (!marked || !this.vtt.PIXI) return;
    const ring = new this.vtt.PIXI.Graphics();
    ring.name = NAME;
    const radius = Math.max(token.w, token.h) / 2 + 6;
    // A dark edge on both sides, so that it is seen on any ground.
    ring.lineStyle(9, EDGE, 0.7).drawCircle(token.w / 2, token.h / 2, radius);
    ring.lineStyle(5, COLOUR, 1).drawCircle(token.w / 2, token.h / 2, radius);
    token.addChild(ring);
  }
}
