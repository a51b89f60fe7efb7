import "../../core/ui/tracker/turn-tracker.js";
import "../../core/ui/controls/turn-desk.js";
import "../../core/ui/log/turn-log.js";
import { h, morph } from "../../core/ui/dom/h.js";
import { roundInSight } from "../../core/ui/in-sight.js";
import { parseLink } from "../../core/net/server-address.js";

/** @import {Foundry} from "./foundry.d.ts" @import {Session} from "./session.js" @import {Client} from "../../core/state/client.js" */

/** The window with the round, whom one may act for, and the log. @param {Foundry} vtt @param {Session} session */
export function trackerWindow(vtt, session) {
  return class TurnkeeperWindow extends base(vtt) {
    static DEFAULT_OPTIONS = {
      id: "turnkeeper",
      classes: ["turnkeeper"],
      window: { title: "TURNKEEPER.title", icon: "fas fa-hourglass-half", resizable: true },
      position: { width: 760, height: 720 },
    };

    /** @type {(() => void) | undefined} */
    #leave;
    /** @type {Client | undefined} */
    #client;
    #state = h("p", { class: "turnkeeper-state", role: "status" });
    #table = h("div", { class: "turnkeeper-table" });
    #scroll = h("div", { class: "turnkeeper-scroll" }, this.#state, this.#table);

    async _renderHTML() {
      this.#leave ??= session.subscribe(() => this.#draw());
      this.#draw();
      return [this.#scroll];
    }

    /** @param {HTMLElement[]} parts @param {HTMLElement} content */
    _replaceHTML(parts, content) {
      content.replaceChildren(...parts);
      // Foundry looks for a field in focus, does not see into our elements, and would take what is
      // typed there for its own keys.
      content.onkeydown = content.onkeyup = (event) =>
        isTyping(event) && event.key !== "Escape" && event.stopPropagation();
    }

    /** @param {object} options */
    _onClose(options) {
      super._onClose(options);
      this.#leave?.();
      this.#leave = this.#client = undefined; // elements that leave the page hear nothing more
      this.#table.replaceChildren();
    }

    #draw() {
      const { client, trouble } = session;
      morph(this.#state, state(vtt, session));
      this.#state.className = `turnkeeper-state ${trouble ? "trouble" : (client?.connection.state ?? "idle")}`;
      if (client === this.#client) return;
      this.#client = client;
      this.#table.replaceChildren(...(client ? table(client) : []));
      if (client) roundInSight(client, () => this.#scroll.scrollTo({ top: 0, behavior: "smooth" }));
    }
  };
}

/** The small window for a link. @param {Foundry} vtt @param {Session} session */
export function joinWindow(vtt, session) {
  return class TurnkeeperJoin extends base(vtt) {
    static DEFAULT_OPTIONS = {
      id: "turnkeeper-join",
      classes: ["turnkeeper"],
      window: { title: "TURNKEEPER.join", icon: "fas fa-link" },
      position: { width: 480 },
    };

    async _renderHTML() {
      const text = (/** @type {string} */ key) => vtt.game.i18n.localize(`TURNKEEPER.${key}`);
      // Not shown: whoever sees a link can come in with it, and screens are shared.
      const input = /** @type {HTMLInputElement} */ (
        h("input", { type: "password", id: "turnkeeper-link", autocomplete: "off", required: true })
      );
      const complaint = h("p", { class: "turnkeeper-complaint", role: "alert" });
      const onsubmit = async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const invited = parseLink(input.value);
        complaint.textContent = invited ? "" : text("bad_link");
        if (!invited) return;
        await session.settings.accept(invited);
        session.start();
        await this.close();
      };
      return [
        h(
          "form",
          { onsubmit },
          h("label", { for: "turnkeeper-link" }, text("link")),
          input,
          h("p", { class: "hint" }, text("join_hint")),
          complaint,
          h("button", { type: "submit" }, text("join_button")),
        ),
      ];
    }

    /** @param {HTMLElement[]} parts @param {HTMLElement} content */
    _replaceHTML(parts, content) {
      content.replaceChildren(...parts);
    }
  };
}

/** Buttons over Foundry's own tracker. @param {Foundry} vtt @param {Session} session @param {() => void} open @param {boolean} ours whether the combat in view is led by Turnkeeper */
export function trackerButtons(vtt, session, open, ours) {
  const text = (/** @type {string} */ key) => vtt.game.i18n.localize(`TURNKEEPER.${key}`);
  const combat = vtt.ui.combat?.viewed ?? vtt.game.combat;
  const { writer } = session;
  const sure = async () =>
    (await vtt.foundry?.applications.api.DialogV2?.confirm({
      window: { title: "TURNKEEPER.title" },
      content: `<p>${text("put_aside")}</p>`,
    })) === true;
  return h(
    "div",
    { class: "turnkeeper-buttons" },
    h("button", { type: "button", onclick: open }, text("open")),
    combat &&
      writer?.held &&
      h(
        "button",
        { type: "button", "aria-pressed": String(ours), onclick: () => void writer.toggle(combat, sure) },
        text("led"),
      ),
  );
}

/** @param {Foundry} vtt @param {Session} session */
function state(vtt, { client, trouble, writer }) {
  const { i18n } = vtt.game;
  if (trouble?.reason === "refused")
    return client?.words.language.first([`error.${trouble.code}`, "error.unauthorized"]);
  if (trouble) return i18n.format(`TURNKEEPER.why_${trouble.reason}`, trouble);
  if (!client) return "";
  return [
    client.words.text(`connection.${client.connection.state}`),
    writer?.held && i18n.localize("TURNKEEPER.writes"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {Client} client */
function table(client) {
  const order = part("turn-tracker", client, { show: "order" });
  const desk = /** @type {any} */ (part("turn-desk", client, { keyless: true, dock: "bottom" }));
  order.addEventListener("turn-place", (/** @type {any} */ event) =>
    desk.place(event.detail.combatant, event.detail.beside),
  );
  return [order, desk, part("turn-tracker", client, { show: "people" }), part("turn-log", client)];
}

/** @param {string} tag @param {Client} client @param {Record<string, string | boolean>} [attributes] */
function part(tag, client, attributes) {
  const made = h(tag, attributes);
  /** @type {any} */ (made).client = client;
  return made;
}

/** @param {KeyboardEvent} event */
function isTyping(event) {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=checkbox], [type=radio]), select, textarea")
  );
}

/** Foundry's class of windows. @param {Foundry} vtt @returns {any} */
function base(vtt) {
  return vtt.foundry?.applications.api.ApplicationV2;
}
