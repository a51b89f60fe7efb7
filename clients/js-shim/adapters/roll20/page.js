/**
 * The part that lives in Roll20's own page: it shows the panel, a page of the Turnkeeper server, in a
 * frame and does for it what only this page can. One classic script without imports, since it comes as
 * a userscript or an extension's. `turnkeeperServer`, `turnkeeperTexts` and `turnkeeperAuras` were set before it.
 *
 * Whatever of Roll20 is not as it is known here is left alone: an answer is undefined then.
 */
(() => {
  /** @type {any} */
  const roll20 = window;
  const server = roll20.turnkeeperServer;
  const PATIENCE_MS = 1000;
  /** So often it looks whether Roll20 is there, before it shows the panel without it. */
  const LOOKS = 30;
  /** After so long a panel that has not spoken is silent. */
  const SILENCE_MS = 8000;
  const RELAY = /TURNKEEPER:([\w+/=]+)/;
  if (!server || roll20.turnkeeperPanel) return; // a userscript and an extension: one is enough
  roll20.turnkeeperPanel = true;
  const ADDRESS = `${server}adapters/roll20/panel.html`;
  const ORIGIN = new URL(server).origin;
  const campaign = String(roll20.campaign_id ?? location.pathname);

  const { find, light } = roll20.turnkeeperAuras(campaign);

  /** What the panel may ask for. @type {Record<string, (ask: any) => unknown>} */
  const answers = {
    hello: () => ({ campaign, turnorder: order() }),

    /** Only if nothing has changed since the panel looked: nobody's rows get lost between two looks. */
    write: ({ expected, next }) => {
      if (order() !== expected) return { written: false, turnorder: order() };
      roll20.Campaign.set("turnorder", next);
      try {
        roll20.Campaign.save();
      } catch (changed) {
        roll20.Campaign.set("turnorder", expected);
        throw changed;
      }
      return { written: true, turnorder: order() };
    },

    tokens: ({ ids }) => ids.flatMap((/** @type {string} */ id) => token(id) ?? []),

    light: ({ ids, colour }) => light(ids, colour),

    chat: ({ text }) => {
      const field = /** @type {HTMLTextAreaElement | null} */ (
        document.querySelector("#textchat-input textarea")
      );
      const button = /** @type {HTMLElement | null} */ (
        document.querySelector("#textchat-input .btn, #textchat-input button")
      );
      if (!field || !button) return false;
      const draft = field.value;
      field.value = text;
      button.click();
      field.value = draft;
      return true;
    },
  };

  /** The turn order as Roll20 keeps it, a text; "" when there never was one, null where there is no such thing. */
  function order() {
    return typeof roll20.Campaign?.get === "function" ? (roll20.Campaign.get("turnorder") ?? "") : null;
  }

  /** A token; `gone` if every page is loaded and none has it; nothing if it may be on a page that is not loaded. @param {string} id */
  function token(id) {
    const found = find(id);
    if (!found) {
      const unknown = roll20.Campaign.pages.models.some((/** @type {any} */ page) => !page.thegraphics);
      return unknown ? undefined : { id, gone: true };
    }
    const { name, layer, controlledby = "", represents } = found.model.attributes;
    const character = roll20.Campaign.characters?.get(represents)?.attributes;
    const players = [controlledby, character?.controlledby].filter(Boolean).join(",");
    return {
      id,
      page: found.page.id,
      name: name || character?.name || "",
      hidden: layer === "gmlayer",
      player: players !== "",
    };
  }

  // The panel, in a frame, or in a window of its own where a frame is refused.

  /** @param {() => (Window | null | undefined)[]} windows that may be the panel's @param {() => void} met */
  function listen(windows, met) {
    /** @type {MessagePort | undefined} */
    let port;
    addEventListener("message", ({ source, origin, data }) => {
      const panel = /** @type {Window | null} */ (source);
      if (!panel || !windows().includes(panel) || origin !== ORIGIN || data?.turnkeeper !== "panel") return;
      const channel = new MessageChannel();
      port?.close();
      port = channel.port1;
      port.onmessage = ({ data: { ask, ...rest } }) =>
        port?.postMessage({ answer: ask, value: answer(rest) });
      panel.postMessage({ turnkeeper: "page" }, ORIGIN, [channel.port2]);
      met();
    });
    roll20.Campaign?.on?.("change:turnorder", () =>
      port?.postMessage({ event: "turnorder", turnorder: order() }),
    );
    overhear((text) => port?.postMessage({ event: "said", text }));
  }

  /** @param {{what: string}} ask */
  function answer(ask) {
    try {
      return answers[ask.what](ask);
    } catch {
      return undefined; // Roll20 has changed
    }
  }

  /** What the Mod script whispers to the game master stands in the chat. @param {(text: string) => void} heard */
  function overhear(heard) {
    const chat = document.getElementById("textchat");
    if (!chat) return;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        const found = node instanceof HTMLElement && RELAY.exec(node.textContent ?? "");
        if (!found) continue;
        node.hidden = true;
        heard(found[1]);
      }
    }).observe(chat, { childList: true, subtree: true });
  }

  /** In the first language of the reader's that there is. @param {"refused" | "silent" | "own_window"} key */
  function text(key) {
    const texts = roll20.turnkeeperTexts ?? {};
    const tags = Object.keys(texts);
    const near = (/** @type {string} */ tag) =>
      tags.find((one) => one === tag) ?? tags.find((one) => one.slice(0, 2) === tag.slice(0, 2));
    const tag = navigator.languages.map(near).find(Boolean) ?? "en";
    return texts[tag]?.[key] ?? "";
  }

  function show() {
    const [panel, frame, button, note] = ["div", "iframe", "button", "div"].map((tag) =>
      document.createElement(tag),
    );
    const inside = /** @type {HTMLIFrameElement} */ (frame);
    const BUTTON =
      "padding:6px 12px;border:0;border-radius:8px;background:#8a4b08;color:#fffdf8;font:600 14px/1.2 sans-serif;cursor:pointer";
    inside.src = ADDRESS;
    inside.title = "Turnkeeper";
    inside.allow = "clipboard-write; local-network-access; loopback-network";
    /** @type {any} */ (button).type = "button";
    button.textContent = "◆ Turnkeeper";
    button.style.cssText = BUTTON;
    panel.id = "turnkeeper-panel";
    panel.style.cssText =
      "position:fixed;left:76px;bottom:16px;z-index:10500;display:flex;flex-direction:column;gap:6px;align-items:flex-start";
    frame.style.cssText =
      "width:min(480px,calc(100vw - 100px));height:min(640px,calc(100vh - 80px));border:1px solid #0006;border-radius:10px;background:#14171c;resize:both";
    note.style.cssText =
      "display:none;width:min(380px,calc(100vw - 130px));padding:14px;border:1px solid #0006;border-radius:10px;background:#fffdf8;color:#23211c;font:14px/1.45 sans-serif";
    /** @type {Window | null} */
    let own = null;
    const apart = document.createElement("button");
    apart.style.cssText = `${BUTTON};margin-top:10px`;
    apart.textContent = text("own_window");
    apart.onclick = () => (own = open(ADDRESS, "turnkeeper-panel", "popup,width=480,height=760"));
    /** @param {"refused" | "silent"} why */
    const explain = (why) => {
      frame.style.display = "none";
      note.style.display = "";
      note.textContent = "";
      note.append(text(why), document.createElement("br"), apart);
    };
    // Out of sight it goes on: it keeps the turn order.
    let hidden = false;
    button.onclick = () => {
      hidden = !hidden;
      for (const one of [frame, note]) one.style.visibility = hidden ? "hidden" : "";
    };
    const silence = setTimeout(() => explain("silent"), SILENCE_MS);
    document.addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
      if (!/^(frame|child)-src/.test(effectiveDirective) || !String(blockedURI).startsWith(ORIGIN)) return;
      clearTimeout(silence);
      explain("refused");
    });
    listen(
      () => [inside.contentWindow, own],
      () => {
        clearTimeout(silence);
        note.style.display = "none";
        if (!own || own.closed) frame.style.display = "";
      },
    );
    panel.append(frame, note, button);
    document.body.append(panel);
  }

  function begin(looks = 0) {
    const isThere = roll20.Campaign?.pages?.models?.length;
    if (!isThere && looks < LOOKS) return void setTimeout(() => begin(looks + 1), PATIENCE_MS);
    // Players install nothing, and may not write the turn order.
    if (roll20.is_gm || (!isThere && roll20.is_gm !== false)) show();
  }

  begin();
})();
