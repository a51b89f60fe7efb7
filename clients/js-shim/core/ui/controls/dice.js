import { h } from "../dom/h.js";
import { laid } from "./laid.js";
import { act, complaint, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Prompt} from "../../../protocol.d.ts"
 */

/**
 * Who still has to roll, by the server's dice or by those on the table.
 * @param {Controller} controller
 * @param {Prompt} prompt
 * @param {string[]} rollers
 */
export function rolls(controller, prompt, rollers) {
  const all =
    controller.gm &&
    rollers.length > 1 &&
    act(controller, "roll_all", { do: "roll", for: "all" }, { kind: "main", form: "roll:all" });
  return h(
    "div",
    { key: "rolls", class: "stack" },
    rollers.map((roller) => roll(controller, prompt, roller, all ? "" : "main")),
    all,
    complaint(controller, "roll:all"),
  );
}

/** @param {Controller} controller @param {Prompt} prompt @param {string} roller @param {string} kind of the button */
function roll(controller, prompt, roller, kind) {
  const key = `roll:${roller}`;
  const who = controller.words.roller(roller);
  const dice = prompt.dice;
  const title = dice ? controller.words.text("desk.rolls", { who, ...dice }) : who;
  /** @param {ReturnType<import("./form.js").reader>} typed */
  const command = (typed) => ({ do: "roll", for: roller, ...laid(String(typed("faces") ?? ""), dice) });
  return form(
    controller,
    key,
    command,
    h(
      "div",
      { class: "roll" },
      h("span", { class: "who" }, title),
      typedDice(controller) &&
        h("input", {
          type: "text",
          inputmode: "tel",
          name: "faces",
          key: `faces:${roller}`,
          size: 6,
          autocomplete: "off",
          "aria-label": `${controller.words.text("field.faces")} – ${controller.words.text("desk.by_hand")}: ${who}`,
          placeholder: dice ? controller.words.text("hint.faces", { ...dice }) : "",
        }),
      submit(controller, "roll", { kind, form: key, about: who }),
    ),
  );
}

/** Whether one may lay down dice that were rolled at the table. @param {Controller} controller */
function typedDice(controller) {
  return controller.gm || controller.view.options.typed_dice !== "gm";
}

/** Who comes first: the table's agreement, or dice once more. @param {Controller} controller @param {string[]} tied */
export function tie(controller, tied) {
  const key = `tie:${[...tied].sort().join(",")}`;
  /** @type {string[]} */
  const order = controller.notes.get(key) ?? tied;
  const earlier = (/** @type {number} */ n) =>
    controller.note(key, [...order.slice(0, n - 1), order[n], order[n - 1], ...order.slice(n + 1)]);
  return h(
    "div",
    { key, class: "stack" },
    h("p", { class: "ask" }, controller.words.text("desk.tie")),
    h(
      "ol",
      { class: "rows" },
      order.map((id, n) =>
        h(
          "li",
          { key: `tied:${id}` },
          h("span", null, controller.words.name(id)),
          controller.may("settle") &&
            n > 0 &&
            h(
              "button",
              { type: "button", class: "quiet small", key: `up:${id}`, onclick: () => earlier(n) },
              controller.words.text("button.up"),
            ),
        ),
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      controller.may("roll") &&
        act(controller, "roll_off", { do: "roll", for: "all" }, { kind: "main", form: key }),
      controller.may("settle") && act(controller, "settle", { do: "settle", order }, { form: key }),
      !controller.gm &&
        order
          .filter((id) => controller.mine(controller.view.combatants?.[id]))
          .map((id) => act(controller, "roll", { do: "roll", for: id }, { kind: "main", form: key })),
    ),
    complaint(controller, key),
  );
}

/** One die may fall again, by choice. @param {Controller} controller @param {string} id */
export function reroll(controller, id) {
  const key = `reroll:${id}`;
  const shown = controller.view.combatants?.[id]?.faces ?? [];
  const names = controller.words.dice(shown);
  /** @param {ReturnType<import("./form.js").reader>} typed @param {string} pressed */
  const command = (typed, pressed) => {
    if (pressed === "decline") return { do: "reroll", combatant: id };
    const face = typed("face");
    return { do: "reroll", combatant: id, die: Number(pressed), ...(face && { face: Number(face) }) };
  };
  return form(
    controller,
    key,
    command,
    h("p", { class: "ask" }, controller.words.text("desk.reroll", { name: controller.words.name(id) })),
    typedDice(controller) &&
      h(
        "div",
        { class: "inline" },
        h("label", { for: key }, controller.words.text("desk.by_hand")),
        h("input", {
          id: key,
          key,
          name: "face",
          type: "number",
          inputmode: "numeric",
          min: 1,
          max: 6,
          class: "short",
        }),
      ),
    h(
      "div",
      { class: "buttons" },
      shown.map((face, die) =>
        h(
          "button",
          {
            type: "submit",
            class: "die",
            value: die,
            key: `die:${die}`,
            "aria-label": `${controller.words.text("button.reroll")}: ${face}`,
          },
          names[die],
        ),
      ),
      submit(controller, "decline", { form: key }),
    ),
  );
}
