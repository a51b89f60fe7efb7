import { h } from "../dom/h.js";
import { declareAs } from "./declare.js";
import { act } from "./form.js";
import { again, lastActions } from "./last.js";
import { andRoll, onAll, picked, picker } from "./several.js";

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
    asLast(controller, ids, who),
    ids.length > 1
      ? picker(controller, WHO, ids, who)
      : h("p", { key: "only" }, h("b", null, controller.words.name(ids[0]))),
    declareAs(controller, FORM, who, who.length === ids.length && mayRoll(controller)),
  );
}

/** What was declared last, once more: by all who are left, or by those who are picked. @param {Controller} controller @param {string[]} ids @param {string[]} who */
function asLast(controller, ids, who) {
  const last = lastActions(controller);
  const [all, some] = [ids, who].map((owing) => owing.filter((id) => last.has(id)));
  if (all.length === 0) return null;
  const everyone = onAll(all, again(last));
  return h(
    "div",
    { class: "buttons", key: "last" },
    all.length === ids.length &&
      mayRoll(controller) &&
      act(controller, "all_as_last_roll", andRoll(everyone), { kind: "main", form: FORM }),
    act(controller, "all_as_last", everyone, { form: FORM }),
    some.length > 0 &&
      some.length < all.length &&
      act(controller, "as_last", onAll(some, again(last)), {
        form: FORM,
        about: controller.words.names(some),
      }),
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
