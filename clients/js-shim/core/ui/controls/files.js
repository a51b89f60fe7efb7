import { h } from "../dom/h.js";
import { Refusal } from "../../net/refusal.js";
import { complaint } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {View} from "../../../protocol.d.ts"
 * @import {Command} from "../../net/connection.js"
 */

const FORMAT = 1;
/** What belongs to somebody before a fight, and not to what has happened in one. */
const LASTING = /** @type {const} */ (["name", "side", "kind", "hidden", "count", "hp", "token", "traits"]);

/**
 * A prepared fight as a file: the rules, the readings and who is in it.
 * @param {View} view
 * @returns {string}
 */
export function saved({ system, options, combatants = {} }) {
  const people = Object.values(combatants).map((one) =>
    Object.fromEntries(
      LASTING.map((field) => [field, one[field]]).filter(([, value]) => value !== undefined),
    ),
  );
  return JSON.stringify({ turnkeeper: FORMAT, system, options, combatants: people }, null, 2);
}

/**
 * The command that lays a saved fight out. The players' characters that are there stay.
 * @param {string} text of the file
 * @returns {Command}
 * @throws {Refusal} `bad_message` if it is no such file
 */
export function laidOut(text) {
  const { turnkeeper, system, options, combatants } = parsed(text);
  if (turnkeeper !== FORMAT || !Array.isArray(combatants))
    throw new Refusal("bad_message", { detail: { field: "file" } });
  const open = { do: "open", system, options, keep: "owned" };
  return combatants.length === 0 ? open : { do: "batch", commands: [open, { do: "add", combatants }] };
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** @param {Controller} controller */
export function fileButtons(controller) {
  const key = "file";
  const onchange = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const text = (await input.files?.[0]?.text()) ?? "";
    input.value = "";
    controller.attempt(key, () => laidOut(text));
  };
  return h(
    "div",
    { class: "stack", key: "keeping" },
    h(
      "div",
      { class: "buttons" },
      controller.everyone.length > 0 &&
        h(
          "button",
          { type: "button", key: "save", onclick: () => download(controller) },
          controller.words.text("button.save_file"),
        ),
      h(
        "label",
        { class: "file", key: "load" },
        controller.words.text("button.load_file"),
        h("input", { type: "file", accept: ".json,application/json", key: "file", onchange }),
      ),
    ),
    complaint(controller, key),
  );
}

/** @param {Controller} controller */
function download(controller) {
  const href = URL.createObjectURL(new Blob([saved(controller.view)], { type: "application/json" }));
  h("a", { href, download: `${controller.view.table.id}.json` }).click();
  URL.revokeObjectURL(href);
}
