import { Focus } from "../dom/focus.js";
import { Follower } from "../dom/follower.js";
import { h, morph } from "../dom/h.js";
import { inOrder } from "../tracker/moments.js";
import { add } from "./add.js";
import { toolbar, keys } from "./toolbar.js";
import { clock, end, open, surprise } from "./fight.js";
import { act, complaint, fold, once, unfolded } from "./form.js";
import { Controller } from "./controller.js";
import { fileButtons } from "./files.js";
import { keeping, keptList } from "./kept.js";
import { answerNotes } from "./notes.js";
import { person } from "./person.js";
import { houseRules } from "./rules.js";
import { promptCards } from "./prompts.js";
import { pick } from "./declaring.js";

/** @import {Client} from "../../state/client.js" */

/** Where letters are typed and are no keys. */
const WRITTEN = "input:not([type=radio], [type=checkbox]), select, textarea, dialog";

/**
 * `<turn-desk>`: what somebody may do now, and what is waited for. Set its `client`. With the attribute
 * `keyless` it takes no keys: on a page that has keys of its own one press would do two things.
 */
export class TurnDesk extends Follower {
  /** @type {Controller | undefined} */
  #controller;
  /** @type {string | undefined} */
  #phase;
  #focus = new Focus(/** @type {ShadowRoot} */ (this.shadowRoot));
  /** Whether somebody is being chosen because it is their moment: the page stays where it is. */
  #following = false;
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
    return this.#controller?.give("place", { do: "place", combatant, ...beside });
  }

  /** @override @param {Client} client @param {ReadonlySet<string>} kinds */
  draw(client, kinds) {
    if (this.#controller?.client !== client)
      this.#controller = new Controller(client, () => this.draw(client, new Set()));
    const controller = this.#controller;
    if (client.table.role === undefined) return;
    if (kinds.has("chosen") && client.chosen) pick(controller, client.chosen);
    if (kinds.has("tick") && controller.gm) this.#chooseActing(client);
    this.#focus.keep(() =>
      morph(
        this.body,
        client.watching ? watching(controller) : controller.gm ? gm(controller) : player(controller),
      ),
    );
    if (kinds.has("chosen") && controller.gm && client.chosen && !this.#following) this.#turnTo(".person");
    this.#come(controller.view.phase);
  }

  /** Who acts is chosen, unless something is being written about somebody else. @param {Client} client */
  #chooseActing(client) {
    const [first] = inOrder(client.table.view, client.table.view.active ?? []);
    const writing = this.shadowRoot?.activeElement?.closest(".person");
    if (first === undefined || first === client.chosen || writing) return;
    this.#following = true;
    client.choose(first);
    this.#following = false;
  }

  /**
   * What is asked comes into sight when the phase changes. Once the fight goes on, adding folds up; what
   * is typed there stays.
   * @param {string | undefined} phase
   */
  #come(phase) {
    const before = this.#phase;
    this.#phase = phase;
    if (before === undefined || before === phase) return;
    if (before === "setup") this.body.querySelector('[data-key="fold:add"]')?.removeAttribute("open");
    this.#turnTo(".asks");
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
    const controller = this.#controller;
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    if (!controller?.gm || chord || event.repeat || this.hasAttribute("keyless")) return;
    const [target] = event.composedPath();
    if (target instanceof HTMLElement && target.closest(WRITTEN)) return;
    const key = event.key.toLowerCase();
    if (!this.#reach(key) && !keys(controller)[key]?.()) return;
    event.preventDefault();
  }

  /**
   * Keys that lead to a field: D to who still owes a declaration, H to the wounds of the chosen one.
   * @param {string} key
   */
  #reach(key) {
    const field = { d: ".asks .kinds input", h: ".person input[name=damage]" }[key];
    const found = field && this.body.querySelector(field);
    if (found instanceof HTMLElement) found.focus();
    return found instanceof HTMLElement;
  }
}

/** @param {Controller} controller */
function chosen(controller) {
  const one = controller.view.combatants?.[controller.client.chosen ?? ""];
  return one && (controller.gm || controller.mine(one)) ? person(controller, one) : null;
}

/** @param {Controller} controller */
function gm(controller) {
  const { words } = controller;
  const empty = controller.everyone.length === 0;
  // Before a fight is opened no option has a value; a tabletop may begin one that nobody has opened.
  const { options = {}, phase } = controller.view;
  const opened = Object.keys(options).length > 0 || phase !== "setup";
  return [
    !opened && h("p", { class: "others", key: "which" }, words.text("desk.which_game")),
    empty && opened && h("p", { class: "others", key: "empty" }, words.text("desk.empty")),
    answerNotes(controller),
    promptCards(controller),
    chosen(controller),
    h(
      "section",
      { class: "card setup", key: "setup" },
      h("h3", null, words.text("desk.setup")),
      !opened && unfolded(once("game", words.text("desk.new_fight"), open(controller)), true),
      unfolded(fold("add", words.text("desk.add"), add(controller)), empty && opened),
      controller.may("surprise") && once("surprise", words.text("desk.surprise"), surprise(controller)),
      controller.may("clock") && once("clock", words.text("button.clock"), clock(controller)),
      opened &&
        controller.may("options") &&
        once("rules", words.text("desk.options"), houseRules(controller)),
      opened && once("open", words.text("desk.new_fight"), open(controller)),
      keptOf(controller, empty),
      fold("file", words.text("desk.file"), fileButtons(controller)),
      controller.may("end") && once("end", words.text("button.end"), end(controller)),
      h(
        "p",
        { class: "keys" },
        words.text("desk.keys", {
          next: "N",
          undo: "U",
          roll: "R",
          segment: "S",
          redo: "Y",
          monsters: "M",
          declare: "D",
          hit: "H",
        }),
      ),
    ),
    toolbar(controller),
  ].flat();
}

/** What the table keeps is the first thing to look at while nobody is there. @param {Controller} controller @param {boolean} empty */
function keptOf(controller, empty) {
  const some = Object.keys(controller.view.kept ?? {}).length > 0;
  if (empty && !some) return null;
  const parts = [keptList(controller), !empty && keeping(controller)];
  return unfolded(fold("kept", controller.words.text("desk.kept"), ...parts), empty);
}

/** Free characters are one tap away, where the table lets players take one. @param {Controller} controller */
function noCharacter(controller) {
  const { words } = controller;
  if (!controller.may("take"))
    return h("p", { class: "others", key: "none" }, words.text("desk.no_combatant"));
  const free = controller.everyone.filter((one) => one.kind === "pc" && one.owner === undefined);
  return h(
    "section",
    { class: "card asks", key: "take" },
    h("p", { class: "ask" }, words.text("desk.take_one")),
    h(
      "div",
      { class: "buttons" },
      free.map(({ id, name }) =>
        act(controller, "take", { do: "take", combatant: id }, { values: { name }, kind: "main" }),
      ),
    ),
    complaint(controller, "take"),
  );
}

/** @param {Controller} controller */
function player(controller) {
  const own = controller.everyone.filter((one) => controller.mine(one));
  return [
    own.length === 0 && noCharacter(controller),
    answerNotes(controller),
    promptCards(controller),
    own.map((one) => person(controller, one)),
  ].flat();
}

/** @param {Controller} controller */
function watching(controller) {
  return [
    h("p", { class: "others", key: "watch" }, controller.words.text("desk.watch")),
    promptCards(controller),
  ].flat();
}

customElements.define("turn-desk", TurnDesk);
