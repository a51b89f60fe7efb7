import { Follower } from "../dom/follower.js";
import { h, morph } from "../dom/h.js";
import { Pieces } from "../dom/pieces.js";
import { lines } from "./lines.js";

/** @import {Client} from "../../state/client.js" */

/** `<turn-log>`: what has happened, in words. Set its `client`. */
export class TurnLog extends Follower {
  #pieces = new Pieces();

  constructor() {
    super("log", new URL("./log.css", import.meta.url));
  }

  /** @override @param {Client} client */
  draw({ words, table }) {
    const nameOf = (/** @type {string} */ user) =>
      table.people.find((person) => person.user === user)?.name || words.text("page.unnamed");
    const told = lines(table.log, words, nameOf, this.#pieces);
    morph(
      this.body,
      h("h3", null, words.text("log.title")),
      told.length > 0
        ? h("ol", { key: "lines", tabindex: 0, "aria-label": words.text("log.title") }, told)
        : h("p", null, words.text("log.empty")),
    );
  }
}

customElements.define("turn-log", TurnLog);
