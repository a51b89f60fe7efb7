import { h } from "../../core/ui/dom/h.js";
import { icon } from "../../core/ui/dom/icons.js";
import { LANGUAGES } from "../../core/i18n/language.js";
import { inviteButton } from "./invite.js";
import { playersButton } from "./players.js";

/**
 * @import {Client} from "../../core/state/client.js"
 *
 * @typedef {object} Choices what somebody may choose for this browser
 * @property {(tag: string) => void} speak another language
 * @property {boolean} quiet whether the sound is off
 * @property {(quiet: boolean) => void} hush
 */

/**
 * The top of the page: which table, who is there, whether what is shown is live.
 * @param {Client} client
 * @param {Choices} choices
 */
export function bar(client, { speak, quiet, hush }) {
  const { words, table } = client;
  const system = table.view.system ? words.text(`system.${table.view.system}`) : "";
  const role = table.role ? words.text(`role.${table.role}`) : "";
  return [
    h(
      "div",
      { class: "title" },
      h("h1", null, table.view.table?.name || table.view.table?.id || words.text("page.title")),
      h("p", null, [system, role].filter(Boolean).join(" · ")),
    ),
    connection(client),
    people(client, speak),
    table.role === "player" &&
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          key: "sound",
          "aria-pressed": String(!quiet),
          "aria-label": words.text("page.sound"),
          onclick: () => hush(!quiet),
        },
        icon(quiet ? "quiet" : "sound"),
      ),
    table.role === "gm" && playersButton(client),
    table.role === "gm" && inviteButton(client),
  ];
}

/** Whether what is shown is live. @param {Client} client */
export function connection({ connection: { state }, words }) {
  return h(
    "p",
    { class: `connection ${state}`, role: "status" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    words.text(`connection.${state}`),
  );
}

/** Who is at the table, and in which language one reads it. @param {Client} client @param {(tag: string) => void} speak */
function people(client, speak) {
  const { table, words } = client;
  const there = table.people.filter((person) => person.connected).length;
  return h(
    "details",
    { class: "menu", key: "people" },
    h("summary", { "aria-label": `${words.text("page.people")}: ${there}` }, icon("people"), there),
    h(
      "div",
      { class: "card" },
      h(
        "ul",
        null,
        table.people.map((person) => line(person, words)),
      ),
      h("label", { class: "language" }, words.text("page.language"), languages(client, speak)),
    ),
  );
}

/** @param {import("../../protocol.d.ts").Person} person @param {Client["words"]} words */
function line({ user, name, role, connected }, words) {
  return h(
    "li",
    { key: `user:${user}` },
    h("b", null, name || words.text("page.unnamed")),
    " ",
    h("span", null, words.text(`role.${role}`)),
    !connected && h("span", { class: "away" }, words.text("page.away")),
  );
}

/** @param {Client} client @param {(tag: string) => void} speak */
function languages({ language }, speak) {
  const own = (/** @type {string} */ tag) =>
    new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  const onchange = (/** @type {Event} */ event) =>
    speak(/** @type {HTMLSelectElement} */ (event.target).value);
  return h(
    "select",
    { key: "language", onchange },
    LANGUAGES.map((tag) => h("option", { value: tag, lang: tag, selected: tag === language.tag }, own(tag))),
  );
}
