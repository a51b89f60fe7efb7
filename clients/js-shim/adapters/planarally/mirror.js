import { TabletopMirror } from "../../core/mirror/tabletop-mirror.js";
import { changed, newcomer } from "./asks.js";
import { nextStep, wish } from "./plan.js";

/**
 * @import {View} from "../../protocol.d.ts"
 * @import {Requests} from "../../core/mirror/requests.js"
 * @import {Seen} from "./asks.js"
 * @import {Step} from "./plan.js"
 * @import {Tabletop} from "./tabletop.js"
 * @import {Tracker} from "./tracker.js"
 *
 * @typedef {{open: View | undefined, whole: View | undefined, unnamed: string}} Views what players see, what the game
 * master sees (neither unless this window may write), and what somebody is called whose name players do not read
 */

/** A list of a hundred is written in fewer steps; more are a quarrel with somebody, to be gone on with later. */
const MOST_STEPS = 500;

/**
 * Keeps PlanarAlly's tracker as the server has it, and asks the server for what was done to the tokens. `met` are
 * shapes of those in the fight, and of those who have left it until their rows are gone.
 */
export class Mirror extends TabletopMirror {
  /** What PlanarAlly showed of each token when we looked last. @type {Map<string, Seen>} */
  #seen = new Map();
  /** Rows of tokens that are in no fight; undefined before the first look. @type {Set<string> | undefined} */
  #strangers;

  /** @param {Tabletop} tabletop @param {Tracker} tracker @param {Requests} requests @param {() => Views} views */
  constructor(tabletop, tracker, requests, views) {
    super();
    this.tabletop = tabletop;
    this.tracker = tracker;
    this.requests = requests;
    this.views = views;
  }

  /** Tokens in PlanarAlly's tracker, from before this window looked, that are in nobody's fight. */
  get strangers() {
    const there = new Set(this.tracker.shown.rows.map(({ shape }) => shape));
    return [...(this.#strangers ?? [])].filter((shape) => there.has(shape) && !this.met.has(shape));
  }

  /** Puts those into the fight who have a row in the tracker. @param {string[]} [shapes] */
  async takeIn(shapes = this.strangers) {
    const rows = this.tracker.shown.rows.filter(({ shape }) => shapes.includes(shape));
    const combatants = rows.flatMap(({ shape, visible }) => {
      const local = this.tabletop.local(shape);
      const token = local === undefined ? undefined : this.tabletop.token(local);
      return token ? newcomer({ ...token, covert: token.covert || !visible }, this.views().unnamed) : [];
    });
    if (combatants.length > 0) await this.requests.give({ do: "add", combatants });
  }

  /** Shows the round in PlanarAlly again after the tracker was cleared. */
  resume() {
    this.dismissed = false;
    return this.look();
  }

  /** Somebody else writes: what happens meanwhile is not asked of us. */
  forget() {
    this.#seen.clear();
    this.#strangers = undefined;
  }

  /** @override */
  async reconcile() {
    for (let n = 0; n < MOST_STEPS; n += 1) {
      const step = this.#next();
      if (!step) return;
      if (step.do === "add") this.#note(step.shape, false);
      if (!(await this.tracker.take(step))) return;
      if (step.do === "show") this.#note(step.shape, true);
    }
  }

  /** @returns {Step | undefined} */
  #next() {
    const { open, whole } = this.views();
    if (!open || !whole) return void this.forget();
    this.remember(whole, tokensOf(whole));
    if (this.requests.busy || this.#ask(whole) || this.dismissed) return undefined;
    const step = nextStep(
      this.tracker.shown,
      wish(open, whole, (shape) => this.tabletop.local(shape) !== undefined),
      this.#gone(whole),
    );
    if (!step) this.met = new Set(tokensOf(whole)); // whoever has left may come back by a menu
    return step;
  }

  /** @param {View} whole @returns {boolean} whether something was asked for: what comes of it will be looked at */
  #ask(whole) {
    const { rows } = this.tracker.shown;
    const eyes = new Map(rows.map(({ shape, visible }) => [shape, visible]));
    const commands = Object.values(whole.combatants ?? {}).flatMap((combatant) => {
      const local = this.tabletop.local(combatant.token);
      const token = local === undefined ? undefined : this.tabletop.token(local);
      if (!token) return [];
      const now = { covert: token.covert, eye: eyes.get(token.shape), name: token.name };
      const command = changed(this.#seen.get(token.shape), now, combatant);
      this.#seen.set(token.shape, now);
      return command ?? [];
    });
    const fresh = this.#fresh(rows.map(({ shape }) => shape));
    if (fresh.length > 0) void this.takeIn(fresh);
    for (const command of commands) void this.requests.give(command);
    return this.requests.busy;
  }

  /** Rows that somebody has added since we look. @param {string[]} rows */
  #fresh(rows) {
    const strangers = rows.filter((shape) => !this.met.has(shape));
    const known = this.#strangers ?? new Set(strangers);
    this.#strangers = new Set(strangers);
    return strangers.filter((shape) => !known.has(shape));
  }

  /** Shapes whose rows are to go: of those who left, and who were hidden by other means than PlanarAlly's own eye. @param {View} whole */
  #gone({ combatants = {}, phase }) {
    const of = new Map(Object.values(combatants).map((one) => [one.token, one]));
    const rows = this.tracker.shown.rows.filter(({ shape, visible }) => {
      const combatant = of.get(shape);
      if (!combatant || phase === "over") return this.met.has(shape);
      return combatant.hidden && visible;
    });
    return new Set(rows.map(({ shape }) => shape));
  }

  /** Our own writing is nobody's click. @param {string} shape @param {boolean} eye */
  #note(shape, eye) {
    const seen = this.#seen.get(shape);
    if (seen) this.#seen.set(shape, { ...seen, eye });
  }
}

/** @param {View} view */
function tokensOf({ combatants = {} }) {
  return Object.values(combatants).flatMap(({ token }) => token ?? []);
}
