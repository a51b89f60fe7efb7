import { h } from "../dom/h.js";
import { collect } from "./values.js";
import { fields } from "./fields.js";
import { act, fold, form, submit } from "./form.js";
import { andRoll, onAll } from "./several.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Combatant} from "../../../protocol.d.ts"
 */

/** Where it is asked what the next one does. */
const ASKED = ".asks .kinds input";

/**
 * What somebody means to do: one action, or several in their order.
 * @param {Controller} controller
 * @param {Combatant} one
 */
export function declare(controller, one) {
  return declareAs(controller, `declare:${one.id}`, [one.id]);
}

/**
 * The same, for several at once.
 * @param {Controller} controller
 * @param {string} key of the form
 * @param {string[]} ids
 * @param {boolean} [last] whether nobody else owes a declaration: then the dice may follow at once
 */
export function declareAs(controller, key, ids, last = false) {
  const kinds = Object.keys(controller.system?.actions ?? {});
  if (kinds.length === 0) return null;
  /** @type {string[]} */
  const chosen = controller.notes.get(key) ?? [""];
  const disabled = chosen.includes("");
  /** @param {ReturnType<import("./form.js").reader>} typed @param {string} pressed */
  const command = (typed, pressed) => {
    const actions = chosen.map((kind, n) => action(controller, kind, (name) => typed(`${n}.${name}`)));
    const declared = onAll(ids, (combatant) => ({ do: "declare", combatant, actions }));
    return pressed === "declare_roll" ? andRoll(declared) : declared;
  };
  return form(
    controller,
    key,
    command,
    chosen.map((kind, n) => actionFields(controller, key, chosen, n, kinds, kind)),
    h(
      "div",
      { class: "buttons" },
      submit(controller, "declare", { kind: "main", form: key, disabled, onward: ASKED }),
      last && submit(controller, "declare_roll", { form: key, disabled, onward: ".dock .main" }),
      !disabled &&
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
  let pointed = false;
  return h(
    "label",
    { key: `kind:${kind}`, class: checked ? "checked" : "" },
    h("input", {
      type: "radio",
      name: `kind:${name}`,
      value: kind,
      checked,
      key: `radio:${kind}`,
      onclick: (/** @type {MouseEvent} */ event) => void (pointed = event.detail > 0),
      onchange: (/** @type {Event} */ event) => {
        const action = /** @type {HTMLElement} */ (event.target).closest("fieldset");
        become(kind);
        // Who walks through the kinds by the keyboard is not taken away from them.
        if (pointed && action) toWhatIsNeeded(action);
      },
    }),
    controller.words.text(`act.${kind}`),
  );
}

/** To the first field, if there is one that must be filled. @param {HTMLElement} action */
function toWhatIsNeeded(action) {
  const first = action.querySelector(".fields:has(input[required]) input");
  if (first instanceof HTMLElement) first.focus();
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
