/**
 * Turnkeeper's Mod script for Roll20: paste it under Settings → Mod Scripts (a Pro game). It lights up
 * the tokens of those who act, and passes on what players ask for. It is of use only beside the
 * userscript or extension in the game master's browser: a Mod cannot reach a server itself.
 *
 * Every command says how things ought to be, not what to change, so one that comes twice or late does
 * no harm. Nothing undefined is ever set: that would stop every script of the game.
 */
/* global on, getObj, sendChat, sendPing, spawnFx, playerIsGM, state */
// @ts-nocheck — the sandbox has no types; what it does is held by tests.

on("ready", () => {
  "use strict";
  const COMMAND = "!turnkeeper";
  const COLOUR = "#f2b45c";
  const MARKER = "stopwatch";
  const PULSE = "nova-holy";
  const REMEMBERED = 64;
  // `before`: of each token that is lit, what we set and what it had. `key`: by which the game master's page knows us.
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
    const colour = /^#[0-9a-f]{6}$/i.test(asked.colour) ? asked.colour : COLOUR;
    if (Array.isArray(asked.now))
      light(
        asked.now.filter((id) => typeof id === "string"),
        colour,
        asked.round,
      );
    if (typeof asked.ping === "string") ping(asked.ping);
  }

  /** These tokens are lit and no others. */
  function light(ids, colour, round) {
    for (const id of Object.keys(kept.before)) if (!ids.includes(id)) restore(id);
    for (const id of ids) {
      if (id in kept.before && (kept.before[id].colour !== colour || kept.before[id].round !== round))
        restore(id);
      if (!(id in kept.before)) mark(id, colour, round);
    }
  }

  function mark(id, colour, round) {
    const token = getObj("graphic", id);
    if (!token || token.get("layer") !== "objects") return; // what is hidden is not lit
    const page = getObj("page", token.get("pageid"));
    const scale = Number(page && page.get("scale_number")) || 5;
    const n = token.get("aura1_radius") ? 2 : 1; // the second where the first is in use
    const ours = {};
    ours[`aura${n}_radius`] = Math.round(50 * scale) / 100; // half a cell beyond the token's edge
    ours[`aura${n}_color`] = colour;
    ours[`aura${n}_square`] = false;
    ours[`showplayers_aura${n}`] = true;
    const had = {};
    for (const name of Object.keys(ours)) had[name] = token.get(name);
    const marker = markerOf(round);
    const markers = split(token);
    const marked = !markers.some((one) => one.split("@")[0] === MARKER);
    kept.before[id] = Object.assign(
      { ours, had, colour },
      marked && { marker },
      round !== undefined && { round },
    );
    token.set(ours);
    if (marked) token.set({ statusmarkers: [...markers, marker].join(",") });
    const [left, top] = [token.get("left"), token.get("top")];
    if (typeof spawnFx === "function" && Number.isFinite(left) && Number.isFinite(top))
      spawnFx(left, top, PULSE, token.get("pageid"));
  }

  /** With the number of the round, as far as Roll20 shows one: a single digit. */
  function markerOf(round) {
    return Number.isInteger(round) && round > 0 && round < 10 ? `${MARKER}@${round}` : MARKER;
  }

  function split(token) {
    return String(token.get("statusmarkers") || "")
      .split(",")
      .filter(Boolean);
  }

  /** A token gets back what it had, unless somebody has changed it since. */
  function restore(id) {
    const { ours = {}, had = {}, marker } = kept.before[id];
    delete kept.before[id];
    const token = getObj("graphic", id);
    if (!token) return;
    const isOurs = Object.keys(ours).every((name) => String(token.get(name)) === String(ours[name]));
    if (isOurs) token.set(clean(had));
    const markers = split(token);
    if (marker && markers.includes(marker))
      token.set({ statusmarkers: markers.filter((one) => one !== marker).join(",") });
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
