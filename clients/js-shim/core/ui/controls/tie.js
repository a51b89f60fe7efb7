import { h } from "../dom/h.js";
import { typedDice } from "./dice.js";
import { form, submit } from "./form.js";
import { laid } from "./laid.js";
import { onAll } from "./several.js";

/** @import {Controller} from "./controller.js" */

/**
 * Who comes first: the table's agreement, or dice once more, the server's or those that are laid down.
 * @param {Controller} controller
 * @param {string[]} tied
 */
export function tie(controller, tied) {
  const key = `tie:${[...tied].sort().join(",")}`;
  /** @type {string[]} */
  const order = controller.notes.get(key) ?? tied;
  const rolling = controller.gm
    ? tied
    : tied.filter((id) => controller.mine(controller.view.combatants?.[id]));
  const names = controller.words.names(tied);
  /** @param {ReturnType<import("./form.js").reader>} typed @param {string} pressed */
  const command = (typed, pressed) =>
    pressed === "settle"
      ? { do: "settle", order }
      : onAll(rolling, (id) => ({
          do: "roll",
          for: id,
          ...laid(String(typed(`faces.${id}`) ?? ""), controller.system?.dice),
        }));
  return form(
    controller,
    key,
    command,
    h("p", { class: "ask" }, controller.words.text("desk.tie")),
    h(
      "ol",
      { class: "rows" },
      order.map((id, n) =>
        h(
          "li",
          { key: `tied:${id}` },
          h("span", { class: "who" }, controller.words.name(id)),
          controller.may("settle") && n > 0 && earlier(controller, key, order, n),
          rolling.includes(id) && typedDice(controller) && die(controller, id),
        ),
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      rolling.length > 0 && submit(controller, "roll_off", { kind: "main", form: key, about: names }),
      controller.may("settle") && submit(controller, "settle", { form: key, about: names }),
    ),
  );
}

/** @param {Controller} controller @param {string} key @param {string[]} order @param {number} n */
function earlier(controller, key, order, n) {
  const onclick = () =>
    controller.note(key, [...order.slice(0, n - 1), order[n], order[n - 1], ...order.slice(n + 1)]);
  const title = controller.words.text("button.up");
  return h(
    "button",
    {
      type: "button",
      class: "quiet small",
      key: `up:${order[n]}`,
      onclick,
      "aria-label": `${title}: ${controller.words.name(order[n])}`,
    },
    title,
  );
}

/** @param {Controller} controller @param {string} id */
function die(controller, id) {
  const { words, system } = controller;
  return h("input", {
    type: "text",
    inputmode: "tel",
    name: `faces.${id}`,
    key: `faces:${id}`,
    size: 6,
    autocomplete: "off",
    class: "short",
    "aria-label": `${words.text("field.faces")} – ${words.text("desk.by_hand")}: ${words.name(id)}`,
    placeholder: system ? words.text("hint.faces", { ...system.dice }) : "",
  });
}
