import { Seat } from "./client.js";

/** @import {Outside} from "../net/connection.js" */

/**
 * A second place at the table, an observer's, for a game master's window that writes into a tabletop
 * which hides nothing: what it sees there is what players may see.
 */
export class Onlooker {
  /** @type {Seat | undefined} */
  #seat;
  #inviting = false;

  /**
   * @param {Seat} seat the game master's
   * @param {{token: string | undefined}} kept where its token is kept
   * @param {() => string} name what it is called at the table
   * @param {Outside} outside
   * @param {() => void} changed
   */
  constructor(seat, kept, name, outside, changed) {
    this.seat = seat;
    this.kept = kept;
    this.name = name;
    this.outside = outside;
    this.changed = changed;
  }

  /** What players see; nothing before it is known. */
  get view() {
    return this.#seat?.table.position() && this.#seat.table.view;
  }

  /** Comes in, if it is not there. Rejects with a Refusal if nobody may be invited. */
  async enter() {
    if (this.#seat || this.#inviting) return;
    const token = this.kept.token ?? (await this.#invite());
    if (!this.#seat) this.#sit(token);
  }

  leave() {
    this.#seat?.connection.stop();
    this.#seat = undefined;
  }

  async #invite() {
    this.#inviting = true;
    try {
      const { result } = await this.seat.give({ do: "invite", role: "observer" });
      this.kept.token = result.token;
      return result.token;
    } finally {
      this.#inviting = false;
    }
  }

  /** @param {string} token */
  #sit(token) {
    const { url, table, client } = this.seat.place;
    const seat = new Seat({ url, table, token, client, name: this.name }, this.seat.language, this.outside);
    seat.subscribe(() => {
      if (seat.connection.state === "refused" && seat === this.#seat) {
        this.#seat = undefined; // taken back, or of another table: the next time another is asked for
        this.kept.token = undefined;
      }
      this.changed();
    });
    this.#seat = seat;
    seat.connection.start();
  }
}
