import { Follower } from "../dom/follower.js";
import { seldom } from "../dom/frame.js";
import { morph, h } from "../dom/h.js";
import { Pieces } from "../dom/pieces.js";
import { dragging } from "./drag.js";
import { head, spoken } from "./head.js";
import { circle, passes } from "./lanes.js";
import { people } from "./people.js";
import { strip } from "./strip.js";
import { why } from "./why.js";

/**
 * @import {Client} from "../../state/client.js"
 * @import {Words} from "../../i18n/words.js"
 * @import {System, View} from "../../../protocol.d.ts"
 */

/** So long, in ms, a moment is left to whoever hears it before the next one is said. */
const HEARD = 1000;

/** How a round is drawn, by the layout that its system states. */
const DRAWN_AS = { scale: strip, passes, circle };

/**
 * `<turn-tracker>`: the round and the people in it. Set its `client`. The attribute `show` leaves one
 * part out: `order` or `people`. Picking somebody sends `turn-pick` with `{combatant}`, dragging one
 * entry onto another `turn-place` with `{combatant, beside}`, which says `before` or `after` whom.
 */
export class TurnTracker extends Follower {
  #live = h("p", { class: "unseen", "aria-live": "polite", role: "status" });
  #why = h("div", { class: "why", popover: "auto", role: "dialog" });
  #pieces = new Pieces();
  #say = seldom(() => {
    if (this.client) this.#live.textContent = spoken(this.client.table.view, this.client.words);
  }, HEARD);
  /** @type {string | undefined} the entry whose reasons are open */
  #open;

  constructor() {
    super("tracker", new URL("./tracker.css", import.meta.url));
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    root.append(this.#live, this.#why);
    const allowed = () => this.client?.table.view.can?.includes("place") ?? false;
    dragging(root, allowed, (entry, side, other) => this.#place(entry, side, other));
    root.addEventListener("click", (event) => this.#clicked(event));
    this.#why.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "closed") this.#open = undefined;
    });
  }

  /** @override @param {Client} client @param {ReadonlySet<string>} kinds */
  draw(client, kinds) {
    const { view } = client.table;
    const show = this.getAttribute("show");
    this.dataset.phase = view.phase;
    const mine = { chosen: client.chosen, user: client.table.user };
    morph(
      this.body,
      show !== "people" && order(view, client.table.catalogue[view.system], client.words, this.#pieces),
      show !== "order" &&
        h("section", { class: "people", key: "people" }, people(view, client.words, mine, this.#pieces)),
    );
    this.#mark(client);
    if (show !== "people" && (kinds.has("tick") || kinds.has("snapshot"))) this.#say();
    this.#explain();
  }

  /** @param {Event} event */
  #clicked(event) {
    const target = /** @type {HTMLElement} */ (event.target).closest("[data-why], [data-pick], [data-close]");
    if (!(target instanceof HTMLElement)) return;
    if (target.dataset.close !== undefined) return this.#why.hidePopover();
    if (target.dataset.pick !== undefined) return this.#pick(target.dataset.pick);
    if (this.#chooses(target)) return this.#pick(target.dataset.of ?? "");
    this.#open = target.dataset.why;
    this.#explain();
    this.#why.showPopover();
    this.#placeBy(target);
  }

  /** A game master's first tap chooses whose entry it is; one more says why it stands there. @param {HTMLElement} entry */
  #chooses({ dataset }) {
    return this.client?.table.role === "gm" && dataset.of !== undefined && this.client.chosen !== dataset.of;
  }

  /** Shows in the order who is chosen. @param {Client} client */
  #mark({ chosen, table }) {
    if (table.role !== "gm") return;
    for (const entry of this.body.querySelectorAll(".entry")) {
      const own = /** @type {HTMLElement} */ (entry).dataset.of === chosen;
      entry.classList.toggle("chosen", own);
      entry.setAttribute("aria-pressed", String(own));
    }
  }

  /** @param {string} combatant */
  #pick(combatant) {
    this.client?.choose(combatant);
    this.dispatchEvent(
      new CustomEvent("turn-pick", { detail: { combatant }, bubbles: true, composed: true }),
    );
  }

  /** @param {string} entry @param {"before" | "after"} side @param {string} beside */
  #place(entry, side, beside) {
    const owner = (/** @type {string} */ id) =>
      this.client?.table.view.timeline?.find((one) => one.id === id)?.combatant;
    const [combatant, other] = [owner(entry), owner(beside)];
    const detail = { combatant, beside: { [side]: other } };
    if (combatant !== other)
      this.dispatchEvent(new CustomEvent("turn-place", { detail, bubbles: true, composed: true }));
  }

  #explain() {
    const { client } = this;
    const entry = client?.table.view.timeline?.find((one) => one.id === this.#open);
    if (!client || !entry) return this.#open !== undefined && this.#why.hidePopover();
    this.#why.setAttribute(
      "aria-label",
      client.words.text("tracker.why", { name: client.words.name(entry.combatant) }),
    );
    morph(this.#why, why(client.table.view, entry, client.words));
  }

  /** Below the entry, or above it where there is more room. @param {HTMLElement} entry */
  #placeBy(entry) {
    const [at, size] = [entry.getBoundingClientRect(), this.#why.getBoundingClientRect()];
    const below = at.bottom + 8 + size.height < innerHeight || at.top < size.height;
    const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
    this.#why.style.setProperty("--left", `${left}px`);
    this.#why.style.setProperty(
      "--top",
      `${below ? at.bottom + 8 : Math.max(8, at.top - size.height - 8)}px`,
    );
  }
}

/**
 * Where the fight stands, and its order as soon as the catalogue has said how that is laid out.
 * @param {View} view
 * @param {System | undefined} system
 * @param {Words} words
 * @param {Pieces} pieces
 */
function order(view, system, words, pieces) {
  const begun = view.round || view.timeline?.length;
  const round = begun && system && DRAWN_AS[system.layout.kind](view, system, words, pieces);
  return h(
    "section",
    { class: "order", key: "order" },
    head(view, system, words),
    h("div", { class: "round-body" }, round || null),
  );
}

customElements.define("turn-tracker", TurnTracker);
