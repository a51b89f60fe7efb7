import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { act, complaint } from "./form.js";

/** @import {Hand} from "./controller.js" */

const SEGMENTS = new Set(["adnd1e"]);

/** The game master's row of buttons: back and on. @param {Hand} hand */
export function dock(hand) {
  const waiting = hand.refused.get("advance")?.code === "waiting";
  const before = hand.view.phase === "declare";
  if (!["undo", "redo", "begin", "advance"].some((name) => hand.may(name))) return null;
  return h(
    "div",
    { class: "dock", key: "dock" },
    complaint(hand, "advance"),
    complaint(hand, "undo"),
    complaint(hand, "redo"),
    complaint(hand, "begin"),
    complaint(hand, "place"),
    h(
      "div",
      { class: "buttons" },
      hand.may("undo") && act(hand, "undo", { do: "undo" }, { kind: "quiet", children: [icon("back")] }),
      hand.may("redo") && act(hand, "redo", { do: "redo" }, { kind: "quiet", children: [icon("again")] }),
      h("span", { class: "gap" }),
      hand.may("begin") &&
        act(hand, hand.view.phase === "over" ? "again" : "begin", { do: "begin" }, { kind: "main" }),
      waiting &&
        hand.may("advance") &&
        act(hand, "force", { do: "advance", to: "next", force: true }, { kind: "danger", form: "advance" }),
      hand.may("advance") &&
        !before &&
        act(
          hand,
          "round",
          { do: "advance", to: "round" },
          { kind: "quiet", form: "advance", children: short(hand, "round") },
        ),
      hand.may("advance") &&
        !before &&
        SEGMENTS.has(hand.view.system ?? "") &&
        act(
          hand,
          "segment",
          { do: "advance", to: "segment" },
          { form: "advance", children: short(hand, "segment") },
        ),
      hand.may("advance") &&
        act(
          hand,
          before ? "to_dice" : "next",
          { do: "advance", to: "next" },
          { kind: "main next", form: "advance", children: [icon("next")] },
        ),
    ),
  );
}

/** What a button is called where there is little room. @param {Hand} hand @param {string} name */
function short(hand, name) {
  return [h("span", { class: "short" }, hand.words.text(`button.short_${name}`))];
}

/**
 * What each key does that works without a field in focus.
 * @param {Hand} hand
 * @returns {Record<string, () => unknown>}
 */
export function keys(hand) {
  const give = (/** @type {string} */ name, /** @type {any} */ command, form = name) =>
    hand.may(name) && hand.give(form, command);
  return {
    n: () =>
      hand.may("advance") ? give("advance", { do: "advance", to: "next" }) : give("begin", { do: "begin" }),
    s: () => give("advance", { do: "advance", to: "segment" }),
    u: () => give("undo", { do: "undo" }),
    y: () => give("redo", { do: "redo" }),
    r: () => give("roll", { do: "roll", for: "all" }, "roll:all"),
  };
}
