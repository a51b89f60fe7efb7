import { h, morph } from "../draw/h.js";
import { lines } from "./lines.js";

/** @import {Seat} from "../seat.js" */

const SHEETS = ["../theme.css", "./log.css"];

/** `<turn-log>`: what has happened, in words. Set its `seat`. */
export class TurnLog extends HTMLElement {
  #leave = () => {};
  #body = h("div", { class: "log", hidden: true });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    const links = SHEETS.map((sheet) =>
      h("link", { rel: "stylesheet", href: new URL(sheet, import.meta.url).href }),
    );
    links[links.length - 1].onload = () => this.#body.removeAttribute("hidden");
    root.append(...links, this.#body);
  }

  /** @param {Seat} seat */
  set seat(seat) {
    this.#leave();
    this.#leave = seat.subscribe(() => this.#draw(seat));
    this.#draw(seat);
  }

  disconnectedCallback() {
    this.#leave();
  }

  /** @param {Seat} seat */
  #draw(seat) {
    const { words, table } = seat;
    const nameOf = (/** @type {string} */ user) =>
      table.people.find((person) => person.user === user)?.name || words.text("page.unnamed");
    this.lang = seat.language.tag;
    const told = lines(table.log, words, nameOf);
    morph(
      this.#body,
      h("h3", null, words.text("log.title")),
      told.length > 0
        ? h("ol", { key: "lines", tabindex: 0, "aria-label": words.text("log.title") }, told)
        : h("p", null, words.text("log.empty")),
    );
  }
}

customElements.define("turn-log", TurnLog);
