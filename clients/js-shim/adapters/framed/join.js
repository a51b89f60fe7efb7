import { h } from "../../core/ui/dom/h.js";
import { parse } from "../browser/address.js";

/** @import {Language} from "../../core/i18n/language.js" @import {Key} from "./keys.js" */

/**
 * Without a key nobody gets in: a link can be pasted here.
 * @param {Language} language
 * @param {string} reason why there is none, or why the last one did not open
 * @param {(key: Key) => void} enter
 * @param {(link: string) => Key | undefined} [read]
 */
export function joinForm(language, reason, enter, read = keyOf) {
  const complaint = h(
    "p",
    { class: "complaint", role: "alert", hidden: true },
    language.text("page.bad_link"),
  );
  // Not shown: whoever sees a link can come in with it, and screens are shared.
  const input = /** @type {HTMLInputElement} */ (
    h("input", { id: "link", type: "password", autocomplete: "off", required: true })
  );
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const key = read(input.value);
    complaint.hidden = key !== undefined;
    if (key) enter(key);
  };
  return h(
    "main",
    { class: "join" },
    h(
      "form",
      { class: "card", onsubmit },
      h("h1", null, language.text("page.title")),
      h("p", null, reason),
      h("label", { for: "link" }, language.text("page.link")),
      input,
      complaint,
      h("button", { type: "submit", class: "main" }, language.text("button.join_link")),
    ),
  );
}

/** @param {string} link to this server @returns {Key | undefined} */
function keyOf(link) {
  const invited = parse(link.slice(link.indexOf("#")));
  return invited && { table: invited.table, token: invited.token };
}
