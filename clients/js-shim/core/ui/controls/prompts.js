import { h } from "../dom/h.js";
import { declare } from "./declare.js";
import { reroll, rolls, tie } from "./dice.js";

/**
 * @import {Hand} from "./controller.js"
 * @import {Prompt} from "../../../protocol.d.ts"
 */

/** What the fight waits for: what is mine to answer as forms, the rest in words. @param {Hand} hand */
export function waits(hand) {
  const prompts = hand.view.prompts ?? [];
  const asked = prompts.flatMap((prompt) => ask(hand, prompt));
  const others =
    hand.seat.watching || !hand.gm ? prompts.map((prompt) => elsewhere(hand, prompt)).filter(Boolean) : [];
  const title = hand.words.text(hand.gm ? "desk.waits" : "desk.yours");
  return [
    asked.length > 0 &&
      h("section", { class: "card asks", key: "asks", "aria-label": title }, h("h3", null, title), asked),
    others.length > 0 && h("p", { class: "others", key: "others" }, others.join(" ")),
  ];
}

/** @param {Hand} hand @param {Prompt} prompt @returns {HTMLElement[]} */
function ask(hand, prompt) {
  const concerned = mine(hand, prompt);
  if (concerned.length === 0) return [];
  switch (prompt.prompt) {
    case "declare":
      return hand.gm ? [owing(hand, concerned)] : concerned.map((id) => declaring(hand, id));
    case "roll":
      return [rolls(hand, prompt, concerned)];
    case "tie":
      return [tie(hand, prompt.combatants ?? [])];
    case "reroll":
      return concerned.map((id) => reroll(hand, id));
    default:
      return [h("p", { key: prompt.prompt }, hand.words.prompt(prompt))];
  }
}

/** Whom the prompt concerns that one may answer for. @param {Hand} hand @param {Prompt} prompt */
function mine(hand, prompt) {
  const all = prompt.for ?? prompt.combatants ?? [];
  if (hand.gm || hand.seat.watching) return hand.gm ? all : [];
  const own = hand.everyone.filter((one) => hand.mine(one));
  return all.filter((id) => own.some((one) => one.id === id || `side:${one.side}` === id));
}

/** @param {Hand} hand @param {string} id */
function declaring(hand, id) {
  const one = hand.view.combatants?.[id];
  return h(
    "div",
    { key: `declaring:${id}`, class: "stack" },
    h("p", { class: "ask" }, hand.words.text("desk.declares", { name: hand.words.name(id) })),
    one && declare(hand, one),
  );
}

/**
 * For the game master: who owes a declaration, each a step away from it.
 * @param {Hand} hand
 * @param {string[]} ids
 */
function owing(hand, ids) {
  return h(
    "div",
    { key: "owing", class: "stack" },
    h("p", { class: "ask" }, hand.words.text("phase.declare")),
    h(
      "div",
      { class: "buttons" },
      ids.map((id) =>
        h(
          "button",
          {
            type: "button",
            key: `owes:${id}`,
            "aria-pressed": String(hand.seat.chosen === id),
            onclick: () => hand.seat.choose(id),
          },
          hand.words.name(id),
        ),
      ),
    ),
  );
}

/** @param {Hand} hand @param {Prompt} prompt */
function elsewhere(hand, prompt) {
  const own = new Set(mine(hand, prompt));
  const rest = (/** @type {string[] | undefined} */ ids) => ids?.filter((id) => !own.has(id));
  const left = { ...prompt, combatants: rest(prompt.combatants), for: rest(prompt.for) };
  return (left.combatants ?? left.for ?? []).length > 0 ? hand.words.prompt(left) : "";
}
