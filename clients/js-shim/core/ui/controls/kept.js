import { h } from "../dom/h.js";
import { afterYes } from "./fight.js";
import { act, complaint, form, submit } from "./form.js";

/**
 * @import {Controller} from "./controller.js"
 * @import {Kept} from "../../../protocol.d.ts"
 */

const KEY = "kept";

/** What the table keeps by name, the newest last: each is loaded or taken up by one tap. @param {Controller} controller */
export function keptList(controller) {
  const kept = Object.entries(controller.view.kept ?? {});
  if (kept.length === 0) return null;
  return h(
    "div",
    { class: "stack", key: "kept-list" },
    h(
      "ul",
      { class: "kept" },
      kept.map(([name, what]) => line(controller, name, what)),
    ),
    complaint(controller, KEY),
  );
}

/** @param {Controller} controller @param {string} name @param {Kept} kept */
function line(controller, name, kept) {
  const { words } = controller;
  const aside = kept.what === "aside";
  const command = { do: aside ? "take_up" : "load", name };
  const wanted = kept.what === "fight" ? afterYes : () => command;
  const text = aside ? "take_up" : "load";
  return h(
    "li",
    { key: `kept:${name}` },
    h("span", null, h("b", null, name), h("small", null, about(controller, kept))),
    h(
      "div",
      { class: "buttons" },
      controller.may(text) &&
        h(
          "button",
          {
            type: "button",
            key: "load",
            "aria-label": `${words.text(`button.${text}`)}: ${name}`,
            disabled: controller.busy.has(KEY),
            onclick: () => controller.attempt(KEY, () => wanted(controller, KEY, command)),
          },
          words.text(`button.${text}`),
        ),
      act(controller, "forget", { do: "forget", name }, { kind: "quiet", form: KEY, about: name }),
    ),
  );
}

/** Whose it is, how many are in it, and where it stands. @param {Controller} controller @param {Kept} kept */
function about(controller, { what, system, count, round }) {
  const game = controller.words.text(`system.${system}`);
  return controller.words.text(`kept.${what}`, { count, game, round });
}

/** Keeps the party, the others or the running fight under a name. @param {Controller} controller */
export function keeping(controller) {
  const { words } = controller;
  const some = (/** @type {boolean} */ pc) => controller.everyone.some((one) => (one.kind === "pc") === pc);
  return form(
    controller,
    "keeping",
    (typed, pressed) => {
      const name = String(typed("name") ?? "").trim();
      return pressed === "aside" ? { do: "set_aside", name } : { do: "save", name, what: pressed };
    },
    h(
      "div",
      { class: "inline" },
      h("label", { for: "keeping:name" }, words.text("field.kept_name")),
      h("input", {
        id: "keeping:name",
        key: "keeping:name",
        name: "name",
        type: "text",
        maxlength: 80,
        required: true,
        list: "keeping:names",
      }),
      h(
        "datalist",
        { id: "keeping:names" },
        Object.keys(controller.view.kept ?? {}).map((value) => h("option", { value })),
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      some(true) && submit(controller, "save_party", { value: "party", form: "keeping" }),
      some(false) && submit(controller, "save_fight", { value: "fight", form: "keeping" }),
      controller.may("set_aside") && submit(controller, "set_aside", { value: "aside", form: "keeping" }),
    ),
  );
}
