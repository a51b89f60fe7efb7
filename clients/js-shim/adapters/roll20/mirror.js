import { TabletopMirror } from "../../core/mirror/tabletop-mirror.js";
import { clicked } from "./clicks.js";
import { merge, parse, same, wanted } from "./rows.js";

/**
 * @import {View} from "../../protocol.d.ts"
 * @import {Environment} from "../../core/net/connection.js"
 * @import {Client} from "../../core/state/client.js"
 * @import {Command} from "../../core/net/connection.js"
 * @import {Lease} from "../../core/state/lease.js"
 * @import {Bridge, Token} from "./bridge.js"
 * @import {Click} from "./clicks.js"
 */

/**
 * Each write goes to everybody in the game, so there are at most two a second. So long it also takes, at
 * most, until both our places at the table have heard what came of a click.
 */
const REST_MS = 500;

/**
 * Keeps our rows in Roll20's turn order as the server has them, and asks the server for what was
 * clicked there. `met` are tokens in the fight, and of those who have left it until their rows are gone.
 */
export class Mirror extends TabletopMirror {
  /** The order as we know it: what differs from it was done by somebody. @type {string | undefined} */
  #known;
  /** @type {Map<string, Pick<Token, "id" | "page">>} */
  #tokens = new Map();
  /** Roll20's turn order is not as we know it: it is left alone. */
  unknown = false;
  /** What Roll20 did not take. @type {string | undefined} */
  #failed;
  #asking = false;
  /** @type {any} */
  #resting;
  /** Something is to be written after the rest. */
  #due = false;

  /**
   * @param {Bridge} bridge @param {Client} client @param {Lease} lease
   * @param {() => View | undefined} open what players see
   * @param {(refusal: any) => void} refused
   * @param {Environment} environment
   */
  constructor(bridge, client, lease, open, refused, environment) {
    super();
    this.bridge = bridge;
    this.client = client;
    this.lease = lease;
    this.open = open;
    this.refused = refused;
    this.environment = environment;
  }

