import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields } from "./fields.js";
import { act, fold, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 */

/**
 * What somebody means to do: one action, or several in their order.
 * @param {Controller} controller
 * @param {Combatant} one
 */
export function declare(controller, one) {
  const kinds = Object.keys(controller.system?.actions ?? {});
  if (kinds.length === 0) return null;
  const key = `declare:${one.id}`;
  /** @type {string[]} */
  const chosen = controller.notes.get(key) ?? [""];
  /** @param {ReturnType<import("./form.js").reader>} typed */
  const command = (typed) => ({
    do: "declare",
    combatant: one.id,
    actions: chosen.map((kind, n) => action(controller, kind, (name) => typed(`${n}.${name}`))),
  });
  return form(
    controller,
    key,
    command,
    chosen.map((kind, n) => actionFields(controller, key, chosen, n, kinds, kind)),
    h(
      "div",
      { class: "buttons" },
      submit(controller, "declare", { kind: "main", form: key, disabled: chosen.includes("") }),
      !chosen.includes("") &&
        h(
          "button",
          {
            type: "button",
            key: "another",
            class: "quiet",
            onclick: () => controller.note(key, [...chosen, ""]),
          },
          controller.words.text("button.another"),
        ),
    ),
  );
}

/** @param {Controller} controller @param {string} kind @param {(name: string) => any} typed */
function action(controller, kind, typed) {
  return { act: kind, ...collect(controller.system?.actions?.[kind]?.fields ?? {}, typed) };
}

/**
 * @param {Controller} controller
 * @param {string} key
 * @param {string[]} chosen
 * @param {number} n
 * @param {string[]} kinds
 * @param {string} kind
 */
function actionFields(controller, key, chosen, n, kinds, kind) {
  const become = (/** @type {string} */ other) => controller.note(key, chosen.with(n, other));
  const { target, label, ...own } = controller.system?.actions?.[kind]?.fields ?? {};
  const place = { form: key, prefix: `${n}.` };
  return h(
    "fieldset",
    { class: "action", key: `action:${n}` },
    h("legend", { class: "unseen" }, controller.words.text("field.act")),
    h(
      "div",
      { class: "kinds" },
      kinds.map((other) => kindChoice(controller, `${key}:${n}`, other, other === kind, become)),
    ),
    h(
      "div",
      { class: "fields", key: `fields:${kind}` },
      fields(controller, { ...own, ...(target && { target }) }, place),
    ),
    label &&
      fold(`${key}:${n}:more`, controller.words.text("field.label"), fields(controller, { label }, place)),
    chosen.length > 1 &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          key: "drop",
          onclick: () => controller.note(key, chosen.toSpliced(n, 1)),
        },
        controller.words.text("button.drop"),
      ),
  );
}

/**
 * @param {Controller} controller
 * @param {string} name
 * @param {string} kind
 * @param {boolean} checked
 * @param {(kind: string) => void} become
 */
function kindChoice(controller, name, kind, checked, become) {
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
    controller.words.text(`act.${kind}`),
  );
}

/** What is declared, each with the way out of it. @param {Controller} controller @param {Combatant} one */
export function declarations(controller, one) {
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
          controller.words.action(declared),
          (declared.notes ?? []).map((note, i) =>
            h("span", { class: "note", key: `note:${i}` }, controller.words.note(note)),
          ),
        ),
        one.can?.includes("cancel") &&
          open(declared) &&
          act(
            controller,
            "cancel",
            { do: "cancel", combatant: one.id, action: n },
            { kind: "quiet small", form: `cancel:${one.id}:${n}` },
          ),
      ),
    ),
  );
}
