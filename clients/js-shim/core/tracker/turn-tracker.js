import { morph, h } from "../draw/h.js";
import { dragging } from "./drag.js";
import { head, spoken } from "./head.js";
import { circle, passes } from "./lanes.js";
import { people } from "./people.js";
import { strip } from "./strip.js";
import { why } from "./why.js";

/** @import {Seat} from "../seat.js" */

/** How each system's round is drawn; another one is drawn as passes. */
const ROUNDS = { adnd1e: strip, adnd2e: passes, starfinder: circle, mmrpg: circle };
const SHEETS = ["../theme.css", "./tracker.css"];

/**
 * `<turn-tracker>`: the round and the people in it. Set its `seat`. The attribute `show` leaves one
 * part out: `order` or `people`. Picking somebody sends `turn-pick` with `{combatant}`, dragging one
 * entry onto another `turn-place` with `{combatant, before}`.
 */
export class TurnTracker extends HTMLElement {
  /** @type {Seat | undefined} */
  #seat;
  #leave = () => {};
  #body = h("div", { class: "tracker", hidden: true });
  #live = h("p", { class: "unseen", "aria-live": "polite", role: "status" });
  #why = h("div", { class: "why", popover: "auto", role: "dialog" });
  /** @type {string | undefined} the entry whose reasons are open */
  #open;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const links = SHEETS.map((sheet) =>
      h("link", { rel: "stylesheet", href: new URL(sheet, import.meta.url).href }),
    );
    // Nothing is shown before it has its clothes on.
    links[links.length - 1].onload = () => this.#body.removeAttribute("hidden");
    root.append(...links, this.#body, this.#live, this.#why);
    dragging(
      root,
      () => this.#seat?.table.view.can?.includes("place") ?? false,
      (entry, before) => this.#place(entry, before),
    );
    root.addEventListener("click", (event) => this.#clicked(event));
    this.#why.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "closed") this.#open = undefined;
    });
  }

  set seat(seat) {
    this.#leave();
    this.#seat = seat;
    this.#leave = seat ? seat.subscribe((kind) => this.#draw(kind)) : () => {};
    this.#draw("seat");
  }

  get seat() {
    return this.#seat;
  }

  disconnectedCallback() {
    this.#leave();
  }

  connectedCallback() {
    if (this.#seat) this.seat = this.#seat;
  }

  /** @param {string} kind what has changed */
  #draw(kind) {
    const seat = this.#seat;
    if (!seat) return;
    const { view } = seat.table;
    const show = this.getAttribute("show");
    const round = ROUNDS[/** @type {keyof typeof ROUNDS} */ (view.system ?? "")] ?? passes;
    this.lang = seat.language.tag;
    this.dataset.phase = view.phase;
    morph(
      this.#body,
      show !== "people" &&
        h(
          "section",
          { class: "order", key: "order" },
          head(view, seat.words),
          h(
            "div",
            { class: "round-body" },
            view.round || view.timeline?.length ? round(view, seat.words) : null,
          ),
        ),
      show !== "order" &&
        h(
          "section",
          { class: "people", key: "people" },
          people(view, seat.words, { chosen: seat.chosen, user: seat.table.user }),
        ),
    );
    if (show !== "people" && (kind === "tick" || kind === "snapshot"))
      this.#live.textContent = spoken(view, seat.words);
    this.#explain();
  }

  /** @param {Event} event */
  #clicked(event) {
    const target = /** @type {HTMLElement} */ (event.target).closest("[data-why], [data-pick], [data-close]");
    if (!(target instanceof HTMLElement)) return;
    if (target.dataset.close !== undefined) return this.#why.hidePopover();
    if (target.dataset.pick !== undefined) return this.#pick(target.dataset.pick);
    this.#open = target.dataset.why;
    this.#explain();
    this.#why.showPopover();
    this.#placeBy(target);
  }

  /** @param {string} combatant */
  #pick(combatant) {
    this.#seat?.choose(combatant);
    this.dispatchEvent(
      new CustomEvent("turn-pick", { detail: { combatant }, bubbles: true, composed: true }),
    );
  }

  /** @param {string} entry @param {string} before */
  #place(entry, before) {
    const owner = (/** @type {string} */ id) =>
      this.#seat?.table.view.timeline?.find((one) => one.id === id)?.combatant;
    const detail = { combatant: owner(entry), before: owner(before) };
    if (detail.combatant !== detail.before)
      this.dispatchEvent(new CustomEvent("turn-place", { detail, bubbles: true, composed: true }));
  }

  #explain() {
    const seat = this.#seat;
    const entry = seat?.table.view.timeline?.find((one) => one.id === this.#open);
    if (!seat || !entry) return this.#open !== undefined && this.#why.hidePopover();
    this.#why.setAttribute(
      "aria-label",
      seat.words.text("tracker.why", { name: seat.words.name(entry.combatant) }),
    );
    morph(this.#why, why(seat.table.view, entry, seat.words));
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

customElements.define("turn-tracker", TurnTracker);
