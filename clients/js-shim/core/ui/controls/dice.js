import { h } from "../dom/h.js";
import { laid } from "./laid.js";
import { counted, kindsOf } from "../tracker/kinds.js";
import { act, complaint, fold, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Prompt} from "../../../protocol.d.ts"
 * @import {Kind} from "../tracker/kinds.js"
 */

/**
 * Who still has to roll, by the server's dice or by those on the table.
 * @param {Controller} controller
 * @param {Prompt} prompt
 * @param {string[]} rollers
 */
export function rolls(controller, prompt, rollers) {
  const many = controller.gm && rollers.length > 1;
  const sides = rollers.filter((roller) => roller.startsWith(SIDE));
  const single = kindsOf(controller.view, rollers);
  const one = (/** @type {string} */ roller) => roll(controller, prompt, roller, many ? "" : "main");
  return h(
    "div",
    { key: "rolls", class: "stack" },
    many && together(controller, rollers),
    sides.map(one),
    single.map((kind) => ofKind(kind, one)),
    complaint(controller, "roll:all"),
    complaint(controller, "roll:monsters"),
  );
}

/** Each die of a kind, folded as long as nobody lays them down by hand. @param {Kind} kind @param {(id: string) => HTMLElement} one */
function ofKind(kind, one) {
  if (kind.members.length === 1) return one(kind.members[0].id);
  return fold(
    `rolls:${kind.key}`,
    counted(kind),
    h(
      "div",
      { class: "stack" },
      kind.members.map(({ id }) => one(id)),
    ),
  );
}

/** All at once: everybody's dice, or only those that no player rolls. @param {Controller} controller @param {string[]} rollers */
function together(controller, rollers) {
  const own = rollers.filter((roller) => ofPlayers(controller, roller));
  return h(
    "div",
    { class: "buttons", key: "together" },
    act(controller, "roll_all", { do: "roll", for: "all" }, { kind: "main", form: "roll:all" }),
    own.length > 0 &&
      own.length < rollers.length &&
      act(controller, "roll_monsters", { do: "roll", for: "npcs" }, { form: "roll:monsters" }),
  );
}

/** Whether the dice are a player's: for a character, or for the side of one. @param {Controller} controller @param {string} roller */
function ofPlayers(controller, roller) {
  return controller.everyone.some(
    (one) =>
      (one.kind === "pc" || one.owner !== undefined) &&
      (one.id === roller || `${SIDE}${one.side}` === roller),
  );
}

const SIDE = "side:";

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
export function typedDice(controller) {
  return controller.gm || controller.view.options.typed_dice !== "gm";
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
