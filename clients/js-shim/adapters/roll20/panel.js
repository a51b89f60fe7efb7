import { h, morph } from "../../core/ui/dom/h.js";
import { browser } from "../../core/net/environment.js";
import { socketAddress } from "../browser/address.js";
import { connection } from "../browser/bar.js";
import { joinForm } from "../framed/join.js";
import { Keys, storage } from "../framed/keys.js";
import { table } from "../framed/table.js";
import { speak } from "../framed/texts.js";
import { Bridge } from "./bridge.js";
import { Session } from "./session.js";

/** @import {Language} from "../../core/i18n/language.js" @import {Key} from "../framed/keys.js" */

/** The page in the frame that `page.js` puts into Roll20, or in a window that it has opened. Nobody else is spoken to. */
const ROLL20 = "https://app.roll20.net";
const SERVER = new URL("../../", import.meta.url).href;
/** @type {Window | null} */
const host = parent === window ? opener : parent;
const page = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @returns {Promise<MessagePort>} */
function meet() {
  return new Promise((resolve) => {
    addEventListener("message", ({ source, origin, data, ports }) => {
      if (source === host && origin === ROLL20 && data?.turnkeeper === "page") resolve(ports[0]);
    });
    host?.postMessage({ turnkeeper: "panel" }, ROLL20);
  });
}

/** @param {Language} language */
async function begin(language) {
  /** @type {Session | undefined} */
  let session;
  const bridge = new Bridge(await meet(), {
    turnorder: () => session?.look(),
    said: (whisper) => session?.said(whisper),
  });
  const { campaign } = await bridge.hello();
  const keys = new Keys(
    storage(() => localStorage),
    `roll20:${campaign}`,
    browser.id,
  );
  const ask = (reason = language.text("roll20.link")) =>
    page.replaceChildren(
      joinForm(language, reason, (key) => {
        keys.own = key;
        sit(key);
      }),
    );
  /** @param {Key} key */
  const sit = (key) => {
    session?.stop();
    const opened = new Session(bridge, campaign, socketAddress(SERVER), key, keys, language, browser, () =>
      performance.now(),
    );
    session = opened;
    const top = h("header", { class: "top" });
    page.replaceChildren(top, table(opened.client));
    opened.subscribe(() => {
      const { state, reason } = opened.client.connection;
      if (opened !== session) return;
      if (state !== "refused") return morph(top, ...bar(opened));
      keys.own = undefined;
      session = undefined;
      ask(language.first([`error.${reason}`, "error.unauthorized"]));
    });
    opened.start();
  };
  addEventListener("online", () => session?.client.connection.wake());
  if (keys.own) sit(keys.own);
  else ask();
}

/** @param {Session} session */
function bar(session) {
  const { client, lease, mirror, refusal } = session;
  const { words } = client;
  const gm = client.table.role === "gm";
  const strangers = lease.held ? mirror.strangers.length : 0;
  const input = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);
  const onchange = (/** @type {Event} */ event) => (session.hasMod = input(event).checked);
  const oncolour = (/** @type {Event} */ event) => (session.colour = input(event).value);
  const button = (
    /** @type {string} */ key,
    /** @type {() => unknown} */ onclick,
    /** @type {object} */ values = {},
  ) =>
    h("button", { type: "button", key, onclick }, words.text(`roll20.${key}`, /** @type {any} */ (values)));
  return [
    connection(client),
    strangers > 0 && button("take_in", () => void mirror.takeIn(), { n: strangers }),
    mirror.dismissed && button("resume", () => void mirror.resume()),
    gm &&
      h(
        "label",
        null,
        h("input", { type: "checkbox", checked: session.hasMod, onchange }),
        words.text("roll20.mod"),
      ),
    gm &&
      h(
        "label",
        null,
        h("input", { type: "color", value: session.colour, onchange: oncolour }),
        words.text("roll20.colour"),
      ),
    refusal && h("p", { class: "complaint", role: "alert" }, words.refusal(refusal)),
    client.table.role &&
      h(
        "p",
        { class: "hint" },
        words.text(
          gm
            ? lease.held
              ? mirror.unknown
                ? "roll20.changed"
                : "roll20.writes"
              : "roll20.waits"
            : "roll20.no_gm",
        ),
      ),
  ];
}

const language = await speak("roll20", navigator.languages);
document.documentElement.lang = language.tag;
document.title = language.text("page.title");
if (!host)
  page.replaceChildren(
    h(
      "main",
      { class: "join" },
      h(
        "p",
        { class: "card" },
        language.text("roll20.outside", { address: new URL("roll20/turnkeeper.user.js", SERVER).href }),
      ),
    ),
  );
else await begin(language);
