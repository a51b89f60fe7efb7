import { h } from "../dom/h.js";
import { inOrder } from "../tracker/moments.js";
import { declare } from "./declare.js";
import { declaring } from "./declaring.js";
import { reroll, rolls } from "./dice.js";
import { tie } from "./tie.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Prompt, View} from "../../../protocol.d.ts"
 */

/** What the fight waits for: what is mine to answer as forms, the rest in words. @param {Controller} controller */
export function promptCards(controller) {
  const prompts = (controller.view.prompts ?? []).map((prompt) => ordered(controller.view, prompt));
  const asked = prompts.flatMap((prompt) => ask(controller, prompt));
  const others =
    controller.client.watching || !controller.gm
      ? prompts.map((prompt) => elsewhere(controller, prompt)).filter(Boolean)
      : [];
  const title = controller.words.text(controller.gm ? "desk.waits" : "desk.yours");
  return [
    asked.length > 0 &&
      h("section", { class: "card asks", key: "asks", "aria-label": title }, h("h3", null, title), asked),
    others.length > 0 && h("p", { class: "others", key: "others" }, others.join(" ")),
  ];
}

/** The prompt with those it concerns in a reader's order. @param {View} view @param {Prompt} prompt @returns {Prompt} */
function ordered(view, { for: rollers, combatants, ...prompt }) {
  return {
    ...prompt,
    ...(rollers && { for: inOrder(view, rollers) }),
    ...(combatants && { combatants: inOrder(view, combatants) }),
  };
}

/** @param {Controller} controller @param {Prompt} prompt @returns {HTMLElement[]} */
function ask(controller, prompt) {
  const concerned = mine(controller, prompt);
  if (concerned.length === 0) return [];
  switch (prompt.prompt) {
    case "declare":
      return controller.gm
        ? [declaring(controller, concerned)]
        : concerned.map((id) => ofOne(controller, id));
    case "roll":
      return [rolls(controller, prompt, concerned)];
    case "tie":
      return [tie(controller, prompt.combatants ?? [])];
    case "reroll":
      return concerned.map((id) => reroll(controller, id));
    default:
      return [h("p", { key: prompt.prompt }, controller.words.prompt(prompt))];
  }
}

/** Whom the prompt concerns that one may answer for. @param {Controller} controller @param {Prompt} prompt */
function mine(controller, prompt) {
  const all = prompt.for ?? prompt.combatants ?? [];
  if (controller.gm || controller.client.watching) return controller.gm ? all : [];
  const own = controller.everyone.filter((one) => controller.mine(one));
  return all.filter((id) => own.some((one) => one.id === id || `side:${one.side}` === id));
}

/** @param {Controller} controller @param {string} id */
function ofOne(controller, id) {
  const one = controller.view.combatants?.[id];
  return h(
    "div",
    { key: `declaring:${id}`, class: "stack" },
    h("p", { class: "ask" }, controller.words.text("desk.declares", { name: controller.words.name(id) })),
    one && declare(controller, one),
  );
}

/** @param {Controller} controller @param {Prompt} prompt */
function elsewhere(controller, prompt) {
  const own = new Set(mine(controller, prompt));
  const rest = (/** @type {string[] | undefined} */ ids) => ids?.filter((id) => !own.has(id));
  const left = { ...prompt, combatants: rest(prompt.combatants), for: rest(prompt.for) };
  return (left.combatants ?? left.for ?? []).length > 0 ? controller.words.prompt(left) : "";
}
