import { h } from "../dom/h.js";
import { forced } from "./force.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Command} from "../../net/connection.js"
 */

/**
 * What a command would do away with: it is given only after a yes.
 * @param {Controller} controller
 * @param {string} key of the form
 * @param {Command} command
 */
export function question(controller, key, command) {
  const { words } = controller;
  const [text, yes, no] = wording(controller, key, command);
  const onclick = (/** @type {Event} */ event) => {
    const element = /** @type {HTMLElement} */ (event.currentTarget).closest("form");
    void controller.give(key, controller.refused.has(key) ? forced(command) : command, element ?? undefined);
  };
  const leave = () => {
    controller.drop(key);
    controller.redraw();
  };
  return h(
    "div",
    { class: "complaint", role: "alert", key: `asking:${key}` },
    h("p", null, words.text(text)),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", class: "danger", key: "yes", onclick }, words.text(yes)),
      h("button", { type: "button", key: "no", onclick: leave }, words.text(no)),
    ),
  );
}

/** The question, its yes and its no. @param {Controller} controller @param {string} key @param {Command} command */
function wording(controller, key, command) {
  if (controller.refused.has(key)) return ["error.running", "button.put_aside", "button.keep_fight"];
  if (command.do === "end") return ["desk.end_sure", "button.end", "button.keep_fight"];
  return ["desk.open_sure", "button.open_sure", "button.keep_fight"];
}
