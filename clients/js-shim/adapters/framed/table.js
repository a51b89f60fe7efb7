import "../../core/ui/tracker/turn-tracker.js";
import "../../core/ui/controls/turn-desk.js";
import "../../core/ui/log/turn-log.js";
import { h } from "../../core/ui/dom/h.js";
import { roundInSight } from "../../core/ui/in-sight.js";

/** @import {Client} from "../../core/state/client.js" */

/**
 * The whole table in little room, one part below the other.
 * @param {Client} client @param {{keyless?: boolean}} [terms] `keyless`: the page has keys of its own
 */
export function table(client, { keyless = false } = {}) {
  const order = part("turn-tracker", client, { show: "order" });
  const desk = /** @type {any} */ (part("turn-desk", client, { dock: "bottom", keyless }));
  order.addEventListener("turn-place", (/** @type {any} */ event) =>
    desk.place(event.detail.combatant, event.detail.beside),
  );
  roundInSight(client, () => scrollTo({ top: 0, behavior: "smooth" }));
  return h(
    "main",
    { class: "table" },
    h("h1", { class: "unseen" }, client.words.text("page.title")),
    order,
    desk,
    part("turn-tracker", client, { show: "people" }),
    part("turn-log", client),
  );
}

/** @param {string} tag @param {Client} client @param {Record<string, string | boolean>} [attributes] */
function part(tag, client, attributes) {
  const made = h(tag, attributes);
  /** @type {any} */ (made).client = client;
  return made;
}
