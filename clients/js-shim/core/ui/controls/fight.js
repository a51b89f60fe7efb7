import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { choiceText, fields, people, select } from "./fields.js";
import { act, form, submit, ticked } from "./form.js";

/** @import {Hand} from "./controller.js" */

/** A new fight: which rules, which of the readings. @param {Hand} hand */
export function open(hand) {
  const key = "open";
  const { catalogue } = hand.seat.table;
  const chosen = hand.notes.get("open:system") ?? hand.view.system ?? Object.keys(catalogue)[0];
  const options = catalogue[chosen]?.options ?? {};
  /** @type {[string, string][]} */
  const systems = Object.keys(catalogue).map((system) => [system, hand.words.text(`system.${system}`)]);
  const onchange = (/** @type {Event} */ event) =>
    hand.note("open:system", /** @type {HTMLSelectElement} */ (event.target).value);
  return form(
    hand,
    key,
    (typed) => ({ do: "open", system: chosen, options: collect(options, typed), keep: typed("keep") }),
    h(
      "div",
      { class: "fields" },
      h(
        "div",
        { class: "field", key: "system" },
        h("label", { for: "open:system" }, hand.words.text("field.system")),
        select({ id: "open:system", key: "open:system", onchange }, chosen, systems, false),
      ),
      fields(
        hand,
        { keep: { type: "choice", choices: ["owned", "all", "none"], default: "owned" } },
        { form: key },
      ),
    ),
    h("h4", null, hand.words.text("desk.options")),
    h(
      "div",
      { class: "fields wide", key: `options:${chosen}` },
      fields(hand, options, {
        form: key,
        group: "option",
        clauses: true,
        values: chosen === hand.view.system ? hand.view.options : undefined,
      }),
    ),
    h("div", { class: "buttons" }, submit(hand, "open", { kind: "main", form: key })),
  );
}

/** Who is surprised: sides for some segments, or single ones. @param {Hand} hand */
export function surprise(hand) {
  const key = "surprise";
  const sides = [...new Set(hand.everyone.map((one) => one.side))];
  if (hand.system?.surprise !== "sides") return surpriseSome(hand, key);
  return form(
    hand,
    key,
    (typed) => ({
      do: "surprise",
      sides: Object.fromEntries(sides.map((side) => [side, Number(typed(`side.${side}`) || 0)])),
    }),
    h("p", { class: "ask" }, hand.words.text("desk.surprise_segments")),
    h(
      "div",
      { class: "fields" },
      sides.map((side) =>
        h(
          "div",
          { class: "field", key: side },
          h("label", { for: `${key}:${side}` }, hand.words.side(side)),
          h("input", {
            id: `${key}:${side}`,
            key: `${key}:${side}`,
            name: `side.${side}`,
            type: "number",
            inputmode: "numeric",
            min: 0,
            max: 10,
            placeholder: 0,
          }),
        ),
      ),
    ),
    h("div", { class: "buttons" }, submit(hand, "surprise", { form: key })),
  );
}

/** @param {Hand} hand @param {string} key */
function surpriseSome(hand, key) {
  const boxes = (/** @type {string} */ name) =>
    h(
      "div",
      { class: "boxes" },
      people(hand).map(([id, title]) =>
        h(
          "label",
          { key: `${name}:${id}` },
          h("input", { type: "checkbox", name, value: id, "data-several": true }),
          title,
        ),
      ),
    );
  return form(
    hand,
    key,
    (typed) => {
      const by = ticked(typed("by"));
      return { do: "surprise", combatants: ticked(typed("combatants")), ...(by.length > 0 && { by }) };
    },
    h("fieldset", null, h("legend", null, hand.words.text("desk.surprise_who")), boxes("combatants")),
    hand.view.round
      ? h("fieldset", null, h("legend", null, hand.words.text("desk.surprise_by")), boxes("by"))
      : null,
    h("div", { class: "buttons" }, submit(hand, "surprise", { form: key })),
  );
}

/** @param {Hand} hand */
export function end(hand) {
  const key = "end";
  const outcomes = /** @type {[string, string][]} */ (
    ["none", "rest", "pursuit"].map((outcome) => [outcome, choiceText(hand, "outcome", outcome)])
  );
  return form(
    hand,
    key,
    (typed) => ({ do: "end", outcome: typed("outcome") === "none" ? null : typed("outcome") }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, hand.words.text("field.outcome")),
      select({ id: key, key, name: "outcome" }, "none", outcomes, false),
      submit(hand, "end", { form: key }),
    ),
  );
}

/** Segments that tick by themselves. @param {Hand} hand */
export function clock(hand) {
  const key = "clock";
  return form(
    hand,
    key,
    (typed) => ({ do: "clock", every: Number(typed("every")) }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, hand.words.text("field.every")),
      h("input", {
        id: key,
        key,
        name: "every",
        type: "number",
        min: 0.25,
        max: 3600,
        step: 0.25,
        value: hand.view.clock?.every ?? 2,
        required: true,
        class: "short",
      }),
      submit(hand, "start_clock", { form: key }),
      hand.view.clock && act(hand, "stop_clock", { do: "clock", every: null }, { form: key }),
    ),
  );
}
