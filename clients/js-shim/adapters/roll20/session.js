import { Lease } from "../../core/state/lease.js";
import { Onlooker } from "../../core/state/observer.js";
import { Seat } from "../../core/state/client.js";
import { Companion } from "./companion.js";
import { Mirror } from "./mirror.js";

/**
 * @import {Outside} from "../../core/net/connection.js"
 * @import {Language} from "../../core/i18n/language.js"
 * @import {Key, Keys} from "../framed/keys.js"
 * @import {Bridge} from "./bridge.js"
 */

/** A game master's place at the table, from which the turn order of a Roll20 campaign is kept. */
export class Desk {
  /** What was refused last. @type {any} */
  refusal;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * @param {Bridge} bridge @param {string} campaign @param {string} url of the socket
   * @param {Key} key @param {Keys} keys @param {Language} language @param {Outside} outside
   * @param {() => number} now ms, never going back
   */
  constructor(bridge, campaign, url, key, keys, language, outside, now) {
    this.keys = keys;
    const place = { url, ...key, client: keys.client, name: () => language.text("role.gm") };
    const refused = (/** @type {any} */ refusal) => this.#complain(refusal);
    this.seat = new Seat(place, language, outside);
    this.lease = new Lease(`roll20:${campaign}`, (message) => this.seat.connection.tell(message), outside, now);
    const kept = {
      get token() {
        return keys.onlooker?.table === key.table ? keys.onlooker.token : undefined;
      },
      set token(token) {
        keys.onlooker = token === undefined ? undefined : { table: key.table, token };
      },
    };
    this.onlooker = new Onlooker(this.seat, kept, () => language.text("roll20.onlooker"), outside, () => this.look());
    this.mirror = new Mirror(bridge, this.seat, this.lease, () => this.onlooker.view, refused, outside);
    this.companion = new Companion(bridge, this.seat, outside.id, refused);
    this.seat.subscribe((kind, message) => this.#heard(kind, message));
  }

  /** Whether the Mod script is there, as the game master says: Roll20 tells nobody. */
  get hasMod() {
    return this.keys.has("mod");
  }

  set hasMod(there) {
    if (this.hasMod && !there) void this.companion.dim();
    this.keys.switch("mod", there);
    this.look();
  }

  start() {
    this.seat.connection.start();
  }

  stop() {
    this.lease.drop();
    this.onlooker.leave();
    this.seat.connection.stop();
  }

  /** @param {() => void} listener */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  /** Roll20's turn order and tokens as they ought to be. */
  look() {
    void this.mirror.look().then(() => this.#tell());
    const open = this.onlooker.view;
    if (this.hasMod && open && this.lease.held) void this.companion.light(open);
  }

  /** @param {string} whisper */
  said(whisper) {
    if (this.hasMod && this.lease.held) void this.companion.heard(whisper);
  }

  /** @param {string} kind @param {any} message */
  #heard(kind, message) {
    if (kind === "update" || kind === "tick") this.refusal = undefined;
    if (this.seat.table.role === "gm") this.#lead(kind, message);
    this.#tell();
  }

  /** @param {string} kind @param {any} message */
  #lead(kind, message) {
    if (kind === "welcome") this.lease.claim();
    else if (kind === "mirror") this.#granted(message);
    else if (kind === "presence" && !this.lease.held) this.lease.claim(); // who wrote has gone, perhaps
    else if (kind === "connection" && ["retrying", "refused"].includes(this.seat.connection.state)) this.lease.drop();
    else if (["snapshot", "update", "tick"].includes(kind)) this.look();
  }

  /** @param {any} answer to a claim, or to its renewal */
  #granted(answer) {
    this.lease.heard(answer);
    if (!this.lease.held) {
      this.onlooker.leave();
      this.companion.forget();
    } else void this.#watch();
    this.look();
  }

  async #watch() {
    try {
      await this.onlooker.enter();
    } catch (refusal) {
      this.#complain(refusal);
    }
    if (!this.lease.held) this.onlooker.leave(); // lost while the invitation was on its way
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
