import { h } from "../dom/h.js";
import { counted, kindsOf } from "../tracker/kinds.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Command} from "../../net/connection.js"
 * @import {Kind} from "../tracker/kinds.js"
 */

/**
 * One command, or all of them in one step.
 * @param {string[]} ids
 * @param {(id: string) => Command} command
 * @returns {Command}
 */
export function onAll(ids, command) {
  return ids.length === 1 ? command(ids[0]) : { do: "batch", commands: ids.map(command) };
}

/**
 * The command, and then the dice of all.
 * @param {Command} command
 * @returns {Command}
 */
export function andRoll(command) {
  const before = command.do === "batch" ? /** @type {Command[]} */ (command.commands) : [command];
  return { do: "batch", commands: [...before, { do: "advance", to: "next" }, { do: "roll", for: "all" }] };
}

/**
 * Who of `ids` is picked under `note`; before anybody was, the first kind.
 * @param {Controller} controller
 * @param {string} note
 * @param {string[]} ids
 * @param {string[]} [first] who is picked before anybody was, if not the first kind
 */
export function picked(controller, note, ids, first) {
  /** @type {Set<string>} */
  const noted = controller.notes.get(note) ?? new Set();
  const still = ids.filter((id) => noted.has(id));
  if (still.length > 0) return still;
  return first ?? kindsOf(controller.view, ids)[0]?.members.map((one) => one.id) ?? [];
}

/**
 * Picks several: by side, by kind, one by one.
 * @param {Controller} controller
 * @param {string} note where the choice is kept
 * @param {string[]} ids who may be picked
 * @param {string[]} who is picked
 */
export function picker(controller, note, ids, who) {
  const chosen = new Set(who);
  const all = kindsOf(controller.view, ids);
  const sides = [...new Set(all.map((kind) => kind.members[0].side))];
  const many = all.filter((kind) => kind.members.length > 1);
  return h(
    "div",
    { class: "picker", key: `picker:${note}` },
    h(
      "div",
      { class: "chips" },
      sides.length < all.length && sides.map((side) => ofSide(controller, note, ids, chosen, side)),
      all.map((kind) => ofKind(controller, note, chosen, kind)),
    ),
    many.length > 0 &&
      h(
        "details",
        { key: `single:${note}` },
        h("summary", null, controller.words.text("desk.single")),
        chips(
          controller,
          note,
          many.flatMap((kind) => kind.members.map((one) => one.id)),
          chosen,
        ),
      ),
  );
}

/** Picks one by one. @param {Controller} controller @param {string} note @param {string[]} ids @param {Set<string>} chosen */
export function chips(controller, note, ids, chosen) {
  return h(
    "div",
    { class: "inside chips", key: `chips:${note}` },
    ids.map((id) => chip(controller, note, chosen, controller.words.name(id), [id])),
  );
}

/** @param {Controller} controller @param {string} note @param {Set<string>} chosen @param {Kind} kind */
function ofKind(controller, note, chosen, kind) {
  const ids = kind.members.map((one) => one.id);
  return chip(controller, note, chosen, counted(kind), ids);
}

/**
 * @param {Controller} controller
 * @param {string} note
 * @param {string[]} ids
 * @param {Set<string>} chosen
 * @param {string} side
 */
function ofSide(controller, note, ids, chosen, side) {
  const members = ids.filter((id) => controller.view.combatants[id]?.side === side);
  return chip(controller, note, chosen, controller.words.side(side), members, "side");
}

/**
 * @param {Controller} controller
 * @param {string} note
 * @param {Set<string>} chosen
 * @param {string} title
 * @param {string[]} ids
 * @param {string} [kind]
 */
function chip(controller, note, chosen, title, ids, kind = "") {
  const pressed = ids.every((id) => chosen.has(id));
  const rest = [...chosen].filter((id) => !ids.includes(id));
  return h(
    "button",
    {
      type: "button",
      class: `chip ${kind}`,
      key: `chip:${kind}:${ids.join(",")}`,
      "aria-pressed": String(pressed),
      onclick: () => controller.note(note, new Set(pressed ? rest : [...rest, ...ids])),
    },
    title,
  );
}