  /** Tokens in Roll20's order that are in nobody's fight yet. */
  get strangers() {
    const ids = parse(this.#known ?? "").map((row) => row.id);
    return [...new Set(ids)].filter((id) => id !== "-1" && !this.met.has(id));
  }

  /** Puts those into the fight who have a row in Roll20's order. */
  async takeIn() {
    const tokens = (await this.bridge.tokens(this.strangers)).filter(isThere);
    // The id is Roll20's, so that asking twice adds once.
    const combatants = tokens.map(({ id, name, hidden, player }) => ({
      id,
      name: name || id,
      token: id,
      hidden,
      kind: player ? "pc" : "npc",
      side: player ? "party" : "foes",
    }));
    if (combatants.length > 0) await this.#give({ do: "add", combatants });
  }

  /** Shows the round in Roll20 again after it was cleared. */
  resume() {
    this.dismissed = false;
    return this.look();
  }

  /** @override */
  async reconcile() {
    const open = this.open();
    const whole = this.client.table.position() && this.client.table.view;
    if (whole) this.remember(whole, tokensOf(whole));
    // What happens while somebody else writes was not asked of us.
    if (!open || !whole || !this.lease.held) this.#known = undefined;
    if (!open || !whole || !this.lease.held || this.#asking) return;
    const { turnorder } = await this.bridge.hello();
    if (typeof turnorder !== "string") return void (this.unknown = true);
    if (this.#heard(turnorder, whole)) return; // what comes of it will be looked at
    if (this.#resting) this.#due = true;
    else if (!this.dismissed) await this.#write(turnorder, open, whole);
  }

  /** @param {string} turnorder @param {View} whole @returns {boolean} whether something was asked for */
  #heard(turnorder, whole) {
    const before = this.#known;
    this.#known = turnorder;
    if (before === undefined || before === turnorder) return false;
    const click = clicked(parse(before), parse(turnorder), this.met);
    if (click?.did === "cleared") this.dismissed = true;
    const command = click && this.#command(click, whole);
    if (command) void this.#give(command);
    return command !== undefined;
  }

  /** @param {Click} click @param {View} whole @returns {Command | undefined} */
  #command(click, { can = [], combatants = {} }) {
    const of = (/** @type {string | undefined} */ token) =>
      Object.values(combatants).find((one) => one.token === token)?.id;
    if (click.did === "next" && can.includes("advance")) return { do: "advance", to: "next" };
    if (click.did === "removed") {
      const gone = click.tokens
        .flatMap((token) => of(token) ?? [])
        .map((combatant) => ({ do: "remove", combatant }));
      if (gone.length > 0) return gone.length === 1 ? gone[0] : { do: "batch", commands: gone };
    }
    if (click.did === "moved" && can.includes("place")) {
      const [combatant, before] = [of(click.token), of(click.before)];
      if (combatant && before) return { do: "place", combatant, before };
    }
  }

  /** @param {Command} command */
  async #give(command) {
    this.#asking = true;
    try {
      await this.client.give(command);
    } catch (refusal) {
      this.refused(refusal);
    } finally {
      this.#asking = false;
      this.#rest();
      void this.look();
    }
  }

  /** @param {string} turnorder @param {View} open @param {View} whole */
  async #write(turnorder, open, whole) {
    const visible = new Set(
      Object.keys(open.combatants ?? {}).filter((id) => whole.combatants?.[id]?.hidden === false),
    );
    await this.#find(open, turnorder);
    const ours = wanted(open, visible, this.#tokens, this.#clock(open));
    const there = parse(turnorder);
    const next = merge(there, ours, this.met);
    const text = JSON.stringify(next);
    if (text === this.#failed) return;
    if (!same(there, next)) {
      if (!this.lease.held) return;
      this.#rest();
      const answer = await this.bridge.write(turnorder, text);
      this.unknown = answer === undefined;
      this.#failed = answer ? undefined : text;
      if (!answer) return;
      if (!answer.written) return this.look(); // somebody was quicker: once more, from what is there now
      this.#known = answer.turnorder;
    }
    // Whoever has left may come back by Roll20's own button.
    this.met = new Set(tokensOf(whole));
  }

  /**
   * Tokens may be on any page, also on one that is not loaded in this browser: those stay as they were known, or as
   * they stand in the order. Those that were deleted are forgotten.
   *
   * @param {View} open @param {string} turnorder
   */
  async #find({ combatants }, turnorder) {
    const answers = await this.bridge.tokens(tokensOf({ combatants }));
    for (const { id, _pageid } of parse(turnorder))
      if (id !== "-1" && _pageid && !this.#tokens.has(id)) this.#tokens.set(id, { id, page: _pageid });
    for (const one of answers) {
      if (isThere(one)) this.#tokens.set(one.id, one);
      else this.#tokens.delete(one.id);
    }
  }

  /** @param {View} open */
  #clock({ system, round, phase, at }) {
    const { words } = this.client;
    const where =
      words.moment(system, at) || words.language.first([`phase.${phase}`, "word.round"], { round });
    return round > 0
      ? [words.text("word.round", { round }), where]
          .filter((text, n, all) => all.indexOf(text) === n)
          .join(" · ")
      : where;
  }

  #rest() {
    this.environment.stop(this.#resting);
    this.#resting = this.environment.after(() => {
      this.#resting = undefined;
      if (this.#due) void this.look();
      this.#due = false;
    }, REST_MS);
  }
}

/** @param {Token | import("./bridge.js").Gone} answer @returns {answer is Token} */
function isThere(answer) {
  return !("gone" in answer);
}

/** @param {Pick<View, "combatants">} view */
function tokensOf({ combatants }) {
  return Object.values(combatants ?? {}).flatMap((one) => one.token ?? []);
}
