import { h } from "../dom/h.js";
import { select, people } from "./fields.js";
import { act, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 */

const PLAIN = /** @type {const} */ (["end_turn", "delay", "return"]);

/** What may be done with a turn, as far as it may be done now. @param {Controller} controller @param {Combatant} one */
export function turn(controller, one) {
  const can = new Set(one.can ?? []);
  const key = `turn:${one.id}`;
  const buttons = PLAIN.filter((name) => can.has(name)).map((name) =>
    act(
      controller,
      name,
      { do: name, combatant: one.id },
      { kind: name === "end_turn" ? "main" : "", form: key },
    ),
  );
  const children = [
    buttons.length > 0 && h("div", { class: "buttons" }, buttons),
    can.has("ready") && ready(controller, one),
    can.has("trigger") && trigger(controller, one),
  ].filter(Boolean);
  if (children.length === 0) return null;
  return h("div", { class: "stack", key }, children);
}

/** @param {Controller} controller @param {Combatant} one */
function ready(controller, one) {
  const key = `ready:${one.id}`;
  return form(
    controller,
    key,
    (typed) => ({ do: "ready", combatant: one.id, trigger: String(typed("trigger") ?? "") }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, controller.words.text("field.trigger")),
      h("input", {
        id: key,
        key,
        name: "trigger",
        type: "text",
        required: true,
        maxlength: 500,
        autocomplete: "off",
      }),
      submit(controller, "ready", { form: key }),
    ),
  );
}

/** @param {Controller} controller @param {Combatant} one */
function trigger(controller, one) {
  const key = `trigger:${one.id}`;
  return form(
    controller,
    key,
    (typed) => ({ do: "trigger", combatant: one.id, ...(typed("by") && { by: typed("by") }) }),
    h("p", { class: "ask" }, controller.words.text("state.readied", { trigger: one.readied })),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, controller.words.text("field.by")),
      select(
        { id: key, key, name: "by" },
        "",
        people(controller, (other) => other.id !== one.id),
        true,
      ),
      submit(controller, "trigger", { kind: "main", form: key }),
    ),
  );
}
