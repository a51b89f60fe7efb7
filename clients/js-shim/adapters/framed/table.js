import "../../core/ui/tracker/turn-tracker.js";
import "../../core/ui/controls/turn-desk.js";
import "../../core/ui/log/turn-log.js";
import { h } from "../../core/ui/dom/h.js";

/** @import {Seat} from "../../core/state/client.js" */

/** The whole table in little room, one part below the other. @param {Seat} seat */
export function table(seat) {
  const order = part("turn-tracker", seat, { show: "order" });
  const desk = /** @type {any} */ (part("turn-desk", seat, { dock: "bottom" }));
  order.addEventListener("turn-place", (/** @type {any} */ event) =>
    desk.place(event.detail.combatant, event.detail.beside),
  );
  return h(
    "main",
    { class: "table" },
    h("h1", { class: "unseen" }, seat.words.text("page.title")),
    order,
    desk,
    part("turn-tracker", seat, { show: "people" }),
    part("turn-log", seat),
  );
}

/** @param {string} tag @param {Seat} seat @param {Record<string, string>} [attributes] */
function part(tag, seat, attributes) {
  const made = h(tag, attributes);
  /** @type {any} */ (made).seat = seat;
  return made;
}
