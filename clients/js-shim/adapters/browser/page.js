import "../../core/ui/tracker/turn-tracker.js";
import "../../core/ui/controls/turn-desk.js";
import "../../core/ui/log/turn-log.js";
import { framed } from "../../core/ui/dom/frame.js";
import { h, morph } from "../../core/ui/dom/h.js";
import { choose, LANGUAGES, load } from "../../core/i18n/language.js";
import { browser } from "../../core/net/environment.js";
import { Seat } from "../../core/state/client.js";
import { chime, mine, notice } from "../../core/ui/notify.js";
import { client, forget, invitation, keepLink, socketAddress } from "./address.js";
import { bar, connection } from "./bar.js";
import { askLink, askName } from "./join.js";

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
    client: client(localStorage, browser.id),
    name,
  };
  const seat = new Seat(place, spoken, browser);
  const tracker = element("turn-tracker", seat, { show: "order", ...(invited.view && { overlay: "" }) });
  if (invited.view === "strip") {
    document.documentElement.classList.add("overlay");
    const title = h("h1", { class: "unseen" }, spoken.text("page.title"));
    page.replaceChildren(h("main", null, title, tracker, unlessLive(seat)));
  } else {
    page.replaceChildren(...table(seat, tracker));
  }
  tell(seat);
  seat.subscribe((kind) => {
    const { state, reason } = seat.connection;
    if (kind === "welcome" && seat.watching) keepLink(history, invited);
    if (kind !== "connection" || state !== "refused") return;
    forget(invited.table, [sessionStorage, localStorage]);
    askLink(page, seat.language, seat.language.first([`error.${reason}`, "error.unauthorized"]));
  });
  addEventListener("online", () => seat.connection.wake());
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && seat.connection.wake(),
  );
  seat.connection.start();
}

/**
 * A screen on the wall shows its connection only while there is something wrong with it.
 * @param {Seat} seat
 */
function unlessLive(seat) {
  const note = h("div", { class: "trouble" });
  seat.subscribe(() => morph(note, seat.connection.state !== "live" && connection(seat)));
  return note;
}

/** Sound is on unless somebody has switched it off. @param {Seat} seat */
function tell(seat) {
  /** @type {AudioContext | undefined} */
  let audio;
  notice(seat, {
    quiet: () => localStorage.getItem(QUIET) !== null,
    chime: () => chime((audio ??= new AudioContext())),
    vibrate: (ms) => void navigator.vibrate?.(ms),
  });
}

/** @param {Seat} seat @param {HTMLElement} tracker */
function table(seat, tracker) {
  const top = h("header", { class: "bar" });
  const desk = /** @type {import("../../core/ui/controls/turn-desk.js").TurnDesk} */ (
    element("turn-desk", seat, { dock: "bottom" })
  );
  tracker.addEventListener("turn-place", (/** @type {any} */ event) =>
    desk.place(event.detail.combatant, event.detail.beside),
  );
  const main = h(
    "main",
    null,
    tracker,
    desk,
    element("turn-tracker", seat, { show: "people", class: "everyone" }),
    element("turn-log", seat),
  );
  const draw = () => {
    document.documentElement.dataset.role = seat.table.role ?? "";
    document.title = [
      mine(seat) && seat.words.text("state.now"),
      seat.table.view.table.name,
      seat.words.text("page.title"),
    ]
      .filter(Boolean)
      .join(" – ");
    morph(top, bar(seat, { speak, quiet: localStorage.getItem(QUIET) !== null, hush }));
  };
  /** @param {string} tag */
  const speak = async (tag) => {
    localStorage.setItem(LANGUAGE, tag);
    seat.speak(await language(tag));
  };
  /** @param {boolean} quiet */
  const hush = (quiet) => {
    if (quiet) localStorage.setItem(QUIET, "");
    else localStorage.removeItem(QUIET);
    draw();
  };
  const { soon, now } = framed(draw);
  seat.subscribe(soon);
  now();
  return [top, main];
}

/** @param {string} tag @param {Seat} seat @param {Record<string, string>} [attributes] */
function element(tag, seat, attributes) {
  const made = h(tag, attributes);
  /** @type {any} */ (made).seat = seat;
  return made;
}

addEventListener("hashchange", () => location.hash.includes("token=") && location.reload());
open();
