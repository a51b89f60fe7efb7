import { Client } from "./client.js";

/** @import {Environment} from "../net/connection.js" */

/**
 * A second place at the table, an observer's, for a game master's window that writes into a tabletop
 * which hides nothing: what it sees there is what players may see.
 */
export class Observer {
  /** @type {Client | undefined} */
  #client;
  #inviting = false;

  /**
   * @param {Client} client the game master's
   * @param {{token: string | undefined}} kept where its token is kept
   * @param {() => string} name what it is called at the table
   * @param {Environment} environment
   * @param {(kind: string, message?: any) => void} changed with what this place was told
   */
  constructor(client, kept, name, environment, changed) {
    this.client = client;
    this.kept = kept;
    this.name = name;
    this.environment = environment;
    this.changed = changed;
  }

  /** What players see; nothing before it is known. */
  get view() {
    return this.#client?.table.position() && this.#client.table.view;
  }

  /** Comes in, if it is not there. Rejects with a Refusal if nobody may be invited. */
  async enter() {
    if (this.#client || this.#inviting) return;
    const token = this.kept.token ?? (await this.#invite());
    if (!this.#client) this.#sit(token);
  }

  leave() {
    this.#client?.connection.stop();
    this.#client = undefined;
  }

  async #invite() {
    this.#inviting = true;
    try {
      const { result } = await this.client.give({ do: "invite", role: "observer" });
      this.kept.token = result.token;
      return result.token;
    } finally {
      this.#inviting = false;
    }
  }

  /** @param {string} token */
  #sit(token) {
    const place = { ...this.client.place, token, name: this.name };
    const client = new Client(place, this.client.language, this.environment);
    client.subscribe((kind, message) => {
      if (client.connection.state === "refused" && client === this.#client) {
        this.#client = undefined; // taken back, or of another table: the next time another is asked for
        this.kept.token = undefined;
      }
      this.changed(kind, message);
    });
    this.#client = client;
    client.connection.start();
  }
}
