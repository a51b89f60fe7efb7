import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields, select } from "./fields.js";
import { owner } from "./edit.js";
import { fold, form, submit } from "./form.js";

/**
 * @import {Hand} from "./controller.js"
 * @import {Field} from "../../../protocol.d.ts"
 */

/** @type {Record<string, Field>} */
const WHO = {
  name: { type: "text", required: true },
  count: { type: "integer", min: 1, max: 100, default: 1 },
};
/** @type {Record<string, Field>} */
const WHAT = { hp: { type: "integer" }, hidden: { type: "boolean", default: false } };
const OTHER_SIDE = "+";

/** New people in the fight: one, several with numbers, or a group on one roll. @param {Hand} hand */
export function add(hand) {
  if (!hand.may("add")) return null;
  const key = "add";
  const traits = hand.system?.traits ?? {};
  /** @param {ReturnType<import("./form.js").reader>} typed */
  const command = (typed) => {
    const { name, count = 1 } = /** @type {{name: string, count?: number}} */ (collect(WHO, typed));
    const side = typed("side") === OTHER_SIDE ? typed("other_side") : typed("side");
    const shared = {
      side,
      kind: typed("kind"),
      ...collect(WHAT, typed),
      ...(typed("owner") && { owner: typed("owner") }),
      ...some(
        "traits",
        collect(traits, (field) => typed(`traits.${field}`)),
      ),
    };
    const grouped = typed("group") === true && count > 1;
    return {
      do: "add",
      combatants: grouped
        ? [{ name, count, ...shared }]
        : numbered(name, count, hand).map((one) => ({ name: one, ...shared })),
    };
  };
  return form(
    hand,
    key,
    command,
    h(
      "div",
      { class: "fields" },
      fields(hand, WHO, { form: key }),
      side(hand, key),
      kind(hand, key),
      fields(hand, WHAT, { form: key }),
      owner(hand, key),
    ),
    h(
      "div",
      { class: "field tick", key: "group" },
      h(
        "label",
        null,
        h("input", { type: "checkbox", name: "group", key: "input:group" }),
        hand.words.text("desk.group"),
      ),
    ),
    Object.keys(traits).length > 0 &&
      fold(
        "add:traits",
        hand.words.text("desk.traits"),
        h(
          "div",
          { class: "fields" },
          fields(hand, traits, { form: key, prefix: "traits.", group: "trait", clauses: true }),
        ),
      ),
    h("div", { class: "buttons" }, submit(hand, "add", { kind: "main", form: key })),
  );
}

/**
 * `Orc 1`, `Orc 2` …, going on after those that there are.
 * @param {string} name
 * @param {number} count
 * @param {Hand} hand
 */
function numbered(name, count, hand) {
  if (count === 1) return [name];
  const taken = hand.everyone
    .map((one) => (one.name.startsWith(`${name} `) ? Number(one.name.slice(name.length + 1)) : 0))
    .filter(Number.isInteger);
  const from = Math.max(0, ...taken) + 1;
  return Array.from({ length: count }, (_, n) => `${name} ${from + n}`);
}

/** @param {string} name @param {Record<string, unknown>} values */
function some(name, values) {
  return Object.keys(values).length > 0 ? { [name]: values } : {};
}

/** @param {Hand} hand @param {string} key */
function side(hand, key) {
  const names = [...new Set(["foes", "party", ...hand.everyone.map((one) => one.side)])];
  const id = `${key}:side`;
  const other = hand.notes.get(id) === OTHER_SIDE;
  const onchange = (/** @type {Event} */ event) =>
    hand.note(id, /** @type {HTMLSelectElement} */ (event.target).value);
  return h(
    "div",
    { class: "field", key: "side" },
    h("label", { for: id }, hand.words.text("field.side")),
    select(
      { id, key: id, name: "side", onchange },
      "foes",
      [
        ...names.map((name) => /** @type {[string, string]} */ ([name, hand.words.side(name)])),
        [OTHER_SIDE, hand.words.text("field.other_side")],
      ],
      false,
    ),
    other &&
      h("input", {
        name: "other_side",
        key: "other_side",
        type: "text",
        required: true,
        pattern: "[A-Za-z0-9_\\-]{1,64}",
        "aria-label": hand.words.text("field.other_side"),
      }),
  );
}

/** @param {Hand} hand @param {string} key */
function kind(hand, key) {
  const id = `${key}:kind`;
  return h(
    "div",
    { class: "field", key: "kind" },
    h("label", { for: id }, hand.words.text("field.kind")),
    select(
      { id, key: id, name: "kind" },
      "npc",
      [
        ["npc", hand.words.text("kind.npc")],
        ["pc", hand.words.text("kind.pc")],
      ],
      false,
    ),
  );
}
