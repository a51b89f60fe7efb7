import { framed } from "./frame.js";
import { h } from "./h.js";

/** @import {Client} from "../../state/client.js" */

/** What the table tells: it may come many times a second. All else is somebody's own doing. */
const TOLD = new Set(["tick", "update", "snapshot", "presence"]);

/** An element of ours: it has its own sheet, and follows a client for as long as it stands in a page. */
export class Follower extends HTMLElement {
  /** @type {Client | undefined} */
  #client;
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

  get client() {
    return this.#client;
  }

  set client(client) {
    this.#client = client;
    this.#follow();
  }

  connectedCallback() {
    this.#follow();
  }

  disconnectedCallback() {
    this.#leave();
  }

  /** Draws. @param {Client} _client @param {ReadonlySet<string>} _kinds what has changed */
  draw(_client, _kinds) {}

  #follow() {
    this.#leave();
    const client = this.#client;
    if (!client) return;
    let kinds = new Set(["client"]);
    const { soon, now } = framed(() => {
      const changed = kinds;
      kinds = new Set();
      this.lang = client.language.tag;
      if (this.#client === client && this.isConnected) this.draw(client, changed);
    });
    this.#leave = client.subscribe((kind) => {
      kinds.add(kind);
      if (TOLD.has(kind)) soon();
      else now();
    });
    now();
  }
}
