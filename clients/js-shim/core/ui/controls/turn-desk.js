import { Follower } from "../dom/follower.js";
import { h, morph } from "../dom/h.js";
import { add } from "./add.js";
import { dock, keys } from "./toolbar.js";
import { clock, end, open, surprise } from "./fight.js";
import { fold, once, unfolded } from "./form.js";
import { Hand } from "./controller.js";
import { keeping } from "./files.js";
import { noted } from "./notes.js";
import { person } from "./person.js";
import { houseRules } from "./rules.js";
import { waits } from "./prompts.js";

/** @import {Seat} from "../../state/client.js" */

/**
 * `<turn-desk>`: what somebody may do now, and what is waited for. Set its `seat`. With the attribute
 * `keyless` it takes no keys: on a page that has keys of its own one press would do two things.
 */
export class TurnDesk extends Follower {
  /** @type {Hand | undefined} */
  #hand;
  /** @type {string | undefined} */
  #phase;
  #keys = (/** @type {KeyboardEvent} */ event) => this.#pressed(event);

  constructor() {
    super("desk", new URL("./controls.css", import.meta.url));
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.#keys);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#keys);
  }

  /**
   * The game master's hand on the order, from wherever it comes.
   * @param {string} combatant
   * @param {{before?: string, after?: string}} beside
   */
  place(combatant, beside) {
    return this.#hand?.give("place", { do: "place", combatant, ...beside });
  }

  /** @override @param {Seat} seat @param {ReadonlySet<string>} kinds */
  draw(seat, kinds) {
    if (this.#hand?.seat !== seat) this.#hand = new Hand(seat, () => this.draw(seat, new Set()));
    const hand = this.#hand;
    if (seat.table.role === undefined) return;
    morph(this.body, seat.watching ? watching(hand) : hand.gm ? gm(hand) : player(hand));
    if (kinds.has("chosen") && hand.gm && seat.chosen) this.#turnTo(".person");
    this.#begin(hand.view.phase);
  }

  /** Once the fight goes on, adding folds up; what is typed there stays. @param {string | undefined} phase */
  #begin(phase) {
    if (this.#phase === "setup" && phase !== "setup")
      this.body.querySelector('[data-key="fold:add"]')?.removeAttribute("open");
    this.#phase = phase;
  }

  /** Brings a part into sight: within the desk where it scrolls by itself, else on the page. @param {string} part */
  #turnTo(part) {
    const found = this.body.querySelector(part);
    if (!(found instanceof HTMLElement)) return;
    if (getComputedStyle(this).overflowY === "visible")
      return found.scrollIntoView({ block: "start", behavior: "smooth" });
    const distance = found.getBoundingClientRect().top - this.getBoundingClientRect().top;
    this.scrollBy({ top: distance, behavior: "smooth" });
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const hand = this.#hand;
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    if (!hand?.gm || chord || event.repeat || this.hasAttribute("keyless")) return;
    const [target] = event.composedPath();
    if (target instanceof HTMLElement && target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    if (!this.#reach(hand, key) && !keys(hand)[key]?.()) return;
    event.preventDefault();
  }

  /**
   * Keys that lead to a field: D to who still owes a declaration, H to the wounds of the chosen one.
   * @param {Hand} hand
   * @param {string} key
   */
  #reach(hand, key) {
    const owing = hand.view.prompts?.find((prompt) => prompt.prompt === "declare")?.combatants?.[0];
    if (key === "d" && owing) hand.seat.choose(owing);
    const field = { d: ".person .kinds input", h: ".person input[name=damage]" }[key];
    const found = field && this.body.querySelector(field);
    if (found instanceof HTMLElement) found.focus();
    return found instanceof HTMLElement;
  }
}

/** @param {Hand} hand */
function chosen(hand) {
  const one = hand.view.combatants?.[hand.seat.chosen ?? ""];
  return one && (hand.gm || hand.mine(one)) ? person(hand, one) : null;
}

/** @param {Hand} hand */
function gm(hand) {
  const { words } = hand;
  const empty = hand.everyone.length === 0;
  const opened = hand.view.system !== undefined;
  return [
    empty && h("p", { class: "others", key: "empty" }, words.text("desk.empty")),
    noted(hand),
    waits(hand),
    chosen(hand),
    h(
      "section",
      { class: "card setup", key: "setup" },
      h("h3", null, words.text("desk.setup")),
      unfolded(fold("add", words.text("desk.add"), add(hand)), empty && opened),
      hand.may("surprise") && once("surprise", words.text("desk.surprise"), surprise(hand)),
      hand.may("clock") && once("clock", words.text("button.clock"), clock(hand)),
      opened && hand.may("options") && once("rules", words.text("desk.options"), houseRules(hand)),
      unfolded(once("open", words.text("desk.new_fight"), open(hand)), !opened),
      fold("file", words.text("desk.file"), keeping(hand)),
      hand.may("end") && once("end", words.text("button.end"), end(hand)),
      h(
        "p",
        { class: "keys" },
        words.text("desk.keys", {
          next: "N",
          undo: "U",
          roll: "R",
          segment: "S",
          redo: "Y",
          declare: "D",
          hit: "H",
        }),
      ),
    ),
    dock(hand),
  ].flat();
}

/** @param {Hand} hand */
function player(hand) {
  const own = hand.everyone.filter((one) => hand.mine(one));
  return [
    own.length === 0 && h("p", { class: "others", key: "none" }, hand.words.text("desk.no_combatant")),
    noted(hand),
    waits(hand),
    own.map((one) => person(hand, one)),
  ].flat();
}

/** @param {Hand} hand */
function watching(hand) {
  return [h("p", { class: "others", key: "watch" }, hand.words.text("desk.watch")), waits(hand)].flat();
}

customElements.define("turn-desk", TurnDesk);
