import "../../core/ui/tracker/turn-tracker.js";
import { choose, load } from "../../core/i18n/language.js";
import { browser } from "../../core/net/environment.js";
import { Client } from "../../core/state/client.js";
import { clientId, socketAddress } from "./address.js";

/** @param {string} tag */
const texts = async (tag) => (await fetch(new URL(`../../lang/${tag}.json`, import.meta.url))).json();

/**
 * `<turn-table server table token>`: the tracker of a table in any web page. `show` and `overlay` are
 * those of `<turn-tracker>`. It only shows; whoever acts does so on the server's own page.
 */
class TurnTable extends HTMLElement {
  /** @type {Client | undefined} */
  #client;

  async connectedCallback() {
    const language = await load(choose(navigator.languages), texts);
    if (!this.isConnected || this.#client) return;
    const server = this.getAttribute("server") ?? new URL("../../", import.meta.url).href;
    const place = {
      url: socketAddress(server),
      table: this.#need("table"),
      token: this.#need("token"),
      client: clientId(localStorage, browser.id),
      name: () => "",
    };
    this.#client = new Client(place, language, browser);
    const tracker = document.createElement("turn-tracker");
    for (const name of ["show", "overlay"])
      if (this.hasAttribute(name)) tracker.setAttribute(name, this.getAttribute(name) ?? "");
    /** @type {any} */ (tracker).client = this.#client;
    this.replaceChildren(tracker);
    this.#client.connection.start();
  }

  disconnectedCallback() {
    this.#client?.connection.stop();
    this.#client = undefined;
  }

  /** @param {string} name */
  #need(name) {
    return this.getAttribute(name) ?? "";
  }
}

customElements.define("turn-table", TurnTable);
