import { h } from "../dom/h.js";

/** @import {Controller} from "./controller.js" */

/** What the last answer said beside: it was accepted, but is worth a look. Read out as it changes. @param {Controller} controller */
export function answerNotes(controller) {
  return h(
    "div",
    { class: "noted", key: "noted", role: "status" },
    controller.noted.map((note, n) => h("p", { key: `note:${n}` }, controller.words.note(note))),
  );
}
