import { h } from "../dom/h.js";
import { parts, written } from "./values.js";
import { blames } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Field, Combatant} from "../../../protocol.d.ts"
 * @import {Choice} from "./values.js"
 *
 * @typedef {object} Place where fields stand
 * @property {string} form key of the form
 * @property {string} [prefix] before the names, where a form has several sets
 * @property {string} [group] of texts: `field`, `trait`, `option`
 * @property {Record<string, unknown>} [values] what stands there now
 * @property {boolean} [clauses] the rule beside each
 */

/**
 * Fields as the catalogue describes them.
 * @param {Controller} controller
 * @param {Record<string, Field>} described
 * @param {Place} place
 */
export function fields(controller, described, place) {
  // Which fields there are: a refusal that names one of them is shown beside it.
  const known = controller.notes.get(`fields:${place.form}`) ?? new Set();
  for (const name of Object.keys(described)) known.add(name);
  controller.notes.set(`fields:${place.form}`, known);
  return parts(described).map((part) =>
    "oneOf" in part ? oneOf(controller, part, place) : one(controller, part.name, part.field, place),
  );
}

/**
 * Exactly one of several: which, and how much.
 * @param {Controller} controller
 * @param {Choice} choice
 * @param {Place} place
 */
function oneOf(controller, choice, place) {
  const note = `${place.form}:${place.prefix ?? ""}${choice.name}`;
  const current =
    choice.oneOf.find((single) => single.name === controller.notes.get(note)) ?? choice.oneOf[0];
  const name = (place.prefix ?? "") + choice.name;
  const options = choice.oneOf.map((single) =>
    h(
      "option",
      { value: single.name, key: single.name, selected: single === current },
      label(controller, single.name, place),
    ),
  );
  const onchange = (/** @type {Event} */ event) =>
    controller.note(note, /** @type {HTMLSelectElement} */ (event.target).value);
  const title = controller.words.language.has(`field.${choice.name}`)
    ? controller.words.text(`field.${choice.name}`)
    : controller.words.text("field.form");
  return h(
    "div",
    { class: "pair", key: `one:${name}` },
    one(controller, current.name, { ...current.field, required: true }, place, title),
    h(
      "label",
      { class: "unit" },
      h("span", { class: "unseen" }, title),
      h("select", { name, key: `select:${name}`, onchange }, options),
    ),
  );
}

/**
 * @param {Controller} controller
 * @param {string} name
 * @param {Field} field
 * @param {Place} place
 * @param {string} [title]
 */
function one(controller, name, field, place, title = label(controller, name, place)) {
  const id = `${place.form}:${place.prefix ?? ""}${name}`;
  const blamed = blames(controller, place.form) === name;
  const refused = blamed ? controller.refused.get(place.form) : undefined;
  const attributes = {
    id,
    name: (place.prefix ?? "") + name,
    key: `input:${id}`,
    "aria-invalid": blamed && "true",
    "aria-describedby": blamed ? `${id}:why` : undefined,
  };
  const value = place.values?.[name];
  const clause = place.clauses && field.clause ? controller.words.clause(field.clause) : "";
  const below = [
    clause && h("small", null, h("abbr", null, field.clause), " ", clause),
    refused &&
      h("small", { id: `${id}:why`, class: "complaint", role: "alert" }, controller.words.refusal(refused)),
  ];
  if (field.type === "boolean") {
    const input = h("input", { type: "checkbox", ...attributes, checked: Boolean(value ?? field.default) });
    return h(
      "div",
      { class: "field tick", key: `field:${id}` },
      h("label", { for: id }, input, title),
      below,
    );
  }
  if (field.type === "choices" || field.type === "combatants") {
    return h(
      "fieldset",
      { class: "field boxes", key: `field:${id}` },
      h("legend", null, title),
      boxes(controller, field, name, attributes.name, value),
      below,
    );
  }
  return h(
    "div",
    { class: `field ${field.type}`, key: `field:${id}` },
    h("label", { for: id }, title),
    control(controller, name, field, attributes, value),
    below,
  );
}

/**
 * @param {Controller} controller
 * @param {string} name
 * @param {Field} field
 * @param {Record<string, any>} attributes
 * @param {unknown} value
 */
