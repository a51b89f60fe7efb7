import { h } from "../../core/ui/dom/h.js";
import { browser } from "../../core/net/environment.js";
import { icon } from "../../core/ui/dom/icons.js";
import { Client } from "../../core/state/client.js";

/**
 * What players see, for a game master who shares the screen: not a guess, but a second connection
 * with an observer's rights, that is taken back when the window closes.
 *
 * @param {Client} client
 */
export function playersButton(client) {
  return h(
    "button",
    {
      type: "button",
      key: "players",
      class: "quiet",
      onclick: () => void open(client),
      "aria-label": client.words.text("page.players"),
    },
    icon("eye"),
    h("span", { class: "wide" }, client.words.text("page.players")),
  );
}

/** @param {Client} client */
async function open(client) {
  const { result } = await client.give({ do: "invite", role: "observer" });
  const eyes = new Client(
    {
      ...client.place,
      token: result.token,
      client: browser.id(),
      name: () => client.words.text("page.players"),
    },
    client.language,
    browser,
  );
  const close = h(
    "button",
    { type: "button", class: "quiet", "aria-label": client.words.text("button.close") },
    icon("close"),
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "players", "aria-label": client.words.text("page.players") },
      h("header", null, h("h2", null, client.words.text("page.players")), close),
      part("turn-tracker", eyes),
      part("turn-log", eyes),
    )
  );
  close.onclick = () => dialog.close();
  dialog.onclose = () => {
    dialog.remove();
    eyes.connection.stop();
    void client.give({ do: "revoke", invite: result.invite });
  };
  document.body.append(dialog);
  dialog.showModal();
  eyes.connection.start();
}

/** @param {string} tag @param {Client} client */
function part(tag, client) {
  const made = h(tag);
  /** @type {any} */ (made).client = client;
  return made;
}
