import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { stage } from "../tracker/stage.js";
import { act, complaint } from "./form.js";

/** @import {Controller} from "./controller.js" */

/** On to the dice, and all of them at once. */
const DICE_FOR_ALL = {
  do: "batch",
  commands: [
    { do: "advance", to: "next" },
    { do: "roll", for: "all" },
  ],
};

/** The game master's row of buttons: back and on. @param {Controller} controller */
export function toolbar(controller) {
  const waiting = controller.refused.get("advance")?.code === "waiting";
  const before = stage(controller.system, controller.view.phase).declares;
  if (!["undo", "redo", "begin", "advance"].some((name) => controller.may(name))) return null;
  return h(
    "div",
    { class: "dock", key: "dock" },
    complaint(controller, "advance"),
    complaint(controller, "undo"),
    complaint(controller, "redo"),
    complaint(controller, "begin"),
    complaint(controller, "place"),
    h(
      "div",
      { class: "buttons" },
      controller.may("undo") && act(controller, "undo", { do: "undo" }, back(controller, "undo", "back")),
      controller.may("redo") && act(controller, "redo", { do: "redo" }, back(controller, "redo", "again")),
      h("span", { class: "gap" }),
      controller.may("begin") &&
        act(
          controller,
          controller.view.phase === "over" ? "again" : "begin",
          { do: "begin" },
          { kind: "main" },
        ),
      waiting &&
        controller.may("advance") &&
        act(
          controller,
          "force",
          { do: "advance", to: "next", force: true },
          { kind: "danger", form: "advance" },
        ),
      controller.may("advance") &&
        !before &&
        act(
          controller,
          "round",
          { do: "advance", to: "round" },
          { kind: "quiet", form: "advance", children: short(controller, "round") },
        ),
      controller.may("advance") &&
        !before &&
        controller.system?.layout.kind === "scale" &&
        act(
          controller,
          "segment",
          { do: "advance", to: "segment" },
          { form: "advance", children: short(controller, "segment") },
        ),
      controller.may("advance") &&
        before &&
        !controller.view.surprise &&
        act(controller, "dice_all", DICE_FOR_ALL, {
          form: "advance",
          children: short(controller, "dice_all"),
        }),
      controller.may("advance") &&
        act(
          controller,
          before ? "to_dice" : "next",
          { do: "advance", to: "next" },
          { kind: "main next", form: "advance", children: [icon("next")] },
        ),
    ),
  );
}

/**
 * Undo and Redo say what they take back or bring again.
 * @param {Controller} controller @param {"undo" | "redo"} name @param {string} sign
 */
function back({ view, words }, name, sign) {
  const step = /** @type {any} */ (view)[name];
  const said = step && words.step(step);
  return {
    kind: "quiet step",
    children: [icon(sign)],
    after: said ? [" ", h("small", null, said)] : [],
    about: said,
  };
}

/** What a button is called where there is little room. @param {Controller} controller @param {string} name */
function short(controller, name) {
  return [h("span", { class: "short" }, controller.words.text(`button.short_${name}`))];
}

/**
 * What each key does that works without a field in focus.
 * @param {Controller} controller
 * @returns {Record<string, () => unknown>}
 */
export function keys(controller) {
  const give = (/** @type {string} */ name, /** @type {any} */ command, form = name) =>
    controller.may(name) && controller.give(form, command);
  return {
    n: () =>
      controller.may("advance")
        ? give("advance", { do: "advance", to: "next" })
        : give("begin", { do: "begin" }),
    s: () => give("advance", { do: "advance", to: "segment" }),
    u: () => give("undo", { do: "undo" }),
    y: () => give("redo", { do: "redo" }),
    m: () => give("roll", { do: "roll", for: "npcs" }, "roll:monsters"),
    r: () => give("roll", { do: "roll", for: "all" }, "roll:all"),
  };
}
