import { h } from "../dom/h.js";
import { act, fold, form, submit } from "./form.js";
import { onAll, picked, picker } from "./several.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant, Mark} from "../../../protocol.d.ts"
 */

/** Effects on somebody, or on several at once, with how long they last. @param {Controller} controller @param {Combatant} one */
export function effects(controller, one) {
  if (!controller.may("mark")) return null;
  const key = `mark:${one.id}`;
  const ids = controller.everyone.map(({ id }) => id);
  const who = picked(controller, key, ids, [one.id]);
  return h(
    "div",
    { class: "stack", key: "effects" },
    (one.marks ?? []).length > 0 &&
      h(
        "ul",
        { class: "rows" },
        one.marks.map((mark) => lasting(controller, one, mark, key)),
      ),
    form(
      controller,
      key,
      (typed) =>
        onAll(who, (combatant) => ({
          do: "mark",
          combatant,
          name: String(typed("name") ?? ""),
          ...(typed("rounds") && { rounds: Number(typed("rounds")) }),
        })),
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
          list: `${key}:known`,
        }),
        h(
          "datalist",
          { id: `${key}:known`, key: "known" },
          known(controller).map((name) => h("option", { value: name })),
        ),
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
      ids.length > 1 &&
        fold(
          `${key}:also`,
          controller.words.text("desk.also", { n: who.length }),
          picker(controller, key, ids, who),
        ),
    ),
  );
}

/** An effect with its end, for all who have it among those of the same kind of effect. @param {Controller} controller @param {Combatant} one @param {Mark} mark @param {string} form */
function lasting(controller, one, mark, form) {
  const name = controller.words.mark(mark.name);
  const having = controller.everyone.filter((other) => other.marks?.some((its) => its.name === mark.name));
  const end = (/** @type {string[]} */ ids) =>
    onAll(ids, (combatant) => ({ do: "unmark", combatant, name: mark.name }));
  return h(
    "li",
    { key: `mark:${mark.name}` },
    h("span", null, name),
    h(
      "span",
      { class: "buttons" },
      act(controller, "unmark", end([one.id]), { kind: "quiet small", form, values: { name } }),
      having.length > 1 &&
        act(controller, "unmark_all", end(having.map(({ id }) => id)), {
          kind: "quiet small",
          form,
          values: { name, n: having.length },
        }),
    ),
  );
}

/** Names of effects that this table has used. @param {Controller} controller */
function known({ client, everyone }) {
  const told = client.table.log.filter((line) => line.told.event === "marked").map((line) => line.told.name);
  const marks = everyone.flatMap((one) => (one.marks ?? []).map((mark) => mark.name));
  return [...new Set([...told.toReversed(), ...marks].map(String))];
}