function control(controller, name, field, attributes, value) {
  const shown =
    value === undefined || value === null
      ? undefined
      : Array.isArray(value)
        ? value.join(", ")
        : field.type === "speeds"
          ? written(/** @type {Record<string, number>} */ (value))
          : String(value);
  switch (field.type) {
    case "integer":
    case "number":
      return h("input", {
        type: "number",
        inputmode: "numeric",
        step: field.type === "integer" ? 1 : "any",
        min: field.min,
        max: field.max,
        required: field.required,
        placeholder: field.default,
        value: shown,
        ...attributes,
      });
    case "choice":
      return select(
        attributes,
        shown ?? field.default,
        (field.choices ?? []).map((choice) => [String(choice), choiceText(controller, name, choice)]),
        !field.required && field.default === undefined,
      );
    case "combatant":
      return select(attributes, shown, people(controller), !field.required);
    default:
      return text(controller, name, field, { required: field.required, value: shown, ...attributes });
  }
}

/** @param {Controller} controller @param {string} name @param {Field} field @param {Record<string, any>} attributes */
function text(controller, name, field, attributes) {
  const hint = ["forms", "plus"].includes(name)
    ? `hint.${name}`
    : ["texts", "speeds"].includes(field.type)
      ? `hint.${field.type}`
      : "";
  const weapons = name === "weapon" ? arsenal(controller) : [];
  const list = weapons.length > 0 ? `${attributes.id}:list` : undefined;
  const input = h("input", {
    type: "text",
    autocomplete: "off",
    maxlength: 500,
    placeholder: hint ? controller.words.text(hint) : field.default,
    list,
    ...attributes,
  });
  return list
    ? h(
        "span",
        null,
        input,
        h(
          "datalist",
          { id: list },
          weapons.map((weapon) => h("option", { value: weapon })),
        ),
      )
    : input;
}

/** The weapons that have a speed at this table: its own, and those of the books. @param {Controller} controller */
function arsenal(controller) {
  const own = /** @type {Record<string, number>} */ (controller.view.options?.weapons ?? {});
  return Object.keys({ ...own, ...controller.system?.weapons });
}

/**
 * @param {Record<string, any>} attributes
 * @param {unknown} current
 * @param {[string, string][]} options
 * @param {boolean} empty
 */
export function select(attributes, current, options, empty) {
  const all = empty ? /** @type {[string, string][]} */ ([["", "–"], ...options]) : options;
  return h(
    "select",
    attributes,
    all.map(([value, title]) =>
      h("option", { value, key: value || "none", selected: value === String(current ?? "") }, title),
    ),
  );
}

/**
 * @param {Controller} controller
 * @param {Field} field
 * @param {string} name
 * @param {string} inputName
 * @param {unknown} value
 */
function boxes(controller, field, name, inputName, value) {
  const ticked = Array.isArray(value) ? value : [];
  /** @type {[string | number, string][]} */
  const choices =
    field.type === "combatants"
      ? people(controller)
      : (field.choices ?? []).map((choice) => [choice, choiceText(controller, name, choice)]);
  return choices.map(([choice, title]) =>
    h(
      "label",
      { key: `box:${choice}` },
      h("input", {
        type: "checkbox",
        name: inputName,
        value: choice,
        "data-several": true,
        checked: ticked.includes(choice),
      }),
      title,
    ),
  );
}

/**
 * Everybody, as options.
 * @param {Controller} controller
 * @param {(one: Combatant) => boolean} [which]
 * @returns {[string, string][]}
 */
export function people(controller, which = () => true) {
  return controller.everyone.filter(which).map((one) => [one.id, one.name]);
}

/** @param {Controller} controller @param {string} name @param {Place} place */
function label(controller, name, { group = "field" }) {
  return controller.words.language.first([`${group}.${name}`, `field.${name}`], {});
}

/** @param {Controller} controller @param {string} name @param {string | number} choice */
export function choiceText(controller, name, choice) {
  const { language } = controller.words;
  const key = [`choice.${name}.${choice}`, `situation.${choice}`].find((one) => language.has(one));
  return key ? language.text(key) : String(choice);
}
