import { h } from "../dom/h.js";
import { question } from "./question.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Child} from "../dom/h.js"
 */

/**
 * A form that gives commands. `command` reads the fields and says which one (or nothing).
 *
 * @param {Controller} controller
 * @param {string} key
 * @param {(typed: ReturnType<typeof reader>, pressed: string) => import("../../net/connection.js").Command | void} command
 * @param {...(Child | Child[])} children
 */
export function form(controller, key, command, ...children) {
  /** @param {SubmitEvent} event */
  const onsubmit = (event) => {
    event.preventDefault();
    const element = /** @type {HTMLFormElement} */ (event.currentTarget);
    const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? "";
    const given = command(reader(element), pressed);
    if (given) controller.give(key, given, element);
  };
  return h(
    "form",
    { key: `form:${key}`, onsubmit, "aria-busy": controller.busy.has(key) && "true" },
    ...children,
    complaint(controller, key),
  );
}

/**
 * Why the form's command was refused, where no single field is to blame; or what it would do away with.
 * @param {Controller} controller
 * @param {string} key
 */
export function complaint(controller, key) {
  const asked = controller.asking.get(key);
  if (asked) return question(controller, key, asked);
  const refused = controller.refused.get(key);
  if (!refused || blames(controller, key)) return null;
  return h("p", { class: "complaint", role: "alert" }, controller.words.refusal(refused));
}

/**
 * The field of the form that the refusal names, if the form has it.
 * @param {Controller} controller
 * @param {string} key
 * @returns {string | undefined}
 */
export function blames(controller, key) {
  const field = controller.refused.get(key)?.detail.field;
  return typeof field === "string" && controller.notes.get(`fields:${key}`)?.has(field) ? field : undefined;
}

/**
 * What stands in a form under a name: text, a list of ticked boxes, a tick; null for nothing.
 * @param {HTMLFormElement} element
 * @returns {(name: string) => string | string[] | boolean | null}
 */
export function reader(element) {
  return (name) => {
    const found = element.elements.namedItem(name);
    if (found instanceof HTMLInputElement && found.type === "checkbox") {
      if (found.dataset.several !== undefined) return found.checked ? [found.value] : [];
      return found.checked;
    }
    if (found instanceof RadioNodeList) {
      const boxes = [...found].filter((node) => node instanceof HTMLInputElement);
      if (boxes[0]?.type === "radio") return found.value;
      return boxes.filter((box) => box.checked).map((box) => box.value);
    }
    return found && "value" in found ? String(found.value) : null;
  };
}

/** The boxes that are ticked. @param {unknown} typed @returns {string[]} */
export function ticked(typed) {
  return Array.isArray(typed) ? typed : [];
}

/**
 * @param {Controller} controller
 * @param {string} key the text of the button
 * @param {{value?: string, kind?: string, form?: string, disabled?: boolean, about?: string, onward?: string}} [how] whom it is
 *   about, for those who hear it and do not see what stands beside it; what has the focus after it
 */
export function submit(
  controller,
  key,
  { value = key, kind = "", form = "", disabled = false, about = "", onward = "" } = {},
) {
  return h(
    "button",
    {
      type: "submit",
      class: kind,
      value,
      "data-onward": onward,
      "aria-label": about && `${controller.words.text(`button.${key}`)}: ${about}`,
      key: `submit:${value}`,
      disabled: disabled || controller.busy.has(form),
    },
    controller.words.text(`button.${key}`),
  );
}

/**
 * A button that gives one command.
 * @param {Controller} controller
 * @param {string} text
 * @param {import("../../net/connection.js").Command} command
 * @param {{kind?: string, form?: string, children?: Child[], after?: Child[], about?: string, sign?: string, values?: Record<string, unknown>}} [how]
 *   whom it is about, as in `submit`; a sign instead of the words; what stands before and after them, of what they speak
 */
export function act(
  controller,
  text,
  command,
  { kind = "", form = command.do, children = [], after = [], about = "", sign = "", values = {} } = {},
) {
  const onclick = () => void controller.give(form, command);
  const label = controller.words.text(`button.${text}`, values);
  return h(
    "button",
    {
      type: "button",
      class: kind,
      "aria-label": about ? `${label}: ${about}` : (children.length > 0 || sign) && label,
      key: `act:${text}:${command.combatant ?? command.to ?? ""}`,
      onclick,
      disabled: controller.busy.has(form),
    },
    ...children,
    h("span", { class: "label" }, sign || label),
    ...after,
  );
}

/** A part that unfolds. @param {string} key @param {string} title @param {...(Child | Child[])} children */
export function fold(key, title, ...children) {
  return unfolding(key, title, "", children);
}

/**
 * One that folds up again when its command is accepted.
 * @param {string} key
 * @param {string} title
 * @param {...(Child | Child[])} children
 */
export function once(key, title, ...children) {
  return unfolding(key, title, "once", children);
}

/** Shows a part unfolded while it is what there is to do. @param {HTMLElement} part @param {boolean} first */
export function unfolded(part, first) {
  if (first) part.setAttribute("open", "");
  return part;
}

/** @param {string} key @param {string} title @param {string} kind @param {(Child | Child[])[]} children */
function unfolding(key, title, kind, children) {
  return h(
    "details",
    { key: `fold:${key}`, class: kind },
    h("summary", null, title),
    h("div", { class: "inside" }, ...children),
  );
}
