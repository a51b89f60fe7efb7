import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields } from "./fields.js";
import { form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Field} from "../../../protocol.d.ts"
 */

/** The house rules of the fight that lies open, as they will be. @param {Controller} controller */
export function houseRules(controller) {
  const key = "rules";
  const { view } = controller;
  const running = view.phase !== "setup" && view.phase !== "over";
  const values = view.options_next ?? view.options ?? {};
  const described = controller.system?.options ?? {};
  return form(
    controller,
    key,
    (typed) => ({
      do: "options",
      set: changed(described, values, collect(described, typed, { whole: true })),
    }),
    h(
      "div",
      { class: "fields wide", key: `rules:${view.system}` },
      fields(controller, described, { form: key, group: "option", clauses: true, values }),
    ),
    running && h("p", { class: "ask" }, controller.words.text("desk.rules_running")),
    h("div", { class: "buttons" }, submit(controller, "set_rules", { kind: "main", form: key })),
  );
}

/**
 * Only what is different now; what was emptied goes back to its default.
 * @param {Record<string, Field>} described
 * @param {Record<string, unknown>} values
 * @param {Record<string, unknown>} typed
 */
export function changed(described, values, typed) {
  const names = Object.keys(described).filter(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(values[name]),
  );
  return Object.fromEntries(names.map((name) => [name, typed[name] ?? null]));
}
