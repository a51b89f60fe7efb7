import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields, people, select } from "./fields.js";
import { act, form, submit } from "./form.js";

/**
 * @import {Hand} from "./controller.js"
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

/** Everything about a combatant that the game master may set. @param {Hand} hand @param {Combatant} one */
export function edit(hand, one) {
  if (!hand.may("change")) return null;
  const key = `edit:${one.id}`;
  const traits = hand.system?.traits ?? {};
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
    hand,
    key,
    command,
    h(
      "div",
      { class: "fields" },
      fields(hand, OWN, { form: key, values: { ...one } }),
      owner(hand, key, one.owner),
      fields(hand, traits, {
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
      submit(hand, "save", { kind: "main", form: key }),
      act(hand, "remove", { do: "remove", combatant: one.id }, { kind: "danger", form: key }),
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

/** Who plays it: somebody at the table. @param {Hand} hand @param {string} key @param {string} [current] */
export function owner(hand, key, current) {
  /** @type {[string, string][]} */
  const players = [...hand.seat.table.people]
    .filter((person) => person.role !== "observer")
    .sort((a, b) => Number(b.connected) - Number(a.connected))
    .map((person) => [person.user, called(hand, person)]);
  if (current && !players.some(([user]) => user === current)) players.push([current, current]);
  const id = `${key}:owner`;
  return h(
    "div",
    { class: "field", key: `field:${id}` },
    h("label", { for: id }, hand.words.text("field.owner")),
    select({ id, key: id, name: "owner" }, current, players, true),
  );
}

/** @param {Hand} hand @param {import("../../../protocol.d.ts").Person} person */
function called({ words }, { name, connected }) {
  const shown = name || words.text("page.unnamed");
  return connected ? shown : `${shown} (${words.text("page.away")})`;
}

/** What the order by hand can do. @param {Hand} hand @param {Combatant} one */
export function placing(hand, one) {
  if (!hand.may("place")) return null;
  const key = `place:${one.id}`;
  const sides = /** @type {[string, string][]} */ (
    ["before", "after", "last"].map((side) => [side, hand.words.text(`field.${side}`)])
  );
  return form(
    hand,
    key,
    (typed) => ({ do: "place", combatant: one.id, ...beside(String(typed("side")), String(typed("other") ?? "")) }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: `${key}:side`, class: "unseen" }, hand.words.text("field.side_of")),
      select({ id: `${key}:side`, key: `${key}:side`, name: "side" }, "before", sides, false),
      h("label", { for: key, class: "unseen" }, hand.words.text("field.beside")),
      select(
        { id: key, key, name: "other" },
        "",
        people(hand, (other) => other.id !== one.id),
        false,
      ),
      submit(hand, "place", { form: key }),
    ),
  );
}

/** @param {string} side @param {string} other */
function beside(side, other) {
  return side === "last" ? { last: true } : { [side]: other };
}

/** A part of a group becomes a combatant of its own. @param {Hand} hand @param {Combatant} one */
export function splitting(hand, one) {
  if ((one.count ?? 1) < 2 || !hand.may("change")) return null;
  const key = `split:${one.id}`;
  return form(
    hand,
    key,
    (typed) => ({ do: "split", combatant: one.id, count: Number(typed("count")) }),
    h(
      "div",
      { class: "inline" },
      h("label", { for: key }, hand.words.text("field.count")),
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
      submit(hand, "split", { form: key }),
    ),
  );
}
