import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields } from "./fields.js";
import { act, fold, form, submit } from "./form.js";

/**
 * @import {Hand} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 */

/**
 * What somebody means to do: one action, or several in their order.
 * @param {Hand} hand
 * @param {Combatant} one
 */
export function declare(hand, one) {
  const kinds = Object.keys(hand.system?.actions ?? {});
  if (kinds.length === 0) return null;
  const key = `declare:${one.id}`;
  /** @type {string[]} */
  const chosen = hand.notes.get(key) ?? [""];
  /** @param {ReturnType<import("./form.js").reader>} typed */
  const command = (typed) => ({
    do: "declare",
    combatant: one.id,
    actions: chosen.map((kind, n) => action(hand, kind, (name) => typed(`${n}.${name}`))),
  });
  return form(
    hand,
    key,
    command,
    chosen.map((kind, n) => actionFields(hand, key, chosen, n, kinds, kind)),
    h(
      "div",
      { class: "buttons" },
      submit(hand, "declare", { kind: "main", form: key, disabled: chosen.includes("") }),
      !chosen.includes("") &&
        h(
          "button",
          { type: "button", key: "another", class: "quiet", onclick: () => hand.note(key, [...chosen, ""]) },
          hand.words.text("button.another"),
        ),
    ),
  );
}

/** @param {Hand} hand @param {string} kind @param {(name: string) => any} typed */
function action(hand, kind, typed) {
  return { act: kind, ...collect(hand.system?.actions?.[kind]?.fields ?? {}, typed) };
}

/**
 * @param {Hand} hand
 * @param {string} key
 * @param {string[]} chosen
 * @param {number} n
 * @param {string[]} kinds
 * @param {string} kind
 */
function actionFields(hand, key, chosen, n, kinds, kind) {
  const become = (/** @type {string} */ other) => hand.note(key, chosen.with(n, other));
  const { target, label, ...own } = hand.system?.actions?.[kind]?.fields ?? {};
  const place = { form: key, prefix: `${n}.` };
  return h(
    "fieldset",
    { class: "action", key: `action:${n}` },
    h("legend", { class: "unseen" }, hand.words.text("field.act")),
    h(
      "div",
      { class: "kinds" },
      kinds.map((other) => kindChoice(hand, `${key}:${n}`, other, other === kind, become)),
    ),
    h(
      "div",
      { class: "fields", key: `fields:${kind}` },
      fields(hand, { ...own, ...(target && { target }) }, place),
    ),
    label && fold(`${key}:${n}:more`, hand.words.text("field.label"), fields(hand, { label }, place)),
    chosen.length > 1 &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          key: "drop",
          onclick: () => hand.note(key, chosen.toSpliced(n, 1)),
        },
        hand.words.text("button.drop"),
      ),
  );
}

/**
 * @param {Hand} hand
 * @param {string} name
 * @param {string} kind
 * @param {boolean} checked
 * @param {(kind: string) => void} become
 */
function kindChoice(hand, name, kind, checked, become) {
  return h(
    "label",
    { key: `kind:${kind}`, class: checked ? "checked" : "" },
    h("input", {
      type: "radio",
      name: `kind:${name}`,
      value: kind,
      checked,
      key: `radio:${kind}`,
      onchange: () => become(kind),
    }),
    hand.words.text(`act.${kind}`),
  );
}

/** What is declared, each with the way out of it. @param {Hand} hand @param {Combatant} one */
export function declarations(hand, one) {
  const actions = (one.declared ?? []).map((declared, n) => ({ declared, n }));
  if (actions.length === 0) return null;
  const open = ({ cancelled = false, lost = false, done = false }) => !cancelled && !lost && !done;
  return h(
    "ul",
    { class: "rows" },
    actions.map(({ declared, n }) =>
      h(
        "li",
        { key: `declared:${n}`, class: open(declared) ? "" : "over" },
        h(
          "span",
          null,
          hand.words.action(declared),
          (declared.notes ?? []).map((note, i) =>
            h("span", { class: "note", key: `note:${i}` }, hand.words.note(note)),
          ),
        ),
        one.can?.includes("cancel") &&
          open(declared) &&
          act(
            hand,
            "cancel",
            { do: "cancel", combatant: one.id, action: n },
            { kind: "quiet small", form: `cancel:${one.id}:${n}` },
          ),
      ),
    ),
  );
}
