import { h } from "../dom/h.js";
import { declareAs } from "./declare.js";
import { atHand } from "./last.js";
import { picked, picker } from "./several.js";

/** @import {Controller} from "./controller.js" */

const WHO = "declare:who";
const FORM = "declare:several";

/**
 * For the game master: all who owe a declaration, of whom several may be given the same. Once it is
 * given, the next who owe one are picked.
 * @param {Controller} controller
 * @param {string[]} ids
 */
export function declaring(controller, ids) {
  const who = picked(controller, WHO, ids);
  return h(
    "div",
    { key: "owing", class: "stack" },
    h("p", { class: "ask" }, controller.words.text("desk.owing", { n: ids.length })),
    atHand(controller, FORM, ids, who, mayRoll(controller)),
    ids.length > 1
      ? picker(controller, WHO, ids, who)
      : h("p", { key: "only" }, h("b", null, controller.words.name(ids[0]))),
    declareAs(controller, FORM, who, who.length === ids.length && mayRoll(controller)),
  );
}

/** Whether the dice come next: before a segment of surprise there are none. @param {Controller} controller */
function mayRoll(controller) {
  return controller.view.surprise === undefined;
}

/** Who is chosen anywhere on the page is the one who declares next. @param {Controller} controller @param {string} id */
export function pick(controller, id) {
  controller.notes.set(WHO, new Set([id]));
}
