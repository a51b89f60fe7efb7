import { Lease } from "../../core/state/lease.js";
import { Observer } from "../../core/state/observer.js";
import { Client } from "../../core/state/client.js";
import { Companion } from "./companion.js";
import { COLOUR, Lights } from "./lights.js";
import { Mirror } from "./mirror.js";

/**
 * @import {Environment} from "../../core/net/connection.js"
 * @import {Language} from "../../core/i18n/language.js"
 * @import {Key, Keys} from "../framed/keys.js"
 * @import {Bridge} from "./bridge.js"
 */

/** A game master's place at the table, from which the turn order of a Roll20 campaign is kept. */
export class Session {
  /** What was refused last. @type {any} */
  refusal;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * @param {Bridge} bridge @param {string} campaign @param {string} url of the socket
   * @param {Key} key @param {Keys} keys @param {Language} language @param {Environment} environment
   * @param {() => number} now ms, never going back
   */
  constructor(bridge, campaign, url, key, keys, language, environment, now) {
    this.keys = keys;
    const place = { url, ...key, client: keys.clientId, name: () => language.text("role.gm") };
    const refused = (/** @type {any} */ refusal) => this.#complain(refusal);
    this.client = new Client(place, language, environment);
    this.lease = new Lease(
      `roll20:${campaign}`,
      (message) => this.client.connection.tell(message),
      environment,
      now,
    );
    const kept = {
      get token() {
        return keys.observer?.table === key.table ? keys.observer.token : undefined;
      },
      set token(token) {
        keys.observer = token === undefined ? undefined : { table: key.table, token };
      },
    };
    this.observer = new Observer(
      this.client,
      kept,
      () => language.text("roll20.onlooker"),
      environment,
      () => this.look(),
    );
    this.mirror = new Mirror(bridge, this.client, this.lease, () => this.observer.view, refused, environment);
    this.companion = new Companion(bridge, this.client, environment.id, refused);
    this.lights = new Lights(bridge);
    this.client.subscribe((kind, message) => this.#heard(kind, message));
  }

  /** Of the auras round those who act, `#rrggbb`. */
  get colour() {
    return this.keys.noted("colour") ?? COLOUR;
  }

  set colour(colour) {
    this.keys.note("colour", colour);
    this.look();
  }

  /** Whether the Mod script is there, as the game master says: Roll20 tells nobody. */
  get hasMod() {
    return this.keys.has("mod");
  }

  set hasMod(there) {
    if (this.hasMod && !there) void this.companion.dim();
    if (there) void this.lights.dim();
    this.keys.switch("mod", there);
    this.look();
  }

  start() {
    this.client.connection.start();
  }

  stop() {
    if (this.lease.held) void this.lights.dim();
    this.lease.drop();
    this.observer.leave();
    this.client.connection.stop();
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** Roll20's turn order and tokens as they ought to be. */
  look() {
    void this.mirror.look().then(() => this.#tell());
    const open = this.observer.view;
    if (open && this.lease.held) void (this.hasMod ? this.companion : this.lights).light(open, this.colour);
  }

  /** @param {string} whisper */
  said(whisper) {
    if (this.hasMod && this.lease.held) void this.companion.heard(whisper);
  }

  /** @param {string} kind @param {any} message */
  #heard(kind, message) {
    if (kind === "update" || kind === "tick") this.refusal = undefined;
    if (this.client.table.role === "gm") this.#lead(kind, message);
    this.#tell();
  }

  /** @param {string} kind @param {any} message */
  #lead(kind, message) {
    if (kind === "welcome") this.lease.claim();
    else if (kind === "mirror") this.#granted(message);
    else if (kind === "presence" && !this.lease.held)
      this.lease.claim(); // who wrote has gone, perhaps
    else if (kind === "connection" && ["retrying", "refused"].includes(this.client.connection.state))
      this.lease.drop();
    else if (["snapshot", "catalogue", "update", "tick"].includes(kind)) this.look();
  }

  /** @param {any} answer to a claim, or to its renewal */
  #granted(answer) {
    this.lease.heard(answer);
    if (!this.lease.held) {
      this.observer.leave();
      this.companion.forget();
      void this.lights.dim();
    } else void this.#watch();
    this.look();
  }

  async #watch() {
    try {
      await this.observer.enter();
    } catch (refusal) {
      this.#complain(refusal);
    }
    if (!this.lease.held) this.observer.leave(); // lost while the invitation was on its way
  }

  /** @param {any} refusal */
  #complain(refusal) {
    this.refusal = refusal;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}
