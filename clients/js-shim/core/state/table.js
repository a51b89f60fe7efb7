import { merge } from "./merge.js";

/**
 * @import {View, Told, Person, System, Tick, FromServer} from "../../protocol.d.ts"
 *
 * @typedef {object} Line a line of the log: what happened, who did it, in which round and phase
 * @property {number} key
 * @property {Told} told
 * @property {string} [by]
 * @property {number} [round]
 * @property {string} [phase]
 * @property {number} [at]
 */

const LOG_LENGTH = 500;

/** What is known of the table: what the server has told, nothing guessed. */
export class Table {
  /** @type {View} */
  view = {
    table: { id: "", name: "" },
    system: "",
    options: {},
    round: 0,
    phase: "setup",
    prompts: [],
    active: [],
    cursor: { from: 0, to: 0 },
    next: [],
    timeline: [],
    combatants: {},
    can: [],
  };
  /** @type {Line[]} */
  log = [];
  /** @type {Person[]} */
  people = [];
  /** @type {Record<string, System>} */
  catalogue = {};
  /**
   * Names by id, of those too who have left: the log still speaks of them. The same object as long as
   * nobody is called otherwise.
   * @type {Record<string, string>}
   */
  names = {};
  /** @type {string | undefined} */
  user;
  /** @type {string | undefined} */
  role;
  /** The last `tick`. @type {Tick | undefined} */
  tick;
  /** @type {string | undefined} */
  epoch;
  seq = 0;
  #known = false;
  #lines = 0;
  /** @type {Set<(kind: string, message: FromServer) => void>} */
  #listeners = new Set();

  /**
   * @param {(kind: string, message: FromServer) => void} listener told the type of what came, and all of it;
   * @returns {() => void} ends it
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Where our stream is, for `resume`; nothing before the first snapshot. */
  position() {
    return this.#known && this.epoch !== undefined ? { epoch: this.epoch, seq: this.seq } : undefined;
  }

  /**
   * @param {FromServer} message
   * @returns {boolean} false if an update is missing before this one: everything is to be asked anew
   */
  receive(message) {
    switch (message.type) {
      case "welcome":
        this.user = message.user;
        this.role = message.role;
        this.epoch = message.epoch;
        break;
      case "snapshot":
        this.#known = true;
        this.seq = message.seq;
        this.#see(message.view);
        this.log = [];
        this.#note(message.events ?? []);
        break;
      case "update":
        if (message.seq !== this.seq + 1) return this.#lose();
        this.seq = message.seq;
        this.#see(/** @type {View} */ (merge(this.view, message.patch ?? {})));
        this.tick = message.tick ?? this.tick;
        this.#note(message.events ?? [], message.by, true);
        break;
      case "presence":
        this.people = message.users;
        break;
      case "catalogue":
        this.catalogue = message.systems;
        break;
    }
    const kind = message.type === "update" && message.tick ? "tick" : message.type;
    for (const listener of this.#listeners) listener(kind, message);
    return true;
  }

  /** @param {View} view */
  #see(view) {
    this.view = view;
    const fresh = Object.values(view.combatants ?? {}).filter(({ id, name }) => this.names[id] !== name);
    if (fresh.length > 0)
      this.names = { ...this.names, ...Object.fromEntries(fresh.map(({ id, name }) => [id, name])) };
  }

  /** @param {Told[]} events @param {string} [by] @param {boolean} [fresh] */
  #note(events, by, fresh = false) {
    const { round, phase, at } = this.view;
    const when = fresh ? { round, phase, at } : {};
    const lines = events.map((told) => ({ key: (this.#lines += 1), told, by, ...when }));
    this.log = [...this.log, ...lines].slice(-LOG_LENGTH);
  }

  #lose() {
    this.#known = false;
    return false;
  }
}
