/** What goes back, or puts something else in the place of what was: Foundry's own events do not belong to it. */
const TURNED = new Set(["undone", "redone", "corrected", "opened"]);

/**
 * Whether what is about to be written is a step forward, as players were told it. Foundry's turn events and its
 * world's time, which nobody takes back, go with such steps alone.
 */
export class Steps {
  #forward = false;
  #turned = false;

  /** @param {string} kind @param {any} [message] what an observer was told */
  heard(kind, message) {
    if (kind === "snapshot") this.#turned = true; // what happened meanwhile nobody knows here
    if (kind !== "update" && kind !== "tick") return;
    this.#forward ||= kind === "tick";
    this.#turned ||= (message.events ?? []).some((/** @type {any} */ one) => TURNED.has(one.event));
  }

  get forward() {
    return this.#forward && !this.#turned;
  }

  /** All that was heard is written. */
  done() {
    this.#forward = this.#turned = false;
  }
}
