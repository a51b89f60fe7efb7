/**
 * @import {Field} from "../../../protocol.d.ts"
 *
 * @typedef {{name: string, field: Field}} Single a field of its own
 * @typedef {{name: string, oneOf: Single[]}} Choice exactly one of several fields is given
 * @typedef {Single | Choice} Part
 */

/**
 * The parts of a form: the catalogue's fields in their order, those that exclude each other together.
 *
 * @param {Record<string, Field>} fields
 * @returns {Part[]}
 */
export function parts(fields) {
  /** @type {Map<string, Part>} */
  const found = new Map();
  for (const [name, field] of Object.entries(fields)) {
    const group = field.one_of;
    if (group === undefined) found.set(name, { name, field });
    else if (found.has(group)) /** @type {Choice} */ (found.get(group)).oneOf.push({ name, field });
    else found.set(group, { name: group, oneOf: [{ name, field }] });
  }
  return [...found.values()];
}

/**
 * What somebody typed, as the wire wants it. What is left empty is not sent, nor, unless `whole`,
 * what stands at its default: the server knows its defaults.
 *
 * @param {Record<string, Field>} fields
 * @param {(name: string) => string | string[] | boolean | null} typed what stands in the form under a name
 * @param {{whole?: boolean}} [how]
 * @returns {Record<string, unknown>}
 */
export function collect(fields, typed, { whole = false } = {}) {
  /** @type {Record<string, unknown>} */
  const values = {};
  for (const part of parts(fields)) {
    const { name, field } = "oneOf" in part ? chosen(part, typed) : part;
    const value = read(field, typed(name));
    if (value !== undefined && (whole || !same(value, field.default))) values[name] = value;
  }
  return values;
}

/** @param {Choice} choice @param {(name: string) => unknown} typed @returns {Single} */
function chosen(choice, typed) {
  const name = typed(choice.name);
  return choice.oneOf.find((one) => one.name === name) ?? choice.oneOf[0];
}

/**
 * @param {Field} field
 * @param {string | string[] | boolean | null} typed
 * @returns {unknown} undefined if nothing was typed
 */
export function read(field, typed) {
  if (typed === null || typed === "" || (Array.isArray(typed) && typed.length === 0)) return undefined;
  if (typeof typed === "boolean" || Array.isArray(typed)) return typed;
  switch (field.type) {
    case "integer":
    case "number":
      return number(typed);
    case "integers":
      return one(list(typed).map(number));
    case "texts":
      return list(typed);
    case "forms":
      return list(typed).map(form);
    case "speeds":
      return Object.fromEntries(list(typed).map(speed));
    case "choice":
      return field.choices?.find((choice) => String(choice) === typed) ?? typed;
    default:
      return oneOrMore(field, typed);
  }
}

/**
 * `number or list` and the like: what looks like a number is one.
 * @param {Field} field
 * @param {string} typed
 */
function oneOrMore(field, typed) {
  if (field.type === "text" || field.type === "combatant") return typed;
  return one(list(typed).map(number));
}

/** One of a kind stands by itself. @param {unknown[]} values */
function one(values) {
  return values.length > 1 ? values : values[0];
}

/**
 * What is no number stays as it is typed: the server says in words what it does not accept.
 * @param {string} typed
 */
function number(typed) {
  return isNumber(typed) ? Number(typed) : typed;
}

/** @param {string} typed */
function isNumber(typed) {
  return /^\s*[+-]?\d+(\.\d+)?\s*$/.test(typed);
}

/** @param {string} typed */
function list(typed) {
  return typed
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** One form of attack, as people write it: `long sword +1`, `speed 4`, `large`. @param {string} typed */
function form(typed) {
  const [, words, plus] = /** @type {RegExpMatchArray} */ (typed.match(/^(.*?)\s*(?:\+(\d+))?$/));
  const extra = plus ? { plus: Number(plus) } : {};
  if (/^\d+$/.test(words)) return { speed: Number(words), ...extra };
  if (SIZES.has(words)) return { size: words, ...extra };
  return { weapon: words, ...extra };
}

/** A name and its number, as people write them: `great club 7`. @param {string} typed @returns {[string, unknown]} */
function speed(typed) {
  const [, name, value] = /** @type {RegExpMatchArray} */ (typed.match(/^(.*?)[\s:=]*([+-]?\d+)?$/));
  return [name, value === undefined ? "" : Number(value)];
}

/** @param {Record<string, number>} speeds */
export function written(speeds) {
  return Object.entries(speeds)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

const SIZES = new Set(["tiny", "small", "medium", "large", "huge", "gargantuan"]);

/** @param {unknown} a @param {unknown} b */
function same(a, b) {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
