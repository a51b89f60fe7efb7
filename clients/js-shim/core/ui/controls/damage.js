import { h } from "../dom/h.js";
import { act, fold, form, submit } from "./form.js";
import { chips, onAll, picked, picker } from "./several.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 * @import {Command} from "../../net/connection.js"
 */

/** What only some rules know. */
const SPECIAL = /** @type {const} */ (["stabilise", "interrupt"]);

/**
 * Hits and what heals them, on one or on several at once, by half for those who saved.
 * @param {Controller} controller
 * @param {Combatant} one
 */
export function damage(controller, one) {
  if (!controller.may("hit")) return null;
  const key = `wounds:${one.id}`;
  const ids = controller.everyone.map(({ id }) => id);
  const who = picked(controller, key, ids, [one.id]);
  /** @type {Set<string>} */
  const saved = controller.notes.get(halfOf(key)) ?? new Set();
  const special = SPECIAL.filter(
    (name) => controller.may(name) && controller.system?.commands.includes(name),
  ).map((name) => act(controller, name, { do: name, combatant: one.id }, { kind: "small", form: key }));
  /** @param {ReturnType<import("./form.js").reader>} typed @param {string} pressed */
  const command = (typed, pressed) => {
    const amount = Number(typed("damage") || 0);
    return onAll(who, (id) => blow(id, pressed, saved.has(id) ? Math.floor(amount / 2) : amount));
  };
  return form(
    controller,
    key,
    command,
    h(
      "div",
      { class: "inline" },
      one.hp !== undefined && stepper(controller, one, key),
      h("label", { for: key, class: "unseen" }, controller.words.text("field.damage")),
      h("input", {
        id: key,
        key,
        name: "damage",
        type: "number",
        inputmode: "numeric",
        min: 0,
        size: 4,
        class: "short",
        placeholder: controller.words.text("field.damage"),
      }),
      submit(controller, "hit", { form: key, about: about(controller, who) }),
      submit(controller, "heal", { form: key, about: about(controller, who) }),
    ),
    ids.length > 1 &&
      fold(
        `${key}:also`,
        controller.words.text("desk.also", { n: who.length }),
        picker(controller, key, ids, who),
        who.length > 1 && h("p", { class: "ask" }, controller.words.text("desk.half")),
        who.length > 1 && chips(controller, halfOf(key), who, saved),
      ),
    special.length > 0 && h("div", { class: "buttons" }, special),
  );
}

/** One hit point less or more, without typing. @param {Controller} controller @param {Combatant} one @param {string} form */
function stepper(controller, one, form) {
  const { words } = controller;
  return h(
    "span",
    { class: "stepper", key: "stepper" },
    act(controller, "one_less", blow(one.id, "hit", 1), { kind: "round", form, sign: "−" }),
    h("span", { class: "hp" }, h("span", { class: "unseen" }, words.text("word.hp")), one.hp),
    act(controller, "one_more", blow(one.id, "heal", 1), { kind: "round", form, sign: "+" }),
  );
}

/** Where it is kept who suffers half; gone with the form's own notes. @param {string} form */
function halfOf(form) {
  return `${form}/half`;
}

/** @param {Controller} controller @param {string[]} who */
function about(controller, who) {
  return who.length > 1 ? controller.words.names(who) : "";
}

/** @param {string} combatant @param {string} pressed @param {number} amount @returns {Command} */
function blow(combatant, pressed, amount) {
  return pressed === "heal"
    ? { do: "heal", combatant, hp: amount }
    : { do: "hit", combatant, damage: amount };
}
