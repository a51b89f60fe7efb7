import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { ahead } from "../tracker/moments.js";
import { act, complaint, fold } from "./form.js";
import { declarations, declare } from "./declare.js";
import { edit, placing, splitting } from "./edit.js";
import { keepUsual } from "./last.js";
import { turn } from "./turn.js";
import { correcting } from "./correct.js";
import { damage } from "./damage.js";
import { effects } from "./effects.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 */

/** All that may be done for one combatant. @param {Controller} controller @param {Combatant} one */
export function person(controller, one) {
  const asked = (controller.view.prompts ?? []).some(
    (prompt) => prompt.prompt === "declare" && prompt.combatants?.includes(one.id),
  );
  // The question stands above already.
  const declaring = one.can?.includes("declare") && !asked;
  const parts = [
    countdown(controller, one),
    turn(controller, one),
    complaint(controller, `turn:${one.id}`),
    declarations(controller, one),
    controller.gm && keepUsual(controller, one),
    (one.declared ?? []).map((_, n) => complaint(controller, `cancel:${one.id}:${n}`)),
    declaring && fold(`declare:${one.id}`, controller.words.text("desk.restate"), declare(controller, one)),
    controller.gm && gmParts(controller, one),
  ]
    .flat()
    .filter(Boolean);
  if (parts.length === 0) return null;
  const now = !controller.gm && controller.view.active?.includes(one.id);
  return h(
    "section",
    { class: `card person${now ? " now" : ""}`, key: `person:${one.id}`, "aria-label": one.name },
    h("header", null, h("h3", null, one.name), controller.gm && close(controller)),
    now && h("p", { class: "yours" }, controller.words.text("desk.now")),
    parts,
  );
}

/** How long it is until one's own next moment. @param {Controller} controller @param {Combatant} one */
function countdown(controller, one) {
  if (controller.gm) return null;
  const next = ahead(controller.view, one.id);
  if (controller.view.active?.includes(one.id) || !next) return null;
  const at = controller.words.moment(controller.view.system, next.at);
  return h("p", { class: "ahead", key: "ahead" }, controller.words.text("desk.ahead", { n: next.steps, at }));
}

/** @param {Controller} controller */
function close(controller) {
  return h(
    "button",
    {
      type: "button",
      class: "round",
      "aria-label": controller.words.text("button.close"),
      onclick: () => controller.client.choose(undefined),
    },
    icon("close"),
  );
}

/** @param {Controller} controller @param {Combatant} one */
function gmParts(controller, one) {
  const { words } = controller;
  const correct = correcting(controller, one);
  return [
    h("section", { key: "wounds" }, h("h4", null, words.text("desk.wounds")), damage(controller, one)),
    controller.may("change") &&
      h(
        "div",
        { class: "buttons", key: "sight" },
        act(
          controller,
          one.hidden ? "show" : "hide",
          { do: "change", combatant: one.id, set: { hidden: !one.hidden } },
          { form: `sight:${one.id}`, children: [icon(one.hidden ? "eye" : "hidden")] },
        ),
      ),
    fold(`effects:${one.id}`, words.text("desk.effects"), effects(controller, one)),
    correct &&
      correct.childElementCount > 0 &&
      fold(`correct:${one.id}`, words.text("desk.correct"), correct),
    fold(`edit:${one.id}`, words.text("desk.edit"), edit(controller, one)),
    controller.may("place") && fold(`place:${one.id}`, words.text("desk.place"), placing(controller, one)),
    (one.count ?? 1) > 1 && fold(`split:${one.id}`, words.text("button.split"), splitting(controller, one)),
  ];
}
