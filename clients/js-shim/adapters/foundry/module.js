import { choose, load } from "../../core/language.js";
import { browser } from "../../core/outside.js";
import { isOurs } from "./combats.js";
import { install } from "./install.js";
import { Session } from "./session.js";
import { ID, Settings } from "./settings.js";
import { joinWindow, trackerButtons, trackerWindow } from "./window.js";

/** @import {Foundry} from "./foundry.d.ts" */

// The one place that takes Foundry from the page; everything else is given it.
const vtt = /** @type {Foundry} */ (/** @type {unknown} */ (globalThis));
const settings = new Settings(vtt, browser.id);

/** @param {string} tag */
const texts = async (tag) => (await fetch(new URL(`../../lang/${tag}.json`, import.meta.url))).json();

/** @param {string} url */
const get = (url) => fetch(url, { cache: "no-store", credentials: "omit" });

const session = new Session(vtt, settings, browser, { now: () => performance.now(), get });
/** @type {any} */
let tracker;

function open() {
  tracker ??= new (trackerWindow(vtt, session))();
  tracker.render({ force: true });
}

vtt.Hooks.once("init", () => {
  settings.register(() => session.start(), joinWindow(vtt, session));
  vtt.game.keybindings.register(ID, "open", { name: "TURNKEEPER.open", editable: [{ key: "KeyT", modifiers: ["Shift"] }], onDown: () => (open(), true) });
  const module = vtt.game.modules.get(ID);
  if (module) module.api = { open, session };
});

vtt.Hooks.on("renderCombatTracker", (_app, html) => {
  const root = html instanceof HTMLElement ? html : html[0]; // version 12 hands a jQuery list
  root.querySelector(".turnkeeper-buttons")?.remove();
  root.prepend(trackerButtons(vtt, session, open, isOurs(vtt.ui.combat?.viewed ?? vtt.game.combat)));
});

install(vtt, session, () => load(choose([vtt.game.i18n.lang]), texts));
