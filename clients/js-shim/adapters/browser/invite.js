import { h, morph } from "../../core/ui/dom/h.js";
import { icon } from "../../core/ui/dom/icons.js";
import { picture, qr } from "../../core/ui/dom/qr.js";

/**
 * @import {Client} from "../../core/state/client.js"
 * @import {Refusal} from "../../core/net/refusal.js"
 */

/** Opens the window from which people are invited. @param {Client} client */
export function inviteButton(client) {
  return h(
    "button",
    {
      type: "button",
      key: "invite",
      class: "quiet",
      "aria-label": client.words.text("button.invite"),
      onclick: () => window(client),
    },
    icon("link"),
    h("span", { class: "wide" }, client.words.text("button.invite")),
  );
}

/** @param {Client} client */
function window(client) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "card", "aria-label": client.words.text("button.invite") })
  );
  dialog.onclose = () => dialog.remove();
  draw(dialog, client, {});
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {Client} client
 * @param {{link?: string, refused?: Refusal, copied?: boolean}} state
 */
function draw(dialog, client, state) {
  const { words } = client;
  const onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const typed = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const user = String(typed.get("user") ?? "").trim();
    try {
      const ack = await client.give({ do: "invite", role: typed.get("role"), ...(user && { user }) });
      draw(dialog, client, { link: reachable(ack.result.link, document.baseURI) });
    } catch (refused) {
      draw(dialog, client, { refused: /** @type {Refusal} */ (refused) });
    }
  };
  const copy = async () => {
    await copied(/** @type {HTMLInputElement} */ (dialog.querySelector("#invite-link")));
    draw(dialog, client, { ...state, copied: true });
  };
  morph(
    dialog,
    h("h2", null, words.text("button.invite")),
    h("p", { class: "hint" }, words.text("page.invite_about")),
    h(
      "form",
      { key: "form", onsubmit },
      h("label", { for: "invite-role" }, words.text("field.role")),
      h(
        "select",
        { id: "invite-role", name: "role" },
        ["player", "observer", "gm"].map((role) => h("option", { value: role }, words.text(`role.${role}`))),
      ),
      h("label", { for: "invite-user" }, words.text("page.invite_user")),
      h("input", { id: "invite-user", name: "user", type: "text", maxlength: 60, autocomplete: "off" }),
      state.refused && h("p", { class: "complaint", role: "alert" }, words.refusal(state.refused)),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "submit", class: "main" }, words.text("button.invite")),
        h("button", { type: "button", onclick: () => dialog.close() }, words.text("button.close")),
      ),
    ),
    state.link &&
      h(
        "div",
        { class: "link", key: "link" },
        h("label", { for: "invite-link" }, words.text("page.invited")),
        h("input", { id: "invite-link", type: "text", readonly: true, value: state.link }),
        h(
          "button",
          { type: "button", onclick: copy },
          words.text(state.copied ? "button.copied" : "button.copy"),
        ),
        isLocal(state.link) && h("p", { class: "hint" }, words.text("page.link_local")),
        picture(qr(state.link), words.text("page.code")),
      ),
  );
}

/** Without https a browser has no clipboard for scripts; a marked field can still be copied. @param {HTMLInputElement} field */
async function copied(field) {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value);
  field.select();
  document.execCommand("copy");
}

/**
 * The link as somebody else can open it: a server that knows only its own loopback address is
 * reached where this page was, behind whatever proxy and below whatever path.
 * @param {string} link
 * @param {string} page
 */
export function reachable(link, page) {
  return isLocal(link) ? new URL(`./${new URL(link).hash}`, page).href : link;
}

/** @param {string} link */
function isLocal(link) {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(link).hostname);
}
