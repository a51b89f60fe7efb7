import "../../core/ui/tracker/turn-tracker.js";
import { choose, load } from "../../core/i18n/language.js";
import { browser } from "../../core/net/environment.js";
import { Seat } from "../../core/state/client.js";
import { client, socketAddress } from "./address.js";

/** @param {string} tag */
const texts = async (tag) => (await fetch(new URL(`../../lang/${tag}.json`, import.meta.url))).json();

/**
 * `<turn-table server table token>`: the tracker of a table in any web page. `show` and `overlay` are
 * those of `<turn-tracker>`. It only shows; whoever acts does so on the server's own page.
 */
class TurnTable extends HTMLElement {
  /** @type {Seat | undefined} */
  #seat;

  async connectedCallback() {
    const language = await load(choose(navigator.languages), texts);
    if (!this.isConnected || this.#seat) return;
    const server = this.getAttribute("server") ?? new URL("../../", import.meta.url).href;
    const place = {
      url: socketAddress(server),
      table: this.#need("table"),
      token: this.#need("token"),
      client: client(localStorage, browser.id),
      name: () => "",
    };
    this.#seat = new Seat(place, language, browser);
    const tracker = document.createElement("turn-tracker");
    for (const name of ["show", "overlay"])
      if (this.hasAttribute(name)) tracker.setAttribute(name, this.getAttribute(name) ?? "");
    /** @type {any} */ (tracker).seat = this.#seat;
    this.replaceChildren(tracker);
    this.#seat.connection.start();
  }

  disconnectedCallback() {
    this.#seat?.connection.stop();
    this.#seat = undefined;
  }

  /** @param {string} name */
  #need(name) {
    return this.getAttribute(name) ?? "";
  }
}

customElements.define("turn-table", TurnTable);
