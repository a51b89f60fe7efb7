import { browser } from "../../core/net/environment.js";
import { Keys, storage } from "../framed/keys.js";
import { speak } from "../framed/texts.js";
import { Buttons } from "./buttons.js";
import { entries } from "./menu.js";
import { Panel } from "./panel.js";
import { Session } from "./session.js";
import { Tabletop } from "./tabletop.js";
import { METHODS, Tracker } from "./tracker.js";
import { wrap } from "./wraps.js";

/** @import {Api, Page} from "./planarally.d.ts" @import {Language} from "../../core/i18n/language.js" */

/**
 * What PlanarAlly calls, and the one place that takes PlanarAlly from the page; the rest is given it, so that the
 * tests can give it theirs. The page stays while people go from room to room: then there is another table.
 */
const page = /** @type {Page} */ (/** @type {unknown} */ (window));
const LOOK_MS = 1000;

/** @type {{room: string, session: Session, buttons: Buttons | undefined, panel: Panel} | undefined} */
let table;
/** @type {Tabletop | undefined} */
let tabletop;
/** @type {Tracker | undefined} */
let tracker;
/** @type {Language | undefined} */
let language;

export const events = {
  /** @param {Api} api */
  async initGame(api) {
    const first = !tabletop;
    tabletop = new Tabletop(api, page);
    const here = tabletop;
    api.ui.shape.registerContextMenuEntry((local) => entries(here, table?.session, local));
    if (!first) return look();
    language = await speak("planarally", navigator.languages);
    tracker = known();
    if (tracker) wrap(tracker.store, () => table?.buttons);
    setInterval(look, LOOK_MS);
    const wake = () => document.visibilityState === "visible" && table?.session.client?.connection.wake();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    look();
  },
  async loadLocation() {
    look();
  },
};

/** PlanarAlly's tracker, if it is as we know it: it is nothing that PlanarAlly promises. */
function known() {
  const store = page.initiativeStore;
  const whole = store && page.getLocalId && METHODS.every((name) => typeof store[name] === "function");
  return whole ? new Tracker(store, (shape) => tabletop?.local(shape), browser) : undefined;
}

/** Sits down in the room that is open, and gets up when it is left. */
function look() {
  const room = tabletop && location.pathname.includes("/game/") ? tabletop.room : "";
  if (table && table.room !== room) {
    table.session.stop();
    table.panel.root.remove();
    table = undefined;
  }
  if (!table && room && tabletop && language) sit(tabletop, room, language);
  table?.session.look();
}

/** @param {Tabletop} here @param {string} room @param {Language} words */
function sit(here, room, words) {
  const keys = new Keys(
    storage(() => localStorage),
    `planarally:${room}:${here.user}`,
    browser.id,
  );
  const world = {
    now: () => performance.now(),
    get: (/** @type {string} */ url) => fetch(url, { cache: "no-store", credentials: "omit" }),
    location,
  };
  const session = new Session(here, tracker, keys, words, browser, world);
  const panel = new Panel(session, (open) => keys.switch("open", open));
  table = { room, session, buttons: tracker && new Buttons(session, tracker), panel };
  document.body.append(panel.root);
  panel.toggle(keys.has("open"));
  session.start();
}
