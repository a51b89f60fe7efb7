import { h } from "./h.js";

/** @import {Seat} from "../seat.js" */

/** An element of ours: it has its own sheet, and follows a seat for as long as it stands in a page. */
export class Follower extends HTMLElement {
  /** @type {Seat | undefined} */
  #seat;
  #leave = () => {};
  /** What is drawn. */
  body;

  /** @param {string} name class of what is drawn @param {URL} sheet */
  constructor(name, sheet) {
    super();
    this.body = h("div", { class: name, hidden: true });
    const links = [new URL("../theme.css", import.meta.url), sheet].map(({ href }) =>
      h("link", { rel: "stylesheet", href }),
    );
    // Nothing is shown before it has its clothes on.
    links[1].onload = () => this.body.removeAttribute("hidden");
    this.attachShadow({ mode: "open" }).append(...links, this.body);
  }

  get seat() {
    return this.#seat;
  }

  set seat(seat) {
    this.#seat = seat;
    this.#follow();
  }

  connectedCallback() {
    this.#follow();
  }

  disconnectedCallback() {
    this.#leave();
  }

  /** Draws. @param {Seat} _seat @param {string} _kind what has changed */
  draw(_seat, _kind) {}

  #follow() {
    this.#leave();
    const seat = this.#seat;
    if (!seat) return;
    const changed = (/** @type {string} */ kind) => {
      this.lang = seat.language.tag;
      this.draw(seat, kind);
    };
    this.#leave = seat.subscribe(changed);
    changed("seat");
  }
}
