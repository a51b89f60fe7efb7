import { h, morph } from "../../core/ui/dom/h.js";
import { browser } from "../../core/net/environment.js";
import { connection } from "../browser/bar.js";
import { joinForm } from "../framed/join.js";
import { table } from "../framed/table.js";
import { speak } from "../framed/texts.js";
import { withRetries } from "./retry.js";
import { OBR } from "./sdk.js";
import { Session } from "./session.js";

/** @import {Client} from "../../core/state/client.js" */

/** What opens above Owlbear's bar: the table, or the form by which one joins. */
const PAGE = new URL("../../", import.meta.url).href;
const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const retry = (/** @type {() => Promise<any>} */ ask) => withRetries(ask, wait);

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
  const session = new Session(
    OBR,
    language,
    browser,
    { page: PAGE, storage: () => localStorage, wait },
    retry,
  );
  const isGM = (await OBR.player.getRole()) === "GM";
  const top = h("header", { class: "top" });
  /** @type {Client | null | undefined} */
  let shown = null;
  let complaint = "";
  const act = async (/** @type {() => Promise<unknown>} */ what) => {
    try {
      complaint = "";
      await what();
    } catch (refusal) {
      complaint = session.client?.words.refusal(/** @type {any} */ (refusal)) ?? String(refusal);
    }
    draw();
  };
  function draw() {
    const { client } = session;
    if (client?.connection.state === "refused") return refuse(client);
    if (client !== shown) page.replaceChildren(...(client ? [top, table(client)] : [ask()]));
    shown = client;
    if (client) morph(top, ...bar(session, client, act, complaint));
  }
  const ask = (reason = language.text(isGM ? "owlbear.gm_link" : "owlbear.no_key")) =>
    joinForm(language, reason, (key) => session.enter(key));
  /** @param {Client} client */
  function refuse(client) {
    if (shown === undefined) return; // said already
    shown = undefined;
    page.replaceChildren(ask(language.first([`error.${client.connection.reason}`, "error.unauthorized"])));
  }
  session.subscribe(draw);
  addEventListener("online", () => session.client?.connection.wake());
  await session.start();
}

/**
 * @param {Session} session @param {Client} client
 * @param {(what: () => Promise<unknown>) => Promise<void>} act
 * @param {string} complaint
 */
function bar(session, client, act, complaint) {
  const { words, table } = client;
  const button = (/** @type {string} */ key, /** @type {() => Promise<unknown>} */ run) =>
    h("button", { type: "button", key, onclick: () => void act(run) }, words.text(`owlbear.${key}`));
  const gm = table.role === "gm";
  return [
    connection(client),
    gm && !session.open && button("share", () => session.room.share(client)),
    gm && session.open && button("close", () => session.room.close(client)),
    session.keys.own && button("leave", async () => session.leave()),
    complaint && h("p", { class: "complaint", role: "alert" }, complaint),
    gm && h("p", { class: "hint" }, words.text(session.open ? "owlbear.is_shared" : "owlbear.not_shared")),
  ];
}

/** Somebody has opened the page by itself. */
async function explain() {
  const language = await speak("owlbear", navigator.languages);
  const address = new URL("owlbear/manifest.json", PAGE).href;
  page.replaceChildren(
    h("main", { class: "join" }, h("p", { class: "card" }, language.text("owlbear.outside", { address }))),
  );
}

// In a window of its own whoever opened it would be taken for Owlbear.
if (OBR.isAvailable && parent !== window) OBR.onReady(begin);
else void explain();
