import { h } from "../dom/h.js";
import { Refusal } from "../../net/refusal.js";
import { afterYes } from "./fight.js";
import { complaint } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {View, Combatant} from "../../../protocol.d.ts"
 * @import {Command} from "../../net/connection.js"
 */

const FORMAT = 1;
/** What belongs to somebody before a fight, and not to what has happened in one. */
const LASTING = /** @type {const} */ ([
  "name",
  "side",
  "kind",
  "hidden",
  "count",
  "hp",
  "token",
  "traits",
  "usual",
]);

/**
 * A prepared fight as a file: the rules, the readings and who is in it, without their wounds.
 * @param {View} view
 * @param {boolean} [withWounds] with the hit points that are left
 * @returns {string}
 */
export function saved({ system, options, combatants = {} }, withWounds = false) {
  const people = Object.values(combatants).map((one) => {
    const whole = withWounds ? one : { ...one, hp: one.hp_max ?? one.hp };
    return Object.fromEntries(
      LASTING.map((field) => [field, whole[field]]).filter(([, value]) => value !== undefined),
    );
  });
  return JSON.stringify({ turnkeeper: FORMAT, system, options, combatants: people }, null, 2);
}

/**
 * The command that lays a saved fight out. The players' characters that are there stay, and do not come twice.
 * @param {string} text of the file
 * @param {Combatant[]} [there]
 * @returns {Command}
 * @throws {Refusal} `bad_message` if it is no such file
 */
export function laidOut(text, there = []) {
  const { turnkeeper, system, options, combatants } = parsed(text);
  if (turnkeeper !== FORMAT || !Array.isArray(combatants))
    throw new Refusal("bad_message", { detail: { field: "file" } });
  const open = { do: "open", system, options, keep: "pcs" };
  const staying = new Set(there.filter((one) => one.kind === "pc").map((one) => one.name));
  const coming = combatants.filter((one) => one?.kind !== "pc" || !staying.has(one.name));
  if (coming.length === 0) return open;
  return { do: "batch", commands: [open, { do: "add", combatants: coming }] };
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
    controller.attempt(key, () => afterYes(controller, key, laidOut(text, controller.everyone)));
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
          {
            type: "button",
            key: "save",
            onclick: () => download(controller, controller.notes.get("file:wounds") === true),
          },
          controller.words.text("button.save_file"),
        ),
      controller.everyone.length > 0 &&
        h(
          "label",
          { class: "tick", key: "wounds" },
          h("input", {
            type: "checkbox",
            key: "input:wounds",
            onchange: (/** @type {Event} */ event) =>
              controller.note("file:wounds", /** @type {HTMLInputElement} */ (event.target).checked),
          }),
          controller.words.text("desk.with_wounds"),
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

/** @param {Controller} controller @param {boolean} withWounds */
function download(controller, withWounds) {
  const text = saved(controller.view, withWounds);
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href, download: `${controller.view.table.id}.json` }).click();
  URL.revokeObjectURL(href);
}
