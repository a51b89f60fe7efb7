import { h } from "../dom/h.js";
import { people } from "./fields.js";
import { act, fold, form, submit, ticked } from "./form.js";
import { onAll } from "./several.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 * @import {Command} from "../../net/connection.js"
 */

/** What only some rules know. */
const SPECIAL = /** @type {const} */ (["stabilise", "interrupt"]);

/** Hits and what heals them, on one or on several at once. @param {Controller} controller @param {Combatant} one */
export function damage(controller, one) {
  if (!controller.may("hit")) return null;
  const key = `wounds:${one.id}`;
  const others = people(controller, (other) => other.id !== one.id);
  const special = SPECIAL.filter(
    (name) => controller.may(name) && controller.system?.commands.includes(name),
  ).map((name) => act(controller, name, { do: name, combatant: one.id }, { kind: "small", form: key }));
  /** @param {ReturnType<import("./form.js").reader>} typed @param {string} pressed */
  const command = (typed, pressed) =>
    onAll([one.id, ...ticked(typed("also"))], (combatant) =>
      blow(combatant, pressed, Number(typed("damage") || 0)),
    );
  return form(
    controller,
    key,
    command,
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, controller.words.text("field.damage")),
      h("input", {
        id: key,
        key,
        name: "damage",
        type: "number",
        inputmode: "numeric",
        min: 0,
        size: 4,
        class: "short",
      }),
      submit(controller, "hit", { form: key }),
      submit(controller, "heal", { form: key }),
    ),
    others.length > 0 && fold(`${key}:also`, controller.words.text("desk.also"), also(others)),
    special.length > 0 && h("div", { class: "buttons" }, special),
  );
}

/** Who is hit with them. @param {[string, string][]} others */
function also(others) {
  return h(
    "div",
    { class: "boxes" },
    others.map(([id, name]) =>
      h(
        "label",
        { key: `also:${id}` },
        h("input", { type: "checkbox", name: "also", value: id, "data-several": true }),
        name,
      ),
    ),
  );
}

/** @param {string} combatant @param {string} pressed @param {number} amount @returns {Command} */
function blow(combatant, pressed, amount) {
  return pressed === "heal"
    ? { do: "heal", combatant, hp: amount }
    : { do: "hit", combatant, damage: amount };
}

/** Effects on somebody, with how long they last. @param {Controller} controller @param {Combatant} one */
export function effects(controller, one) {
  if (!controller.may("mark")) return null;
  const key = `mark:${one.id}`;
  const marks = one.marks ?? [];
  return h(
    "div",
    { class: "stack", key: "effects" },
    marks.length > 0 &&
      h(
        "ul",
        { class: "rows" },
        marks.map((mark) =>
          h(
            "li",
            { key: `mark:${mark.name}` },
            h("span", null, controller.words.mark(mark.name)),
            h(
              "button",
              {
                type: "button",
                class: "quiet small",
                onclick: () =>
                  void controller.give(key, { do: "unmark", combatant: one.id, name: mark.name }),
              },
              controller.words.text("button.unmark", { name: controller.words.mark(mark.name) }),
            ),
          ),
        ),
      ),
    form(
      controller,
      key,
      (typed) => ({
        do: "mark",
        combatant: one.id,
        name: String(typed("name") ?? ""),
        ...(typed("rounds") && { rounds: Number(typed("rounds")) }),
      }),
      h(
        "div",
        { class: "inline" },
        h("label", { for: key }, controller.words.text("field.mark")),
        h("input", {
          id: key,
          key,
          name: "name",
          type: "text",
          required: true,
          maxlength: 100,
          class: "long",
          autocomplete: "off",
        }),
        h("label", { for: `${key}:rounds` }, controller.words.text("field.mark_rounds")),
        h("input", {
          id: `${key}:rounds`,
          key: `${key}:rounds`,
          name: "rounds",
          type: "number",
          inputmode: "numeric",
          min: 1,
          class: "short",
        }),
        submit(controller, "mark", { form: key }),
      ),
    ),
  );
}
