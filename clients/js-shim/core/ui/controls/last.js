import { h } from "../dom/h.js";
import { act } from "./form.js";
import { andRoll, onAll } from "./several.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 * @import {Child} from "../dom/h.js"
 *
 * @typedef {{field: "last" | "usual", by: "again" | "usual", text: string}} Way a declaration that somebody has at hand
 */

/** @type {Way[]} */
const WAYS = [
  { field: "last", by: "again", text: "as_last" },
  { field: "usual", by: "usual", text: "as_usual" },
];

/**
 * What is at hand, once more: for all who are left, with the dice behind it, or for those who are picked.
 * @param {Controller} controller
 * @param {string} form
 * @param {string[]} ids who owe a declaration
 * @param {string[]} who is picked of them
 * @param {boolean} mayRoll
 */
export function atHand(controller, form, ids, who, mayRoll) {
  const buttons = WAYS.flatMap((way) => ofWay(controller, form, way, ids, who, mayRoll));
  return buttons.length > 0 && h("div", { class: "buttons", key: "at-hand" }, buttons);
}

/**
 * @param {Controller} controller
 * @param {string} form
 * @param {Way} way
 * @param {string[]} ids
 * @param {string[]} who
 * @param {boolean} mayRoll
 * @returns {Child[]}
 */
function ofWay(controller, form, { field, by, text }, ids, who, mayRoll) {
  const has = (/** @type {string} */ id) => (controller.view.combatants[id]?.[field]?.length ?? 0) > 0;
  const [all, some] = [ids.filter(has), who.filter(has)];
  if (all.length === 0) return [];
  const declared = (/** @type {string[]} */ meant) =>
    onAll(meant, (combatant) => ({ do: "declare", combatant, [by]: true }));
  return [
    all.length === ids.length &&
      mayRoll &&
      act(controller, `all_${text}_roll`, andRoll(declared(all)), { kind: "main", form }),
    act(controller, `all_${text}`, declared(all), { form }),
    some.length > 0 &&
      some.length < all.length &&
      act(controller, text, declared(some), { form, about: controller.words.names(some) }),
  ];
}

/** What somebody declared last becomes what they usually do. @param {Controller} controller @param {Combatant} one */
export function keepUsual(controller, one) {
  if (!controller.may("change") || !one.last?.length) return null;
  const usual = one.last.map(({ target, targets, ...action }) => action);
  if (JSON.stringify(usual) === JSON.stringify(one.usual)) return null;
  return act(
    controller,
    "keep_usual",
    { do: "change", combatant: one.id, set: { usual } },
    { kind: "quiet small", form: `usual:${one.id}`, about: one.name },
  );
}
