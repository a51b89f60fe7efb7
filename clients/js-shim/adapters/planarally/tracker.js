import { BY_HAND } from "./plan.js";

/** @import {Store} from "./planarally.d.ts" @import {Shown, Step} from "./plan.js" @import {Environment} from "../../core/net/connection.js" */

/** Steps that PlanarAlly answers to this window too, with the whole tracker. */
const ANSWERED = new Set(["add", "value", "sort", "move", "clear"]);
const PATIENCE_MS = 5000;
const NOBODYS = /** @type {const} */ ({ sync: true, updateEffects: false });
/** What is asked of PlanarAlly's tracker. */
export const METHODS = /** @type {const} */ ([
  "addInitiative",
  "setInitiative",
  "removeInitiative",
  "clearEntries",
  "clearValues",
  "changeOrder",
  "changeSort",
  "toggleOption",
  "toggleActive",
  "setTurnCounter",
  "setRoundCounter",
  "getDataSet",
  "_forceUpdate",
]);

/** PlanarAlly's own tracker, as it is and step by step as it ought to be. What it does here is nobody's click. */
export class Tracker {
  /** @type {(() => void) | undefined} */
  #answered;
  #own;

  /**
   * @param {Store} store before its methods are wrapped @param {(shape: string) => number | undefined} local
   * @param {Environment} environment
   */
  constructor(store, local, environment) {
    this.store = store;
    this.local = local;
    this.environment = environment;
    this.#own = /** @type {Pick<Store, typeof METHODS[number]>} */ (
      Object.fromEntries(METHODS.map((name) => [name, /** @type {Function} */ (store[name]).bind(store)]))
    );
  }

  /** @returns {Shown} */
  get shown() {
    const { roundCounter, turnCounter, sort, isActive } = this.store.state;
    const rows = this.store.getDataSet().map(({ globalId, initiative, isVisible }) => ({
      shape: globalId,
      value: initiative ?? undefined,
      visible: isVisible,
    }));
    return { rows, round: roundCounter, turn: turnCounter, sort, active: isActive };
  }

  /** Draws the list as it is: what was typed or dragged in vain goes. */
  redraw() {
    this.store._forceUpdate();
  }

  /** PlanarAlly has told this window something. @param {string} method by which it did */
  heard(method) {
    if (method === "setData" || method === "clearValues") this.#answered?.();
  }

  /** Takes a step. @param {Step} step @returns {Promise<boolean>} false if there was no answer */
  async take(step) {
    if (!ANSWERED.has(step.do)) {
      this.#write(step);
      return true;
    }
    /** @type {any} */
    let timer;
    const answer = new Promise((resolve) => {
      this.#answered = () => resolve(true);
      timer = this.environment.after(() => resolve(false), PATIENCE_MS);
    });
    this.#write(step);
    const answered = await answer;
    this.environment.stop(timer);
    this.#answered = undefined;
    return answered;
  }

  /** @param {Step} step */
  #write(step) {
    const own = this.#own;
    switch (step.do) {
      case "add":
        return own.addInitiative(/** @type {number} */ (this.local(step.shape)));
      case "show":
        return own.toggleOption(
          this.shown.rows.findIndex((row) => row.shape === step.shape),
          "isVisible",
        );
      case "remove":
        return own.removeInitiative(step.shape, true);
      case "wipe":
        return own.clearEntries(true);
      case "clear":
        return own.clearValues(true);
      case "value":
        return own.setInitiative(step.shape, step.value, true);
      case "sort":
        return own.changeSort(BY_HAND, true);
      case "move":
        return own.changeOrder(step.shape, step.from, step.to);
      case "active":
        return own.toggleActive();
      case "round":
        return own.setRoundCounter(step.round, 0, NOBODYS);
      case "turn":
        return own.setTurnCounter(step.turn, 0, NOBODYS);
    }
  }
}
