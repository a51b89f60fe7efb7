import { Reconciler } from "../../core/mirror/reconciler.js";

/** @import {Item, Owlbear, Shape} from "./sdk.d.ts" @import {View} from "../../protocol.d.ts" */

const RING = "turnkeeper/ring";
const COLOUR = "#f2b45c";
/** Of a token's greater side: so much is the ring wider, and so thick its line. */
const WIDER = 1.12;
const THICK = 0.06;

/**
 * Rings round the tokens of those who act now. They are local items: each browser draws its own from
 * what it may see, so nothing is written into the scene and nobody needs a right for it. They follow the scene: a
 * token that is placed, taken away, brought back, hidden or revealed.
 */
export class Rings extends Reconciler {
  /** What of the scene matters to the rings, as it was looked at last. */
  #scene = "";

  /**
   * @param {Owlbear} obr
   * @param {() => Shape} shape a new one
   * @param {(ask: () => Promise<any>) => Promise<any>} retry
   * @param {() => View | undefined} view of this user
   */
  constructor(obr, shape, retry, view) {
    super();
    this.obr = obr;
    this.shape = shape;
    this.retry = retry;
    this.view = view;
  }

  /** Something in the scene has changed: of most things, a move say, rings know by themselves. @param {Item[]} items */
  async follow(items) {
    const wanted = new Set(tokens(this.view()));
    const some = items.filter((item) => wanted.has(item.id)).map(({ id, visible }) => [id, visible]);
    const scene = JSON.stringify(some.sort());
    if (scene === this.#scene) return;
    this.#scene = scene;
    await this.look();
  }

  /** Draws what is missing, takes away what is over. @override */
  async reconcile() {
    if (!(await this.obr.scene.isReady())) return;
    const { local, items } = this.obr.scene;
    const acting = tokens(this.view());
    // Of other scenes' tokens nothing comes back.
    const there = acting.length > 0 ? await this.retry(() => items.getItems(acting)) : [];
    const seesAll = (await this.retry(() => this.obr.player.getRole())) === "GM";
    const seen = there.filter((/** @type {Item} */ token) => token.visible || seesAll);
    const wanted = new Map(seen.map((/** @type {Item} */ token) => [token.id, token]));
    const rings = await this.retry(() => local.getItems((item) => RING in item.metadata));
    const gone = rings.filter((/** @type {Item} */ ring) => !wanted.delete(ring.attachedTo ?? ""));
    if (gone.length > 0)
      await this.retry(() => local.deleteItems(gone.map((/** @type {Item} */ ring) => ring.id)));
    const made = await Promise.all([...wanted.values()].map((token) => this.#ring(token)));
    if (made.length > 0) await this.retry(() => local.addItems(made));
  }

  /** @param {Item} token */
  async #ring(token) {
    const { center, width, height } = await this.retry(() => this.obr.scene.items.getItemBounds([token.id]));
    const size = Math.max(width, height);
    return this.shape()
      .shapeType("CIRCLE")
      .width(size * WIDER)
      .height(size * WIDER)
      .position(center)
      .fillOpacity(0)
      .strokeColor(COLOUR)
      .strokeWidth(size * THICK)
      .attachedTo(token.id)
      .layer("ATTACHMENT")
      .locked(true)
      .disableHit(true)
      .name("Turnkeeper")
      .metadata({ [RING]: true })
      .build();
  }
}

/** @param {View | undefined} view */
function tokens(view) {
  return (view?.active ?? []).flatMap((id) => view?.combatants?.[id]?.token ?? []);
}
