import { h, morph } from "../../core/ui/dom/h.js";
import { browser } from "../../core/net/environment.js";
import { connection } from "../browser/bar.js";
import { door } from "../framed/join.js";
import { table } from "../framed/table.js";
import { speak } from "../framed/texts.js";
import { calmly } from "./retry.js";
import { OBR } from "./sdk.js";
import { Visit } from "./session.js";

/** @import {Seat} from "../../core/state/client.js" */

/** What opens above Owlbear's bar: the table, or the door to it. */
const PAGE = new URL("../../", import.meta.url).href;
const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const calm = (/** @type {() => Promise<any>} */ ask) => calmly(ask, wait);

/** @param {{mode: "DARK" | "LIGHT"}} theme */
function dress({ mode }) {
  document.documentElement.style.colorScheme = mode.toLowerCase();
}

async function begin() {
  const language = await speak("owlbear", navigator.languages);
  document.documentElement.lang = language.tag;
  document.title = language.text("page.title");
  dress(await OBR.theme.getTheme());
  OBR.theme.onChange(dress);
  const visit = new Visit(OBR, language, browser, { page: PAGE, storage: () => localStorage, wait }, calm);
  const isGM = (await OBR.player.getRole()) === "GM";
  const top = h("header", { class: "top" });
  /** @type {Seat | null | undefined} */
  let shown = null;
  let complaint = "";
  const act = async (/** @type {() => Promise<unknown>} */ what) => {
    try {
      complaint = "";
      await what();
    } catch (refusal) {
      complaint = visit.seat?.words.refusal(/** @type {any} */ (refusal)) ?? String(refusal);
    }
    draw();
  };
  function draw() {
    const { seat } = visit;
    if (seat?.connection.state === "refused") return refuse(seat);
    if (seat !== shown) page.replaceChildren(...(seat ? [top, table(seat)] : [ask()]));
    shown = seat;
    if (seat) morph(top, ...bar(visit, seat, act, complaint));
  }
  const ask = (reason = language.text(isGM ? "owlbear.gm_link" : "owlbear.no_key")) =>
    door(language, reason, (key) => visit.enter(key));
  /** @param {Seat} seat */
  function refuse(seat) {
    if (shown === undefined) return; // said already
    shown = undefined;
    page.replaceChildren(ask(language.first([`error.${seat.connection.reason}`, "error.unauthorized"])));
  }
  visit.subscribe(draw);
  addEventListener("online", () => visit.seat?.connection.wake());
  await visit.start();
}

/**
 * @param {Visit} visit @param {Seat} seat
 * @param {(what: () => Promise<unknown>) => Promise<void>} act
 * @param {string} complaint
 */
function bar(visit, seat, act, complaint) {
  const { words, table } = seat;
  const button = (/** @type {string} */ key, /** @type {() => Promise<unknown>} */ run) =>
    h("button", { type: "button", key, onclick: () => void act(run) }, words.text(`owlbear.${key}`));
  const gm = table.role === "gm";
  return [
    connection(seat),
    gm && !visit.open && button("share", () => visit.room.share(seat)),
    gm && visit.open && button("close", () => visit.room.close(seat)),
    visit.keys.own && button("leave", async () => visit.leave()),
    complaint && h("p", { class: "complaint", role: "alert" }, complaint),
    gm && h("p", { class: "hint" }, words.text(visit.open ? "owlbear.is_shared" : "owlbear.not_shared")),
  ];
}

/** Somebody has opened the page by itself. */
async function explain() {
  const language = await speak("owlbear", navigator.languages);
  const address = new URL("owlbear/manifest.json", PAGE).href;
  page.replaceChildren(h("main", { class: "door" }, h("p", { class: "card" }, language.text("owlbear.outside", { address }))));
}

// In a window of its own whoever opened it would be taken for Owlbear.
if (OBR.isAvailable && parent !== window) OBR.onReady(begin);
else void explain();
