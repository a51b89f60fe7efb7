import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { ahead } from "../tracker/moments.js";
import { act, complaint, fold } from "./form.js";
import { declarations, declare } from "./declare.js";
import { edit, placing, splitting } from "./edit.js";
import { turn } from "./turn.js";
import { effects, wounds } from "./damage.js";

/**
 * @import {Hand} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 */

/** All that may be done for one combatant. @param {Hand} hand @param {Combatant} one */
export function person(hand, one) {
  const asked = (hand.view.prompts ?? []).some(
    (prompt) => prompt.prompt === "declare" && prompt.combatants?.includes(one.id),
  );
  // A player's own question stands above already.
  const declaring = one.can?.includes("declare") && (hand.gm || !asked);
  const title = hand.words.text(asked ? "button.declare" : "desk.restate");
  const parts = [
    countdown(hand, one),
    turn(hand, one),
    complaint(hand, `turn:${one.id}`),
    declarations(hand, one),
    (one.declared ?? []).map((_, n) => complaint(hand, `cancel:${one.id}:${n}`)),
    declaring &&
      (asked
        ? h("section", { key: "declare" }, declare(hand, one))
        : fold(`declare:${one.id}`, title, declare(hand, one))),
    hand.gm && gmParts(hand, one),
  ]
    .flat()
    .filter(Boolean);
  if (parts.length === 0) return null;
  const now = !hand.gm && hand.view.active?.includes(one.id);
  return h(
    "section",
    { class: `card person${now ? " now" : ""}`, key: `person:${one.id}`, "aria-label": one.name },
    h("header", null, h("h3", null, one.name), hand.gm && close(hand)),
    now && h("p", { class: "yours" }, hand.words.text("desk.now")),
    parts,
  );
}

/** How long it is until one's own next moment. @param {Hand} hand @param {Combatant} one */
function countdown(hand, one) {
  if (hand.gm) return null;
  const next = ahead(hand.view, one.id);
  if (hand.view.active?.includes(one.id) || !next) return null;
  const at = hand.words.moment(hand.view.system, next.at);
  return h("p", { class: "ahead", key: "ahead" }, hand.words.text("desk.ahead", { n: next.steps, at }));
}

/** @param {Hand} hand */
function close(hand) {
  return h(
    "button",
    {
      type: "button",
      class: "round",
      "aria-label": hand.words.text("button.close"),
      onclick: () => hand.seat.choose(undefined),
    },
    icon("close"),
  );
}

/** @param {Hand} hand @param {Combatant} one */
function gmParts(hand, one) {
  const { words } = hand;
  return [
    h("section", { key: "wounds" }, h("h4", null, words.text("desk.wounds")), wounds(hand, one)),
    hand.may("change") &&
      h(
        "div",
        { class: "buttons", key: "sight" },
        act(
          hand,
          one.hidden ? "show" : "hide",
          { do: "change", combatant: one.id, set: { hidden: !one.hidden } },
          { form: `sight:${one.id}`, children: [icon(one.hidden ? "eye" : "hidden")] },
        ),
      ),
    fold(`effects:${one.id}`, words.text("desk.effects"), effects(hand, one)),
    fold(`edit:${one.id}`, words.text("desk.edit"), edit(hand, one)),
    hand.may("place") && fold(`place:${one.id}`, words.text("desk.place"), placing(hand, one)),
    (one.count ?? 1) > 1 && fold(`split:${one.id}`, words.text("button.split"), splitting(hand, one)),
  ];
}
