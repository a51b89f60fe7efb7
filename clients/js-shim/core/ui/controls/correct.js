import { h } from "../dom/h.js";
import { laid } from "./laid.js";
import { collect } from "./values.js";
import { fields } from "./fields.js";
import { act, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant, Field} from "../../../protocol.d.ts"
 * @import {Command} from "../../net/connection.js"
 */

/** Parts of a roll that are a number. @type {Record<string, Field>} */
const NUMBERS = { total: { type: "integer" }, modifier: { type: "integer" }, count: { type: "integer" } };

/**
 * A roll that has fallen, put right or thrown again: the own one, or the side's.
 * @param {Controller} controller
 * @param {Combatant} one
 */
export function correcting(controller, one) {
  if (!controller.may("correct") || !controller.system) return null;
  const side = controller.view.sides?.[one.side];
  return h(
    "div",
    { class: "stack", key: "correcting" },
    one.initiative !== undefined &&
      roll(controller, one.id, controller.system.corrects.combatant, one.faces, one),
    side?.faces && roll(controller, `side:${one.side}`, controller.system.corrects.side, side.faces),
  );
}

/**
 * @param {Controller} controller
 * @param {string} roller
 * @param {string[]} parts that may be put right
 * @param {number[]} [faces] as they lie
 * @param {Combatant} [one] whose traits may be put right with it
 */
function roll(controller, roller, parts, faces, one) {
  const { words, system } = controller;
  const key = `correct:${roller}`;
  const numbers = Object.fromEntries(Object.entries(NUMBERS).filter(([part]) => parts.includes(part)));
  const traits =
    parts.includes("traits") && one ? some(system?.traits ?? {}, system?.corrects.traits ?? []) : {};
  const shown = one?.traits ?? {};
  const id = `${key}:faces`;
  return form(
    controller,
    key,
    (typed) => {
      const dice = laid(String(typed("faces") ?? ""), system?.dice).faces;
      const changed = Object.entries(
        collect(traits, (name) => typed(`traits.${name}`), { whole: true }),
      ).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(/** @type {any} */ (shown)[name]));
      const given = {
        ...(dice && String(dice) !== String(faces ?? "") && { faces: dice }),
        ...collect(numbers, typed),
        ...(changed.length > 0 && { traits: Object.fromEntries(changed) }),
      };
      const commands = Object.entries(given).map(([part, value]) => ({
        do: "correct",
        for: roller,
        [part]: value,
      }));
      return commands.length > 1 ? { do: "batch", commands } : commands[0];
    },
    h("h4", null, words.roller(roller)),
    h(
      "div",
      { class: "fields" },
      parts.includes("faces") &&
        h(
          "div",
          { class: "field", key: "faces" },
          h("label", { for: id }, words.text("field.faces")),
          h("input", {
            id,
            key: id,
            name: "faces",
            type: "text",
            inputmode: "tel",
            autocomplete: "off",
            value: faces?.join(" "),
          }),
        ),
      fields(controller, numbers, { form: key, group: "correct" }),
      fields(controller, traits, { form: key, prefix: "traits.", group: "trait", values: { ...shown } }),
    ),
    h(
      "div",
      { class: "buttons" },
      submit(controller, "correct", { form: key, about: words.roller(roller) }),
      act(
        controller,
        "roll_again",
        { do: "roll", for: roller, again: true },
        { form: key, about: words.roller(roller) },
      ),
    ),
  );
}

/** @param {Record<string, Field>} all @param {readonly string[]} names @returns {Record<string, Field>} */
function some(all, names) {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
