/**
 * The part that lives in Roll20's own page: it shows the panel, a page of the Turnkeeper server, in a
 * frame and does for it what only this page can. One classic script without imports, since it comes as
 * a userscript or an extension's. `turnkeeperServer` was set before it.
 */
(() => {
  /** @type {any} */
  const roll20 = window;
  const server = roll20.turnkeeperServer;
  const PATIENCE_MS = 1000;
  const RELAY = /TURNKEEPER:([\w+/=]+)/;
  if (!server || roll20.turnkeeperPanel) return; // a userscript and an extension: one is enough
  roll20.turnkeeperPanel = true;

  /** What the panel may ask for. @type {Record<string, (ask: any) => unknown>} */
  const answers = {
    hello: () => ({ campaign: String(roll20.campaign_id ?? location.pathname), turnorder: order() }),

    /** Only if nothing has changed since the panel looked: nobody's rows get lost between two looks. */
    write: ({ expected, next }) => {
      if (order() !== expected) return { written: false, turnorder: order() };
      roll20.Campaign.set("turnorder", next);
      roll20.Campaign.save();
      return { written: true, turnorder: order() };
    },

    tokens: ({ ids }) => ids.flatMap((/** @type {string} */ id) => token(id) ?? []),

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

  /** The turn order as Roll20 keeps it, a text; "" when there never was one. @returns {string} */
  function order() {
    return roll20.Campaign.get("turnorder") ?? "";
  }

  /** @param {string} id */
  function token(id) {
    for (const page of roll20.Campaign.pages.models) {
      const found = page.thegraphics?.get(id);
      if (!found) continue;
      const { name, layer, controlledby = "", represents } = found.attributes;
      const character = roll20.Campaign.characters?.get(represents)?.attributes;
      const players = [controlledby, character?.controlledby].filter(Boolean).join(",");
      return {
        id,
        page: page.id,
        name: name || character?.name || "",
        hidden: layer === "gmlayer",
        player: players !== "",
      };
    }
  }

  /** @param {HTMLIFrameElement} frame */
  function listen(frame) {
    const { origin } = new URL(server);
    /** @type {MessagePort | undefined} */
    let port;
    addEventListener("message", ({ source, origin: from, data }) => {
      if (source !== frame.contentWindow || from !== origin || data?.turnkeeper !== "panel") return;
      const channel = new MessageChannel();
      port?.close();
      port = channel.port1;
      port.onmessage = ({ data: { ask, ...rest } }) =>
        port?.postMessage({ answer: ask, value: answers[rest.what](rest) });
      frame.contentWindow?.postMessage({ turnkeeper: "page" }, origin, [channel.port2]);
    });
    roll20.Campaign.on("change:turnorder", () =>
      port?.postMessage({ event: "turnorder", turnorder: order() }),
    );
    overhear((text) => port?.postMessage({ event: "said", text }));
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

  function show() {
    const panel = document.createElement("div");
    const frame = document.createElement("iframe");
    const button = document.createElement("button");
    frame.src = `${server}adapters/roll20/panel.html`;
    frame.title = "Turnkeeper";
    frame.allow = "clipboard-write; local-network-access; loopback-network";
    button.type = "button";
    button.textContent = "◆ Turnkeeper";
    button.style.cssText =
      "padding:6px 12px;border:0;border-radius:8px;background:#8a4b08;color:#fffdf8;font:600 14px/1.2 sans-serif;cursor:pointer";
    panel.id = "turnkeeper-panel";
    panel.style.cssText =
      "position:fixed;left:76px;bottom:16px;z-index:10500;display:flex;flex-direction:column;gap:6px;align-items:flex-start";
    frame.style.cssText =
      "width:min(480px,calc(100vw - 100px));height:min(640px,calc(100vh - 80px));border:1px solid #0006;border-radius:10px;background:#14171c;resize:both";
    // Out of sight it goes on: it keeps the turn order.
    button.onclick = () => (frame.style.display = frame.style.display === "none" ? "" : "none");
    panel.append(frame, button);
    listen(frame);
    document.body.append(panel);
  }

  function begin() {
    if (!roll20.Campaign?.pages?.models?.length) return setTimeout(begin, PATIENCE_MS);
    if (roll20.is_gm) show(); // players install nothing, and may not write the turn order
  }

  begin();
})();
