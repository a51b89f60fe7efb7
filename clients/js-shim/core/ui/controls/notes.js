import { h } from "../dom/h.js";

/** @import {Hand} from "./controller.js" */

/** What the last answer said beside: it was accepted, but is worth a look. Read out as it changes. @param {Hand} hand */
export function noted(hand) {
  return h(
    "div",
    { class: "noted", key: "noted", role: "status" },
    hand.noted.map((note, n) => h("p", { key: `note:${n}` }, hand.words.note(note))),
  );
}
