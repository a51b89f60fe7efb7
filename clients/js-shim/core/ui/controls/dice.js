import { h } from "../dom/h.js";
import { laid } from "./values.js";
import { act, complaint, form, submit } from "./form.js";

/**
 * @import {Hand} from "./controller.js"
 * @import {Prompt} from "../../../protocol.d.ts"
 */

/**
 * Who still has to roll, by the server's dice or by those on the table.
 * @param {Hand} hand
 * @param {Prompt} prompt
 * @param {string[]} rollers
 */
export function rolls(hand, prompt, rollers) {
  const all =
    hand.gm &&
    rollers.length > 1 &&
    act(hand, "roll_all", { do: "roll", for: "all" }, { kind: "main", form: "roll:all" });
  return h(
    "div",
    { key: "rolls", class: "stack" },
    rollers.map((roller) => roll(hand, prompt, roller, all ? "" : "main")),
    all,
    complaint(hand, "roll:all"),
  );
}

/** @param {Hand} hand @param {Prompt} prompt @param {string} roller @param {string} kind of the button */
function roll(hand, prompt, roller, kind) {
  const key = `roll:${roller}`;
  const who = hand.words.roller(roller);
  const dice = prompt.dice;
  const title = dice ? hand.words.text("desk.rolls", { who, ...dice }) : who;
  /** @param {ReturnType<import("./form.js").reader>} typed */
  const command = (typed) => ({ do: "roll", for: roller, ...laid(String(typed("faces") ?? "")) });
  return form(
    hand,
    key,
    command,
    h(
      "div",
      { class: "roll" },
      h("span", { class: "who" }, title),
      typedDice(hand) &&
        h("input", {
          type: "text",
          inputmode: "numeric",
          name: "faces",
          key: `faces:${roller}`,
          size: 6,
          autocomplete: "off",
          "aria-label": `${hand.words.text("field.faces")} – ${hand.words.text("desk.by_hand")}: ${who}`,
          placeholder: dice ? hand.words.text("hint.faces", { ...dice }) : "",
        }),
      submit(hand, "roll", { kind, form: key }),
    ),
  );
}

/** Whether one may lay down dice that were rolled at the table. @param {Hand} hand */
function typedDice(hand) {
  return hand.gm || hand.view.options.typed_dice !== "gm";
}

/** Who comes first: the table's agreement, or dice once more. @param {Hand} hand @param {string[]} tied */
export function tie(hand, tied) {
  const key = `tie:${[...tied].sort().join(",")}`;
  /** @type {string[]} */
  const order = hand.notes.get(key) ?? tied;
  const earlier = (/** @type {number} */ n) =>
    hand.note(key, [...order.slice(0, n - 1), order[n], order[n - 1], ...order.slice(n + 1)]);
  return h(
    "div",
    { key, class: "stack" },
    h("p", { class: "ask" }, hand.words.text("desk.tie")),
    h(
      "ol",
      { class: "rows" },
      order.map((id, n) =>
        h(
          "li",
          { key: `tied:${id}` },
          h("span", null, hand.words.name(id)),
          hand.may("settle") &&
            n > 0 &&
            h(
              "button",
              { type: "button", class: "quiet small", key: `up:${id}`, onclick: () => earlier(n) },
              hand.words.text("button.up"),
            ),
        ),
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      hand.may("roll") && act(hand, "roll_off", { do: "roll", for: "all" }, { kind: "main", form: key }),
      hand.may("settle") && act(hand, "settle", { do: "settle", order }, { form: key }),
      !hand.gm &&
        order
          .filter((id) => hand.mine(hand.view.combatants?.[id]))
          .map((id) => act(hand, "roll", { do: "roll", for: id }, { kind: "main", form: key })),
    ),
    complaint(hand, key),
  );
}

/** One die may fall again, by choice. @param {Hand} hand @param {string} id */
export function reroll(hand, id) {
  const key = `reroll:${id}`;
  const shown = hand.view.combatants?.[id]?.faces ?? [];
  const names = hand.words.dice(shown);
  /** @param {ReturnType<import("./form.js").reader>} typed @param {string} pressed */
  const command = (typed, pressed) => {
    if (pressed === "decline") return { do: "reroll", combatant: id };
    const face = typed("face");
    return { do: "reroll", combatant: id, die: Number(pressed), ...(face && { face: Number(face) }) };
  };
  return form(
    hand,
    key,
    command,
    h("p", { class: "ask" }, hand.words.text("desk.reroll", { name: hand.words.name(id) })),
    typedDice(hand) &&
      h(
        "div",
        { class: "inline" },
        h("label", { for: key }, hand.words.text("desk.by_hand")),
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
            "aria-label": `${hand.words.text("button.reroll")}: ${face}`,
          },
          names[die],
        ),
      ),
      submit(hand, "decline", { form: key }),
    ),
  );
}
