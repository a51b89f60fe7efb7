import { Keys, storage } from "../framed/keys.js";
import { Client } from "../../core/state/client.js";
import { socketAddress } from "../browser/address.js";
import { RoomKey } from "./room.js";

/**
 * @import {Environment} from "../../core/net/connection.js"
 * @import {Language} from "../../core/i18n/language.js"
 * @import {Key} from "../framed/keys.js"
 * @import {Owlbear} from "./sdk.d.ts"
 */

/**
 * One of our frames in an Owlbear room: it sits down with the own key, else with the room's, and
 * anew when either is another.
 */
export class Session {
  /** @type {Client | undefined} */
  client;
  #name = "";
  /** @type {Key | undefined} */
  #shared;
  /** @type {Set<(kind: string, message?: any) => void>} */
  #listeners = new Set();

  /**
   * @param {Owlbear} obr @param {Language} language @param {Environment} environment
   * @param {{page: string, storage: () => Storage, wait: (ms: number) => Promise<unknown>}} world where this server's pages are, and what a browser has
   * @param {(ask: () => Promise<any>) => Promise<any>} retry
   */
  constructor(obr, language, environment, world, retry) {
    this.obr = obr;
    this.language = language;
    this.environment = environment;
    this.page = world.page;
    this.keys = new Keys(storage(world.storage), `owlbear:${obr.room.id}`, environment.id);
    this.room = new RoomKey(obr, retry);
  }

  /** Whether the players of this room find a key to the same table. */
  get open() {
    return this.#shared !== undefined && this.#shared.table === this.client?.place.table;
  }

  async start() {
    this.#name = await this.obr.player.getName();
    this.#shared = await this.room.get();
    this.room.onChange((key) => {
      this.#shared = key;
      this.look();
    });
    this.look();
  }

  /** @param {(kind: string, message?: any) => void} listener @returns {() => void} ends it */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {Key} key from a link that somebody has pasted */
  enter(key) {
    this.keys.own = key;
    this.look();
  }

  leave() {
    this.keys.own = undefined;
    this.look();
  }

  /** Sits down, unless it sits there already. */
  look() {
    const key = this.keys.own ?? this.#shared;
    const place = this.client?.place;
    if (place?.table !== key?.table || place?.token !== key?.token) this.#sit(key);
    this.#tell("session");
  }

  /** @param {Key | undefined} key */
  #sit(key) {
    this.client?.connection.stop();
    this.client = undefined;
    if (!key) return;
    const url = socketAddress(this.page);
    const place = {
      url,
      table: key.table,
      token: key.token,
      client: this.keys.clientId,
      name: () => this.#name,
    };
    const client = new Client(place, this.language, this.environment);
    this.client = client;
    client.subscribe((kind, message) => client === this.client && this.#tell(kind, message));
    client.connection.start();
  }

  /** @param {string} kind @param {any} [message] */
  #tell(kind, message) {
    for (const listener of this.#listeners) listener(kind, message);
  }
}
