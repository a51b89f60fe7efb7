import { moved, valued } from "./asks.js";

/**
 * @import {Command} from "../../core/net/connection.js"
 * @import {Answers} from "./wraps.js"
 * @import {Session} from "./session.js"
 * @import {Tracker} from "./tracker.js"
 */

/** The buttons of PlanarAlly's tracker, as requests of whoever presses them. @implements {Answers} */
export class Buttons {
  /** @param {Session} session @param {Tracker} tracker */
  constructor(session, tracker) {
    this.session = session;
    this.tracker = tracker;
  }

  /** @param {string} [shape] */
  leads = (shape) => {
    const rows = this.tracker.shown.rows.filter((row) => this.#of(row.shape));
    return shape === undefined ? rows.length > 0 : rows.some((row) => row.shape === shape);
  };

  /** A player's Next is the end of the own turn. */
  next = () => {
    const { role, user, view } = this.session.table;
    const own = view.active.find((id) => view.combatants?.[id]?.owner === user);
    this.#ask(role !== "gm" && own ? { do: "end_turn", combatant: own } : { do: "advance", to: "next" });
  };

  back = () => this.#ask({ do: "undo" });

  round = () => this.#ask({ do: "advance", to: "round" });

  toggle = () => this.#ask({ do: this.session.table.view.phase === "setup" ? "begin" : "end" });

  /** @param {string} shape */
  remove = (shape) => {
    const one = this.#of(shape);
    if (one) this.#ask({ do: "remove", combatant: one.id });
  };

  /** @param {string} shape @param {number} value */
  value = (shape, value) => {
    const one = this.#of(shape);
    if (one) this.#ask(valued(this.session.table.view, one, value));
  };

  /** @param {string} _shape @param {number} from @param {number} to */
  move = (_shape, from, to) => {
    const rows = this.tracker.shown.rows.map(({ shape }) => this.#of(shape)?.id ?? "");
    const command = moved(rows, from, to);
    if (command) this.#ask(command);
  };

  refuse = () => {
    this.session.say("planarally.led");
    this.tracker.redraw();
  };

  /** @param {string} method */
  heard = (method) => {
    this.tracker.heard(method);
    this.session.heard(method);
  };

  /** @param {string} shape */
  #of(shape) {
    return Object.values(this.session.table.view.combatants ?? {}).find(({ token }) => token === shape);
  }

  /** PlanarAlly's page shows what was typed or dragged until it is drawn anew. @param {Command} command */
  async #ask(command) {
    await this.session.give(command);
    this.tracker.redraw();
  }
}
