import { parseLink } from "../../core/net/server-address.js";
import { h, morph } from "../../core/ui/dom/h.js";
import { connection } from "../browser/bar.js";
import { joinForm } from "../framed/join.js";
import { table } from "../framed/table.js";

/** @import {Client} from "../../core/state/client.js" @import {Session} from "./session.js" */

/** Our window on PlanarAlly's page, and the button that opens it. */
export class Panel {
  #top = h("div", { class: "turnkeeper-top" });
  #body = h("div", { class: "turnkeeper-body" });
  #said = h("p", { class: "turnkeeper-said", role: "status", hidden: true });
  /** @type {Client | null | undefined} */
  #shown;

  /** @param {Session} session @param {(open: boolean) => void} opened so that a browser can remember it */
  constructor(session, opened) {
    this.session = session;
    const { language } = session;
    this.frame = h(
      "section",
      {
        class: "turnkeeper-window",
        lang: language.tag,
        "aria-label": language.text("page.title"),
        hidden: true,
      },
      h(
        "header",
        { class: "turnkeeper-head", onpointerdown: (/** @type {PointerEvent} */ event) => this.#drag(event) },
        h("h2", null, language.text("page.title")),
        h(
          "button",
          {
            type: "button",
            "aria-label": language.text("planarally.close"),
            onclick: () => this.toggle(false),
          },
          "×",
        ),
      ),
      h("div", { class: "turnkeeper-scroll" }, this.#top, this.#body),
    );
    this.button = h(
      "button",
      { type: "button", class: "turnkeeper-open", "aria-expanded": "false", onclick: () => this.toggle() },
      language.text("page.title"),
    );
    this.root = h("div", { class: "turnkeeper" }, this.button, this.#said, this.frame);
    // PlanarAlly hears keys at its window, does not see into our elements, and would take what is typed there for its own.
    for (const name of ["keydown", "keyup", "keypress"])
      this.root.addEventListener(name, (event) => this.#pressed(/** @type {KeyboardEvent} */ (event)));
    this.opened = opened;
    session.subscribe(() => this.draw());
    this.draw();
  }

  /** @param {boolean} [open] */
  toggle(open = this.frame.hidden) {
    this.frame.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    this.opened(open);
    this.draw();
  }

  draw() {
    const { client, trouble, notice } = this.session;
    this.#said.textContent = notice;
    this.#said.hidden = notice === "";
    const at = trouble?.reason === "refused" ? undefined : client;
    if (at !== this.#shown || this.#body.childElementCount === 0) {
      this.#shown = at;
      this.#body.replaceChildren(at ? table(at, { keyless: true }) : this.#ask());
    }
    morph(this.#top, ...(at ? bar(this.session, at) : []));
  }

  #ask() {
    const { language, trouble } = this.session;
    const code = trouble?.reason === "refused" ? trouble.code : undefined;
    const reason = code
      ? language.first([`error.${code}`, "error.unauthorized"])
      : language.text("planarally.link");
    return joinForm(language, reason, (key) => this.session.enter(key), parseLink);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    event.stopPropagation();
    if (event.type === "keydown" && event.key === "Escape" && !this.frame.hidden) {
      this.toggle(false);
      this.button.focus();
    }
  }

  /** @param {PointerEvent} event */
  #drag({ target, pointerId, clientX, clientY }) {
    if (!(target instanceof HTMLElement) || target.closest("button")) return;
    const { frame } = this;
    const { left, top, width } = frame.getBoundingClientRect();
    const move = (/** @type {PointerEvent} */ event) => {
      const [x, y] = [left + event.clientX - clientX, top + event.clientY - clientY];
      // So much stays on the page that it can be taken hold of again.
      frame.style.left = `${Math.min(Math.max(x, 80 - width), innerWidth - 80)}px`;
      frame.style.top = `${Math.min(Math.max(y, 0), innerHeight - 40)}px`;
      frame.style.right = "auto";
    };
    target.setPointerCapture(pointerId);
    target.addEventListener("pointermove", move);
    target.addEventListener("lostpointercapture", () => target.removeEventListener("pointermove", move), {
      once: true,
    });
  }
}

/** @param {Session} session @param {Client} client */
function bar(session, client) {
  const { language, mirror, writer, trouble, tracker, tabletop } = session;
  const text = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) =>
    language.text(`planarally.${key}`, values);
  const button = (/** @type {string} */ key, /** @type {() => unknown} */ onclick, values = {}) =>
    h("button", { type: "button", key, onclick }, text(key, values));
  const held = writer?.held === true;
  const strangers = held ? (mirror?.strangers.length ?? 0) : 0;
  return [
    connection(client),
    strangers > 0 && button("take_in", () => void mirror?.takeIn(), { n: strangers }),
    held && mirror?.dismissed && button("resume", () => void mirror.resume()),
    button("leave", () => session.leave()),
    trouble && h("p", { class: "turnkeeper-trouble", role: "alert" }, text(`why_${trouble.reason}`, trouble)),
    client.table.role === "gm" &&
      tabletop.isGM &&
      h("p", { class: "turnkeeper-hint" }, text(tracker ? (held ? "writes" : "waits") : "unknown_tracker")),
  ];
}
