import { framed } from "./frame.js";
import { h } from "./h.js";

/** @import {Seat} from "../../state/client.js" */

/** What the table tells: it may come many times a second. All else is somebody's own doing. */
const TOLD = new Set(["tick", "update", "snapshot", "presence"]);

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

  /** Draws. @param {Seat} _seat @param {ReadonlySet<string>} _kinds what has changed */
  draw(_seat, _kinds) {}

  #follow() {
    this.#leave();
    const seat = this.#seat;
    if (!seat) return;
    let kinds = new Set(["seat"]);
    const { soon, now } = framed(() => {
      const changed = kinds;
      kinds = new Set();
      this.lang = seat.language.tag;
      if (this.#seat === seat && this.isConnected) this.draw(seat, changed);
    });
    this.#leave = seat.subscribe((kind) => {
      kinds.add(kind);
      if (TOLD.has(kind)) soon();
      else now();
    });
    now();
  }
}
