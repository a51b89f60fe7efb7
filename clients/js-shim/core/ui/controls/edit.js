import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields, people, select } from "./fields.js";
import { act, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant, Field} from "../../../protocol.d.ts"
 */

/** @type {Record<string, Field>} */
const OWN = {
  name: { type: "text", required: true },
  side: { type: "text", required: true },
  hp: { type: "integer" },
  hidden: { type: "boolean", default: false },
  able: { type: "boolean", default: true },
};

/** Everything about a combatant that the game master may set. @param {Controller} controller @param {Combatant} one */
export function edit(controller, one) {
  if (!controller.may("change")) return null;
  const key = `edit:${one.id}`;
  const traits = controller.system?.traits ?? {};
  /** @param {ReturnType<import("./form.js").reader>} typed */
  const command = (typed) => ({
    do: "change",
    combatant: one.id,
    set: changes(one, {
      ...collect(OWN, typed, { whole: true }),
      hp: typed("hp") === "" ? null : Number(typed("hp")),
      owner: typed("owner") || null,
      traits: collect(traits, (name) => typed(`traits.${name}`), { whole: true }),
    }),
  });
  return form(
    controller,
    key,
    command,
    h(
      "div",
      { class: "fields" },
      fields(controller, OWN, { form: key, values: { ...one } }),
      owner(controller, key, one.owner),
      fields(controller, traits, {
        form: key,
        prefix: "traits.",
        group: "trait",
        values: one.traits,
        clauses: true,
      }),
    ),
    h(
      "div",
      { class: "buttons" },
      submit(controller, "save", { kind: "main", form: key }),
      act(controller, "remove", { do: "remove", combatant: one.id }, { kind: "danger", form: key }),
    ),
  );
}

/**
 * Only what is different now: nothing that somebody else has changed meanwhile is set back.
 * @param {Combatant} one @param {Record<string, any>} typed
 */
function changes(one, typed) {
  const before = /** @type {Record<string, unknown>} */ ({
    owner: null,
    hp: null,
    ...one,
    traits: one.traits ?? {},
  });
  const different = Object.entries(typed).filter(
    ([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(different);
}

/** Who plays it: somebody at the table. @param {Controller} controller @param {string} key @param {string} [current] */
export function owner(controller, key, current) {
  /** @type {[string, string][]} */
  const players = [...controller.client.table.people]
    .filter((person) => person.role !== "observer")
    .sort((a, b) => Number(b.connected) - Number(a.connected))
    .map((person) => [person.user, called(controller, person)]);
  if (current && !players.some(([user]) => user === current)) players.push([current, current]);
  const id = `${key}:owner`;
  return h(
    "div",
    { class: "field", key: `field:${id}` },
    h("label", { for: id }, controller.words.text("field.owner")),
    select({ id, key: id, name: "owner" }, current, players, true),
  );
}

/** @param {Controller} controller @param {import("../../../protocol.d.ts").Person} person */
function called({ words }, { name, connected }) {
  const shown = name || words.text("page.unnamed");
  return connected ? shown : `${shown} (${words.text("page.away")})`;
}

/** What the order by hand can do. @param {Controller} controller @param {Combatant} one */
export function placing(controller, one) {
  if (!controller.may("place")) return null;
  const key = `place:${one.id}`;
  const sides = /** @type {[string, string][]} */ (
    ["before", "after", "last"].map((side) => [side, controller.words.text(`field.${side}`)])
  );
  return form(
    controller,
    key,
    (typed) => ({
      do: "place",
      combatant: one.id,
      ...beside(String(typed("side")), String(typed("other") ?? "")),
    }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: `${key}:side`, class: "unseen" }, controller.words.text("field.side_of")),
      select({ id: `${key}:side`, key: `${key}:side`, name: "side" }, "before", sides, false),
      h("label", { for: key, class: "unseen" }, controller.words.text("field.beside")),
      select(
        { id: key, key, name: "other" },
        "",
        people(controller, (other) => other.id !== one.id),
        false,
      ),
      submit(controller, "place", { form: key }),
    ),
  );
}

/** @param {string} side @param {string} other */
function beside(side, other) {
  return side === "last" ? { last: true } : { [side]: other };
}

/** A part of a group becomes a combatant of its own. @param {Controller} controller @param {Combatant} one */
export function splitting(controller, one) {
  if ((one.count ?? 1) < 2 || !controller.may("change")) return null;
  const key = `split:${one.id}`;
  return form(
    controller,
    key,
    (typed) => ({ do: "split", combatant: one.id, count: Number(typed("count")) }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, controller.words.text("field.count")),
      h("input", {
        id: key,
        key,
        name: "count",
        type: "number",
        min: 1,
        max: (one.count ?? 2) - 1,
        required: true,
        class: "short",
      }),
      submit(controller, "split", { form: key }),
    ),
  );
}
