import { h } from "../../core/ui/dom/h.js";
import { browser } from "../../core/net/environment.js";
import { icon } from "../../core/ui/dom/icons.js";
import { Client } from "../../core/state/client.js";

/** Milliseconds after which the observer's link ends by itself: longer than an evening. */
const LONGEST = 12 * 3600 * 1000;

/** Invites of this tab's windows that are not taken back yet; a reload closes a window without a word. */
export class Kept {
  /** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} tab @param {string} table */
  constructor(tab, table) {
    this.tab = tab;
    this.key = `turnkeeper:players:${table}`;
  }

  /** @returns {string[]} */
  get invites() {
    return JSON.parse(this.tab.getItem(this.key) ?? "[]");
  }

  /** @param {string} invite */
  add(invite) {
    this.tab.setItem(this.key, JSON.stringify([...this.invites, invite]));
  }

  /** @param {string} invite */
  remove(invite) {
    const left = this.invites.filter((other) => other !== invite);
    if (left.length) this.tab.setItem(this.key, JSON.stringify(left));
    else this.tab.removeItem(this.key);
  }
}

/**
 * Takes back what a reload has left open, once the game master is in again.
 * @param {Client} client
 * @param {Kept} kept
 */
export function takeBackLeft(client, kept) {
  const left = kept.invites;
  const stop = client.subscribe((kind) => {
    if (kind !== "welcome") return;
    stop();
    for (const invite of left) void takeBack(client, kept, invite);
  });
}

/** What is gone already is taken back, too. @param {Client} client @param {Kept} kept @param {string} invite */
async function takeBack(client, kept, invite) {
  try {
    await client.give({ do: "revoke", invite });
  } catch (refused) {
    if (/** @type {any} */ (refused).code === "unavailable") return;
  }
  kept.remove(invite);
}

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
  const expires = new Date(Date.now() + LONGEST).toISOString();
  const { result } = await client.give({ do: "invite", role: "observer", expires });
  const kept = new Kept(sessionStorage, client.place.table ?? "");
  kept.add(result.invite);
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
    void takeBack(client, kept, result.invite);
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
