import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields, select } from "./fields.js";
import { owner } from "./edit.js";
import { fold, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
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

/** New people in the fight: one, several with numbers, or a group on one roll. @param {Controller} controller */
export function add(controller) {
  if (!controller.may("add")) return null;
  const key = "add";
  const traits = controller.system?.traits ?? {};
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
        : numbered(name, count, controller).map((one) => ({ name: one, ...shared })),
    };
  };
  return form(
    controller,
    key,
    command,
    h(
      "div",
      { class: "fields" },
      fields(controller, WHO, { form: key }),
      side(controller, key),
      kind(controller, key),
      fields(controller, WHAT, { form: key }),
      owner(controller, key),
    ),
    h(
      "div",
      { class: "field tick", key: "group" },
      h(
        "label",
        null,
        h("input", { type: "checkbox", name: "group", key: "input:group" }),
        controller.words.text("desk.group"),
      ),
    ),
    Object.keys(traits).length > 0 &&
      fold(
        "add:traits",
        controller.words.text("desk.traits"),
        h(
          "div",
          { class: "fields" },
          fields(controller, traits, { form: key, prefix: "traits.", group: "trait", clauses: true }),
        ),
      ),
    h("div", { class: "buttons" }, submit(controller, "add", { kind: "main", form: key })),
  );
}

/**
 * `Orc 1`, `Orc 2` …, going on after those that there are.
 * @param {string} name
 * @param {number} count
 * @param {Controller} controller
 */
function numbered(name, count, controller) {
  if (count === 1) return [name];
  const taken = controller.everyone
    .map((one) => (one.name.startsWith(`${name} `) ? Number(one.name.slice(name.length + 1)) : 0))
    .filter(Number.isInteger);
  const from = Math.max(0, ...taken) + 1;
  return Array.from({ length: count }, (_, n) => `${name} ${from + n}`);
}

/** @param {string} name @param {Record<string, unknown>} values */
function some(name, values) {
  return Object.keys(values).length > 0 ? { [name]: values } : {};
}

/** @param {Controller} controller @param {string} key */
function side(controller, key) {
  const names = [...new Set(["foes", "party", ...controller.everyone.map((one) => one.side)])];
  const id = `${key}:side`;
  const other = controller.notes.get(id) === OTHER_SIDE;
  const onchange = (/** @type {Event} */ event) =>
    controller.note(id, /** @type {HTMLSelectElement} */ (event.target).value);
  return h(
    "div",
    { class: "field", key: "side" },
    h("label", { for: id }, controller.words.text("field.side")),
    select(
      { id, key: id, name: "side", onchange },
      "foes",
      [
        ...names.map((name) => /** @type {[string, string]} */ ([name, controller.words.side(name)])),
        [OTHER_SIDE, controller.words.text("field.other_side")],
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
        "aria-label": controller.words.text("field.other_side"),
      }),
  );
}

/** @param {Controller} controller @param {string} key */
function kind(controller, key) {
  const id = `${key}:kind`;
  return h(
    "div",
    { class: "field", key: "kind" },
    h("label", { for: id }, controller.words.text("field.kind")),
    select(
      { id, key: id, name: "kind" },
      "npc",
      [
        ["npc", controller.words.text("kind.npc")],
        ["pc", controller.words.text("kind.pc")],
      ],
      false,
    ),
  );
}
