/**
 * Turnkeeper's Mod script for Roll20: paste it under Settings → Mod Scripts (a Pro game). It lights up
 * the tokens of those who act, and passes on what players ask for. It is of use only beside the
 * userscript or extension in the game master's browser: a Mod cannot reach a server itself.
 *
 * Every command says how things ought to be, not what to change, so one that comes twice or late does
 * no harm. Nothing undefined is ever set: that would stop every script of the game.
 */
/* global on, getObj, sendChat, sendPing, playerIsGM, state */
// @ts-nocheck — the sandbox has no types; what it does is held by tests.

on("ready", () => {
  "use strict";
  const COMMAND = "!turnkeeper";
  const AURA = { aura1_radius: 0.1, aura1_color: "#f2b45c", aura1_square: false, showplayers_aura1: true };
  const REMEMBERED = 64;
  // `before`: the auras that tokens had, by token. `key`: by which the game master's page knows us.
  const kept = (state.turnkeeper = Object.assign({ before: {}, done: [], key: "" }, state.turnkeeper));

  on("chat:message", (message) => {
    const [command, ...words] = message.content.split(" ");
    if (message.type !== "api" || command !== COMMAND) return;
    const text = words.join(" ").trim();
    if (text.startsWith("{")) order(message, text);
    else if (text) pass(message, text);
  });

  // From the game master's page.

  function order(message, text) {
    if (!playerIsGM(message.playerid)) return;
    let asked;
    try {
      asked = JSON.parse(text);
    } catch {
      return;
    }
    if (typeof asked.id !== "string" || kept.done.includes(asked.id)) return;
    kept.done = [...kept.done, asked.id].slice(-REMEMBERED);
    if (typeof asked.key === "string") kept.key = asked.key;
    if (Array.isArray(asked.now)) light(asked.now.filter((id) => typeof id === "string"));
    if (typeof asked.ping === "string") ping(asked.ping);
  }

  /** These tokens are lit and no others. */
  function light(ids) {
    for (const id of Object.keys(kept.before)) if (!ids.includes(id)) restore(id);
    for (const id of ids) if (!(id in kept.before)) mark(id);
  }

  function mark(id) {
    const token = getObj("graphic", id);
    if (!token || token.get("layer") !== "objects") return; // what is hidden is not lit
    const before = {};
    for (const name of Object.keys(AURA)) before[name] = token.get(name);
    kept.before[id] = before;
    token.set(AURA);
  }

  function restore(id) {
    const before = kept.before[id];
    delete kept.before[id];
    const token = getObj("graphic", id);
    if (token) token.set(clean(before));
  }

  function clean(values) {
    const cleaned = {};
    for (const name of Object.keys(values)) {
      const value = values[name];
      const usable = value !== undefined && value !== null && !Number.isNaN(value);
      cleaned[name] = usable ? value : "";
    }
    return cleaned;
  }

  function ping(id) {
    const token = getObj("graphic", id);
    if (!token || token.get("layer") !== "objects") return;
    const [left, top] = [token.get("left"), token.get("top")];
    if (Number.isFinite(left) && Number.isFinite(top)) sendPing(left, top, token.get("pageid"), null, false);
  }

  // From players, to the game master's page: a whisper that it takes out of the chat.

  function pass(message, text) {
    if (!kept.key) return;
    for (const { _type, _id } of (message.selected || []).slice(0, 1)) {
      const token = _type === "graphic" && getObj("graphic", _id);
      if (!token || !controls(message.playerid, token)) continue;
      const said = encode({ key: kept.key, token: _id, text });
      sendChat("Turnkeeper", `/w gm TURNKEEPER:${said}`, null, { noarchive: true });
    }
  }

  function controls(player, token) {
    const character = token.get("represents") && getObj("character", token.get("represents"));
    const lists = [token.get("controlledby"), character && character.get("controlledby")];
    const players = lists.filter(Boolean).join(",").split(",");
    return playerIsGM(player) || players.includes(player) || players.includes("all");
  }

  /** Base 64: chat text with `@{`, `%{` or `[[` in it would be taken for Roll20's own. The sandbox has no `btoa`. */
  function encode(value) {
    const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const bytes = unescape(encodeURIComponent(JSON.stringify(value)));
    let encoded = "";
    for (let n = 0; n < bytes.length; n += 3) {
      const [a, b, c] = [0, 1, 2].map((more) => bytes.charCodeAt(n + more));
      const signs = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63].map(
        (at) => SIGNS[at],
      );
      if (n + 1 >= bytes.length) signs[2] = "=";
      if (n + 2 >= bytes.length) signs[3] = "=";
      encoded += signs.join("");
    }
    return encoded;
  }
});
