import "../../core/ui/tracker/turn-tracker.js";
import "../../core/ui/controls/turn-desk.js";
import "../../core/ui/log/turn-log.js";
import { framed } from "../../core/ui/dom/frame.js";
import { h, morph } from "../../core/ui/dom/h.js";
import { choose, LANGUAGES, load } from "../../core/i18n/language.js";
import { browser } from "../../core/net/environment.js";
import { Client } from "../../core/state/client.js";
import { chime, mine, notice } from "../../core/ui/notify.js";
import { clientId, forget, invitation, keepLink, socketAddress } from "./address.js";
import { bar, connection } from "./bar.js";
import { fitted } from "./fitted.js";
import { askLink, askName } from "./join.js";
import { Kept, takeBackLeft } from "./players.js";

/** @import {Invitation} from "./address.js" */

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const NAME = "turnkeeper:name";
const LANGUAGE = "turnkeeper:language";
const QUIET = "turnkeeper:quiet";

/** @param {string} tag */
const texts = async (tag) => (await fetch(new URL(`../../lang/${tag}.json`, import.meta.url))).json();

/** @param {string} [wanted] */
async function language(wanted = localStorage.getItem(LANGUAGE) ?? undefined) {
  const spoken = await load(choose([...(wanted ? [wanted] : []), ...navigator.languages], LANGUAGES), texts);
  document.documentElement.lang = spoken.tag;
  return spoken;
}

async function open() {
  const spoken = await language();
  document.title = spoken.text("page.title");
  const invited = invitation({ location, history, tab: sessionStorage, device: localStorage });
  if (!invited) return askLink(page, spoken);
  if (invited.view) return sit(invited, spoken, () => "");
  if (localStorage.getItem(NAME) === null) localStorage.setItem(NAME, await askName(page, spoken));
  sit(invited, spoken, () => localStorage.getItem(NAME) ?? "");
}

/**
 * @param {Invitation} invited
 * @param {import("../../core/i18n/language.js").Language} spoken
 * @param {() => string} name
 */
function sit(invited, spoken, name) {
  const place = {
    url: socketAddress(document.baseURI),
    ...invited,
    client: clientId(localStorage, browser.id),
    name,
  };
  const client = new Client(place, spoken, browser);
  const tracker = element("turn-tracker", client, { show: "order", ...(invited.view && { overlay: "" }) });
  if (invited.view === "strip") {
    document.documentElement.classList.add("overlay");
    const title = h("h1", { class: "unseen" }, spoken.text("page.title"));
    const main = h("main", null, title, tracker, unlessLive(client));
    page.replaceChildren(main);
    fitted(main, tracker);
  } else {
    page.replaceChildren(...table(client, tracker));
  }
  tell(client);
  takeBackLeft(client, new Kept(sessionStorage, invited.table));
  client.subscribe((kind) => {
    const { state, reason } = client.connection;
    if (kind === "welcome" && client.watching) keepLink(history, invited);
    if (kind !== "connection" || state !== "refused") return;
    forget(invited.table, [sessionStorage, localStorage]);
    askLink(page, client.language, client.language.first([`error.${reason}`, "error.unauthorized"]));
  });
  addEventListener("online", () => client.connection.wake());
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && client.connection.wake(),
  );
  client.connection.start();
}

/**
 * A screen on the wall shows its connection only while there is something wrong with it.
 * @param {Client} client
 */
function unlessLive(client) {
  const note = h("div", { class: "trouble" });
  client.subscribe(() => morph(note, client.connection.state !== "live" && connection(client)));
  return note;
}

/** Sound is on unless somebody has switched it off. @param {Client} client */
function tell(client) {
  /** @type {AudioContext | undefined} */
  let audio;
  notice(client, {
    quiet: () => localStorage.getItem(QUIET) !== null,
    chime: () => chime((audio ??= new AudioContext())),
    vibrate: (ms) => void navigator.vibrate?.(ms),
  });
}

/** @param {Client} client @param {HTMLElement} tracker */
function table(client, tracker) {
  const top = h("header", { class: "bar" });
  const desk = /** @type {import("../../core/ui/controls/turn-desk.js").TurnDesk} */ (
    element("turn-desk", client, { dock: "bottom" })
  );
  tracker.addEventListener("turn-place", (/** @type {any} */ event) =>
    desk.place(event.detail.combatant, event.detail.beside),
  );
  const main = h(
    "main",
    null,
    tracker,
    desk,
    element("turn-tracker", client, { show: "people", class: "everyone" }),
    element("turn-log", client),
  );
  const draw = () => {
    document.documentElement.dataset.role = client.table.role ?? "";
    document.title = [
      mine(client) && client.words.text("state.now"),
      client.table.view.table.name,
      client.words.text("page.title"),
    ]
      .filter(Boolean)
      .join(" – ");
    morph(top, bar(client, { speak, quiet: localStorage.getItem(QUIET) !== null, hush }));
  };
  /** @param {string} tag */
  const speak = async (tag) => {
    localStorage.setItem(LANGUAGE, tag);
    client.speak(await language(tag));
  };
  /** @param {boolean} quiet */
  const hush = (quiet) => {
    if (quiet) localStorage.setItem(QUIET, "");
    else localStorage.removeItem(QUIET);
    draw();
  };
  const { soon, now } = framed(draw);
  client.subscribe(soon);
  now();
  return [top, main];
}

/** @param {string} tag @param {Client} client @param {Record<string, string>} [attributes] */
function element(tag, client, attributes) {
  const made = h(tag, attributes);
  /** @type {any} */ (made).client = client;
  return made;
}

addEventListener("hashchange", () => location.hash.includes("token=") && location.reload());
open();
