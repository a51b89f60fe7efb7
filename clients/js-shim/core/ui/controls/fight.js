import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { choiceText, fields, people, select } from "./fields.js";
import { act, form, submit, ticked } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Command} from "../../net/connection.js"
 */

/** A new fight: which rules, which of the readings. @param {Controller} controller */
export function open(controller) {
  const key = "open";
  const { catalogue } = controller.client.table;
  const chosen = controller.notes.get("open:system") ?? controller.view.system ?? Object.keys(catalogue)[0];
  const options = catalogue[chosen]?.options ?? {};
  /** @type {[string, string][]} */
  const systems = Object.keys(catalogue).map((system) => [system, controller.words.text(`system.${system}`)]);
  const onchange = (/** @type {Event} */ event) =>
    controller.note("open:system", /** @type {HTMLSelectElement} */ (event.target).value);
  return form(
    controller,
    key,
    (typed) =>
      afterYes(controller, key, {
        do: "open",
        system: chosen,
        options: collect(options, typed),
        keep: typed("keep"),
        unhurt: typed("unhurt") === true,
      }),
    h(
      "div",
      { class: "fields" },
      h(
        "div",
        { class: "field", key: "system" },
        h("label", { for: "open:system" }, controller.words.text("field.system")),
        select({ id: "open:system", key: "open:system", onchange }, chosen, systems, false),
      ),
      fields(
        controller,
        {
          keep: { type: "choice", choices: ["pcs", "all", "none"], default: "pcs" },
          unhurt: { type: "boolean", default: false },
        },
        { form: key },
      ),
    ),
    h("h4", null, controller.words.text("desk.options")),
    h(
      "div",
      { class: "fields wide", key: `options:${chosen}` },
      fields(controller, options, {
        form: key,
        group: "option",
        clauses: true,
        values: chosen === controller.view.system ? controller.view.options : undefined,
      }),
    ),
    h("div", { class: "buttons" }, submit(controller, "open", { kind: "main", form: key })),
  );
}

/**
 * A fight that has not begun, or is over, is gone for good with another one: that is asked here. Of one that
 * is running the server asks, and Undo brings it back.
 * @param {Controller} controller
 * @param {string} form
 * @param {Command} command
 */
export function afterYes(controller, form, command) {
  const running = controller.may("end");
  if (running || controller.everyone.length === 0) return command;
  return controller.ask(form, command);
}

/** Who is surprised: sides for some segments, or single ones. @param {Controller} controller */
export function surprise(controller) {
  const key = "surprise";
  const sides = [...new Set(controller.everyone.map((one) => one.side))];
  if (controller.system?.surprise !== "sides") return surpriseSome(controller, key);
  const number = (/** @type {string} */ name, /** @type {string} */ title, least = "0") =>
    h(
      "div",
      { class: "field", key: name },
      h("label", { for: `${key}:${name}` }, title),
      h("input", {
        id: `${key}:${name}`,
        key: `${key}:${name}`,
        name,
        type: "number",
        inputmode: "numeric",
        min: 0,
        max: 10,
        placeholder: least,
      }),
    );
  return form(
    controller,
    key,
    (typed) => {
      const single = controller.everyone.filter((one) => typed(`one.${one.id}`));
      const numbers = single.map((one) => [one.id, Number(typed(`one.${one.id}`))]);
      return {
        do: "surprise",
        sides: Object.fromEntries(sides.map((side) => [side, Number(typed(`side.${side}`) || 0)])),
        ...(numbers.length > 0 && { combatants: Object.fromEntries(numbers) }),
      };
    },
    h("p", { class: "ask" }, controller.words.text("desk.surprise_segments")),
    h(
      "div",
      { class: "fields" },
      sides.map((side) => number(`side.${side}`, controller.words.side(side))),
    ),
    h(
      "details",
      null,
      h("summary", null, controller.words.text("desk.surprise_single")),
      h(
        "div",
        { class: "fields" },
        controller.everyone.map((one) => number(`one.${one.id}`, one.name, "")),
      ),
    ),
    h("div", { class: "buttons" }, submit(controller, "surprise", { form: key })),
  );
}

/** @param {Controller} controller @param {string} key */
function surpriseSome(controller, key) {
  const boxes = (/** @type {string} */ name) =>
    h(
      "div",
      { class: "boxes" },
      people(controller).map(([id, title]) =>
        h(
          "label",
          { key: `${name}:${id}` },
          h("input", { type: "checkbox", name, value: id, "data-several": true }),
          title,
        ),
      ),
    );
  return form(
    controller,
    key,
    (typed) => {
      const by = ticked(typed("by"));
      return { do: "surprise", combatants: ticked(typed("combatants")), ...(by.length > 0 && { by }) };
    },
    h("fieldset", null, h("legend", null, controller.words.text("desk.surprise_who")), boxes("combatants")),
    controller.view.round
      ? h("fieldset", null, h("legend", null, controller.words.text("desk.surprise_by")), boxes("by"))
      : null,
    h("div", { class: "buttons" }, submit(controller, "surprise", { form: key })),
  );
}

/** @param {Controller} controller */
export function end(controller) {
  const key = "end";
  const outcomes = /** @type {[string, string][]} */ (
    ["none", "rest", "pursuit"].map((outcome) => [outcome, choiceText(controller, "outcome", outcome)])
  );
  return form(
    controller,
    key,
    (typed) =>
      controller.ask(key, { do: "end", outcome: typed("outcome") === "none" ? null : typed("outcome") }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, controller.words.text("field.outcome")),
      select({ id: key, key, name: "outcome" }, "none", outcomes, false),
      submit(controller, "end", { form: key }),
    ),
  );
}

/** Segments that tick by themselves. @param {Controller} controller */
export function clock(controller) {
  const key = "clock";
  return form(
    controller,
    key,
    (typed) => ({ do: "clock", every: Number(typed("every")) }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, controller.words.text("field.every")),
      h("input", {
        id: key,
        key,
        name: "every",
        type: "number",
        min: 0.25,
        max: 3600,
        step: 0.25,
        value: controller.view.clock?.every ?? 2,
        required: true,
        class: "short",
      }),
      submit(controller, "start_clock", { form: key }),
      controller.view.clock && act(controller, "stop_clock", { do: "clock", every: null }, { form: key }),
    ),
  );
}
