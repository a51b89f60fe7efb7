import { choose, load } from "../../core/i18n/language.js";
import { browser } from "../../core/net/environment.js";
import { isOurs } from "./combats.js";
import { install } from "./install.js";
import { KEY } from "./key.js";
import { Session } from "./session.js";
import { ID, Settings } from "./settings.js";
import { joinWindow, trackerButtons, trackerWindow } from "./window.js";

/** @import {Foundry} from "./foundry.d.ts" */

/**
 * The one place that takes Foundry from the page; everything else is given it. By their bare names:
 * some are no properties of the global object, and some are there only later.
 * @type {Foundry}
 */
const vtt = {
  get game() {
    return game;
  },
  get Hooks() {
    return Hooks;
  },
  get CONFIG() {
    return CONFIG;
  },
  get canvas() {
    return canvas;
  },
  get ui() {
    return ui;
  },
  get foundry() {
    return foundry;
  },
  get PIXI() {
    return PIXI;
  },
  get libWrapper() {
    return /** @type {any} */ (globalThis).libWrapper;
  },
  location,
};
const settings = new Settings(vtt, browser.id);

/** @param {string} tag */
const texts = async (tag) => (await fetch(new URL(`../../lang/${tag}.json`, import.meta.url))).json();

/** @param {string} url */
const get = (url) => fetch(url, { cache: "no-store", credentials: "omit" });

/** Where Foundry's game systems keep what a fight needs: data, beside the words of each of our systems. @param {string} system */
async function known(system) {
  try {
    const answer = await fetch(new URL(`../../lang/systems/${system}/foundry.json`, import.meta.url));
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined; // nothing is proposed then
  }
}

const session = new Session(vtt, settings, browser, { now: () => performance.now(), get, known });
/** @type {any} */
let tracker;

function open() {
  tracker ??= new (trackerWindow(vtt, session))();
  tracker.render({ force: true });
}

/** Opens it by its key, which nothing else hears then. */
function taken() {
  open();
  return true;
}

vtt.Hooks.once("init", () => {
  settings.register(
    () => session.start(),
    joinWindow(vtt, session),
    () => session.switched(),
  );
  vtt.game.keybindings.register(ID, "open", {
    name: "TURNKEEPER.open",
    editable: KEY,
    onDown: taken,
  });
  const module = vtt.game.modules.get(ID);
  if (module) module.api = { open, session };
});

vtt.Hooks.on("renderCombatTracker", (_app, html) => {
  const root = html instanceof HTMLElement ? html : html[0]; // version 12 hands a jQuery list
  root.querySelector(".turnkeeper-buttons")?.remove();
  root.prepend(trackerButtons(vtt, session, open, isOurs(vtt.ui.combat?.viewed ?? vtt.game.combat)));
});

// Foundry draws its tracker when a combat changes; whether this window leads it may change before.
let held = false;
session.subscribe(() => {
  if (held === (session.writer?.held ?? false)) return;
  held = !held;
  vtt.ui.combat?.render?.();
});

const wake = () => document.visibilityState === "visible" && session.client?.connection.wake();
addEventListener("online", wake);
document.addEventListener("visibilitychange", wake);

install(vtt, session, () => load(choose([vtt.game.i18n.lang]), texts));
