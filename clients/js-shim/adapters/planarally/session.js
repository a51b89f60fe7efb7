import { explain } from "../../core/net/explain.js";
import { socketAddress } from "../../core/net/server-address.js";
import { MirrorWriter } from "../../core/mirror/mirror-writer.js";
import { Requests } from "../../core/mirror/requests.js";
import { Client } from "../../core/state/client.js";
import { Table } from "../../core/state/table.js";
import { Highlights } from "./highlights.js";
import { Mirror } from "./mirror.js";

/**
 * @import {Command, Environment} from "../../core/net/connection.js"
 * @import {Why} from "../../core/net/explain.js"
 * @import {Language} from "../../core/i18n/language.js"
 * @import {Key, Keys} from "../framed/keys.js"
 * @import {Tabletop} from "./tabletop.js"
 * @import {Tracker} from "./tracker.js"
 *
 * @typedef {object} World a clock, ms, that never goes back; a way to ask over HTTP; where this page is
 * @property {() => number} now @property {import("../../core/net/explain.js").Get} get @property {Location} location
 */

/** Before anybody sits. */
const NOBODY = new Table();

/** One window of PlanarAlly at the table, from the link that was entered in it. */
export class Session {
  /** @type {Client | undefined} */
  client;
  /** @type {MirrorWriter | undefined} */
  writer;
  /** @type {Mirror | undefined} */
  mirror;
  /** Why there is no connection. @type {Why | {reason: "refused", code: string} | undefined} */
  trouble;
  /** What is to be said to whoever sits here, until something else is. */
  notice = "";
  #location = 0;
  #welcomed = false;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * @param {Tabletop} tabletop @param {Tracker | undefined} tracker nothing where PlanarAlly's is not as we know it
   * @param {Keys} keys of this room @param {Language} language @param {Environment} environment @param {World} world
   */
  constructor(tabletop, tracker, keys, language, environment, world) {
    this.tabletop = tabletop;
    this.tracker = tracker;
    this.keys = keys;
    this.language = language;
    this.environment = environment;
    this.world = world;
    this.highlights = new Highlights(tabletop);
  }

  get table() {
    return this.client?.table ?? NOBODY;
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** @param {Key} key from a link that was entered */
  enter(key) {
    this.keys.own = key;
    this.start();
  }

  leave() {
    this.keys.own = undefined;
    this.start();
  }

  /** Sits down with the link that this browser keeps, if there is one. */
  start() {
    this.stop();
    const key = this.keys.own;
    if (key) this.#sit(key);
    this.#tell();
  }

  stop() {
    this.writer?.stop();
    this.client?.connection.stop();
    this.client = this.writer = this.mirror = this.trouble = undefined;
    this.#welcomed = false;
    this.notice = "";
    this.highlights.draw([]);
  }

  /** PlanarAlly tells nobody of a token that is hidden, a floor or a location that is another: looked at now and then. */
  look() {
    this.#lead();
    void this.mirror?.look();
    const { active, combatants = {} } = this.table.view;
    this.highlights.draw(active.map((id) => combatants[id]?.token));
  }

  /** PlanarAlly's tracker may be another. @param {string} method by which */
  heard(method) {
    if (method === "clearEntries" && this.mirror && this.writer?.held) this.mirror.dismissed = true;
    this.look();
    this.#tell();
  }

  /** @param {Command} command */
  async give(command) {
    if (this.client?.connection.state !== "live") return this.say("planarally.offline");
    this.notice = "";
    try {
      await this.client.give(command);
    } catch (refusal) {
      this.refused(refusal);
    }
    this.#tell();
  }

  /** @param {any} refusal */
  refused(refusal) {
    this.notice = this.client?.words.refusal(refusal) ?? "";
    this.#tell();
  }

  /** @param {string} key of a text */
  say(key) {
    this.notice = this.language.text(key);
    this.#tell();
  }

  /** @param {Key} key */
  #sit(key) {
    const url = socketAddress(key.address ?? "", this.world.location);
    if (!url) {
      this.trouble = { reason: "address", address: key.address ?? "" };
      return;
    }
    const { table, token } = key;
    const place = { url, table, token, client: this.keys.clientId, name: () => this.tabletop.user };
    const client = new Client(place, this.language, this.environment);
    this.client = client;
    client.subscribe((kind, message) => client === this.client && this.#heard(client, kind, message));
    try {
      client.connection.start();
    } catch {
      this.trouble = { reason: "mixed", address: key.address ?? "" }; // a browser that lets no plain socket out of this page at all
    }
  }

  /** @param {Client} client @param {string} kind @param {any} message */
  #heard(client, kind, message) {
    if (kind === "welcome") {
      this.#welcomed = true;
      this.trouble = undefined;
    }
    if (kind === "connection") void this.#explain(client);
    this.#lead();
    this.writer?.heard(kind, message);
    this.look();
    this.#tell();
  }

  /** PlanarAlly has a tracker for each location, and only its own game masters write into it. */
  #lead() {
    const { tabletop, client, tracker } = this;
    const may = client && tracker && tabletop.isGM && client.table.role === "gm";
    if (this.writer && (!may || this.#location !== tabletop.location)) {
      this.writer.stop();
      this.writer = this.mirror = undefined;
    }
    if (!may || this.writer) return;
    this.#location = tabletop.location;
    const requests = new Requests(
      client,
      (refusal) => this.refused(refusal),
      () => this.look(),
    );
    const writer = new MirrorWriter(
      client,
      {
        target: `planarally:${this.world.location.host}/${tabletop.room}/${tabletop.location}`,
        kept: this.#kept(client.place.table),
        name: () => this.language.text("planarally.watcher"),
        look: () => this.look(),
        refused: (refusal) => this.refused(refusal),
      },
      this.environment,
      this.world.now,
    );
    this.writer = writer;
    this.mirror = new Mirror(tabletop, tracker, requests, () => ({
      open: writer.held ? writer.observer.view : undefined,
      whole: writer.held && client.table.position() ? client.table.view : undefined,
      unnamed: this.language.text("planarally.unnamed"),
    }));
    if (client.connection.state === "live") writer.claim();
  }

  /** Where this browser keeps the observer's token. @param {string} table */
  #kept(table) {
    const { keys } = this;
    return {
      get token() {
        return keys.observer?.table === table ? keys.observer.token : undefined;
      },
      set token(token) {
        keys.observer = token === undefined ? undefined : { table, token };
      },
    };
  }

  /** @param {Client} client */
  async #explain(client) {
    const { state, reason } = client.connection;
    if (state === "refused") this.trouble = { reason: "refused", code: reason };
    if (state !== "retrying" || this.#welcomed || this.trouble) return;
    const trouble = await explain(this.keys.own?.address ?? "", this.world.location, this.world.get);
    if (client !== this.client || this.#welcomed) return;
    this.trouble = trouble;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
