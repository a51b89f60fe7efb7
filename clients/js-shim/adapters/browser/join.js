import { h } from "../../core/ui/dom/h.js";
import { parse } from "./address.js";

/** @import {Language} from "../../core/i18n/language.js" */

/**
 * Without a link nobody gets in: it can be pasted here.
 * @param {HTMLElement} page
 * @param {Language} language
 * @param {string} [reason] why the last one did not
 */
export function askLink(page, language, reason = "") {
  const complaint = h(
    "p",
    { class: "complaint", role: "alert", hidden: true },
    language.text("page.bad_link"),
  );
  const input = h("input", {
    id: "link",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
  });
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const { value } = /** @type {HTMLInputElement} */ (input);
    const hash = value.slice(value.indexOf("#"));
    complaint.hidden = parse(hash) !== undefined;
    if (complaint.hidden) location.hash = hash;
  };
  page.replaceChildren(
    h(
      "main",
      { class: "join" },
      h(
        "form",
        { class: "card", onsubmit },
        h("h1", null, language.text("page.no_link")),
        reason && h("p", { class: "complaint", role: "alert" }, reason),
        h("p", null, language.text("page.no_link_about")),
        h("label", { for: "link" }, language.text("page.link")),
        input,
        complaint,
        h("button", { type: "submit", class: "main" }, language.text("button.join_link")),
      ),
    ),
  );
}

/** @param {HTMLElement} page @param {Language} language @returns {Promise<string>} what somebody is called */
export function askName(page, language) {
  return new Promise((resolve) => {
    const input = h("input", {
      id: "name",
      type: "text",
      required: true,
      maxlength: 60,
      autocomplete: "nickname",
    });
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      resolve(/** @type {HTMLInputElement} */ (input).value.trim());
    };
    page.replaceChildren(
      h(
        "main",
        { class: "join" },
        h(
          "form",
          { class: "card", onsubmit },
          h("h1", null, language.text("page.title")),
          h("label", { for: "name" }, language.text("page.name")),
          input,
          h("p", { class: "hint" }, language.text("page.name_hint")),
          h("button", { type: "submit", class: "main" }, language.text("button.join")),
        ),
      ),
    );
    input.focus();
  });
}
