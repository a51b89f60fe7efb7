import { Connection } from "../net/connection.js";
import { Table } from "./table.js";
import { Words } from "../i18n/words.js";

/**
 * @import {Command, Environment} from "../net/connection.js"
 * @import {Language} from "../i18n/language.js"
 * @import {FromServer} from "../../protocol.d.ts"
 */

/** Commands that mean "from here": two who press together must not go two steps. */
const FROM_HERE = new Set(["advance", "undo", "redo"]);

/** Somebody's place at a table: what is known, the connection, the language, whom they look at. */
export class Client {
  /** @type {string | undefined} the combatant that is being looked at */
  chosen;
  /** @type {Set<(kind: string, message?: FromServer) => void>} */
  #listeners = new Set();

  /**
   * @param {{url: string, table: string, token: string, client: string, name: () => string}} place
   * @param {Language} language
   * @param {Environment} environment
   */
  constructor(place, language, environment) {
    this.place = place;
    this.table = new Table();
    this.language = language;
    this.words = new Words(language, this.table);
    this.connection = new Connection(
      {
        url: place.url,
        hello: () => ({ table: place.table, token: place.token, client: place.client, name: place.name() }),
        position: () => this.table.position(),
        receive: (message) => this.#receive(message),
        changed: () => this.#tell("connection"),
      },
      environment,
    );
    this.table.subscribe((kind, message) => this.#tell(kind, message));
  }

  get watching() {
    return this.table.role === "observer";
  }

  /** @param {(kind: string, message?: FromServer) => void} listener @returns {() => void} ends it */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {Command} command @returns {Promise<any>} the `ack`; rejects with a Refusal */
  give(command) {
    const ifSeq = fromHere(command) ? this.table.seq : undefined;
    return this.connection.give(command, { ifSeq });
  }

  /** @param {string | undefined} combatant */
  choose(combatant) {
    this.chosen = combatant;
    this.#tell("chosen");
  }

  /** @param {Language} language */
  speak(language) {
    this.language = language;
    this.words = new Words(language, this.table);
    this.#tell("language");
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "complaint") return this.#tell("complaint");
    if (!this.table.receive(message)) return this.connection.resync();
    if (message.type === "welcome") this.connection.tell({ type: "catalogue" });
  }

  /** @param {string} kind @param {FromServer} [message] */
  #tell(kind, message) {
    for (const listener of this.#listeners) listener(kind, message);
  }
}

/** @param {Command} command @returns {boolean} */
function fromHere(command) {
  return FROM_HERE.has(command.do) || (Array.isArray(command.commands) && command.commands.some(fromHere));
}
