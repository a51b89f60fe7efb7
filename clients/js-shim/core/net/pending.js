import { Refusal } from "./refusal.js";

/**
 * The commands that have no answer yet, in the order in which they were given. They keep their id
 * until they are answered: sent again after a reconnect, they are still applied once.
 */
export class Pending {
  /**
   * @type {Map<string, {message: Record<string, unknown>, resolve: (answer: any) => void, reject: (reason: unknown) => void}>}
   */
  #waiting = new Map();

  /**
   * @param {Record<string, unknown> & {id: string}} message
   * @returns {Promise<any>} its `ack`, or a Refusal
   */
  add(message) {
    return new Promise((resolve, reject) => this.#waiting.set(message.id, { message, resolve, reject }));
  }

  /** Every message that still waits, oldest first. */
  messages() {
    return [...this.#waiting.values()].map((command) => command.message);
  }

  /** @param {string} id */
  has(id) {
    return this.#waiting.has(id);
  }

  /** @param {{id: string}} ack */
  accept(ack) {
    this.#take(ack.id)?.resolve(ack);
  }

  /** @param {string} id @param {Refusal} refusal */
  refuse(id, refusal) {
    this.#take(id)?.reject(refusal);
  }

  /** Nobody will answer any more. @param {string} code */
  abandon(code) {
    for (const id of [...this.#waiting.keys()]) this.refuse(id, new Refusal(code));
  }

  /** @param {string} id */
  #take(id) {
    const command = this.#waiting.get(id);
    this.#waiting.delete(id);
    return command;
  }
}
