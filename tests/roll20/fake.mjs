/**
 * A small Roll20, by its rules: the turn order is one text that every window has, whoever sets it;
 * only game masters may save it; a window's own `set` raises the same event as somebody else's. The
 * Mod sandbox hears chat commands, is told nothing of what it sets itself, and dies of what is undefined.
 */
import { readFileSync } from "node:fs";

const FOLDER = new URL("../../clients/js-shim/adapters/roll20/", import.meta.url);
const PAGE = ["auras.js", "page.js"].map((part) => readFileSync(new URL(part, FOLDER), "utf8")).join("");
const MOD = readFileSync(new URL("mod.js", FOLDER), "utf8");
export const SERVER = "https://vtt.example/turn/";

export class Game {
  turnorder = "";
  graphics = new Map();
  windows = [];
  writes = 0;
  /** What pages have written into tokens. */
  saves = [];
  /** Feet of a cell. */
  scale = 5;
  sandbox;
  pings = [];
  /** Effects that were shown. */
  effects = [];
  shelves = {};

  /** @param {string} id @param {object} more fields of the token */
  token(id, more = {}) {
    const fields = {
      name: id,
      layer: "objects",
      controlledby: "",
      represents: "",
      left: 70,
      top: 140,
      pageid: "page-1",
      aura1_radius: "",
      aura1_color: "#fff",
      aura1_square: false,
      showplayers_aura1: false,
      aura2_radius: "",
      aura2_color: "#fff",
      aura2_square: false,
      showplayers_aura2: false,
      statusmarkers: "",
      ...more,
    };
    const save = (values) => {
      this.saves.push([id, values]);
      Object.assign(fields, values);
    };
    this.graphics.set(id, { id, attributes: fields, save });
    return this;
  }

  get rows() {
    return this.turnorder === "" ? [] : JSON.parse(this.turnorder);
  }

  /** Somebody opens the game; the extension is in every window. */
  open({ gm = true, player = gm ? "gm-1" : "ana", again = true } = {}) {
    const window = new Window(this, gm, player);
    this.windows.push(window);
    if (again) window.again();
    return window;
  }

  saved(turnorder) {
    this.writes += 1;
    this.turnorder = turnorder;
    for (const window of this.windows) window.hear(turnorder);
  }

  /** What somebody does by Roll20's own buttons. */
  edit(change) {
    const rows = this.rows;
    change(rows);
    this.turnorder = JSON.stringify(rows);
    for (const window of this.windows) window.hear(this.turnorder);
  }

  next() {
    this.edit((rows) => rows.push(rows.shift()));
  }

  say(player, text, selected) {
    if (text.startsWith("!"))
      return this.sandbox?.hear({
        type: "api",
        playerid: player,
        content: text,
        ...(selected && { selected: selected.map((_id) => ({ _type: "graphic", _id })) }),
      });
    for (const window of this.windows) if (!text.startsWith("/w gm") || window.gm) window.read(text);
  }
}

/** The storage of somebody's browser, at Roll20. */
function shelf(game, player) {
  const kept = new Map();
  return (game.shelves[player] = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  });
}

/** Node's own ports would keep a test alive for ever. */
class MessageChannel {
  constructor() {
    const [a, b] = [{}, {}];
    for (const [from, to] of [
      [a, b],
      [b, a],
    ])
      Object.assign(from, {
        postMessage: (data) => setImmediate((copy) => to.onmessage?.({ data: copy }), structuredClone(data)),
        close() {},
      });
    [this.port1, this.port2] = [a, b];
  }
}

class Node {
  hidden = false;
  constructor(text) {
    this.textContent = text;
  }
}

class Window {
  heard = [];
  nodes = [];
  elements = [];
  timers = new Map();
  #listeners = [];
  #message;
  #watch = () => {};

  constructor(game, gm, player) {
    Object.assign(this, { game, gm, player });
    this.order = game.turnorder;
    const pages = [
      { id: "page-0", thegraphics: { get: () => undefined } },
      {
        id: "page-1",
        attributes: { scale_number: game.scale },
        thegraphics: { get: (id) => game.graphics.get(id) },
      },
    ];
    const Campaign = {
      get: (name) => (name === "turnorder" ? this.order : undefined),
      set: (_name, value) => this.hear(value),
      save: () => gm && game.saved(this.order),
      on: (event, run) => event === "change:turnorder" && this.#listeners.push(run),
      pages: { models: pages },
      characters: { get: (id) => game.characters?.[id] },
    };
    this.field = { value: "half a sentence" };
    const button = { click: () => game.say(player, this.field.value) };
    const page = this;
    this.frame = undefined;
    const element = (tag) => {
      const made = { tag, style: {}, children: [], append: (...more) => made.children.push(...more) };
      this.elements.push(made);
      if (tag === "iframe")
        this.frame = Object.assign(made, {
          contentWindow: { postMessage: (data, origin, ports) => this.heard.push({ data, origin, ports }) },
        });
      return made;
    };
    this.body = element("body");
    const document = {
      createElement: element,
      addEventListener: (_, run) => (this.violated = run),
      body: this.body,
      querySelector: (query) => (query.includes("textarea") ? this.field : button),
      getElementById: (id) => (id === "textchat" ? {} : null),
    };
    const turnkeeperTexts = { en: { refused: "refused", silent: "silent", own_window: "apart" } };
    const own = { Campaign, is_gm: gm, campaign_id: 1234, turnkeeperServer: SERVER, turnkeeperTexts };
    this.roll20 = own;
    class MutationObserver {
      constructor(run) {
        page.#watch = run;
      }
      observe() {}
    }
    this.pages = pages;
    this.globals = {
      window: own,
      navigator: { languages: ["en-GB"] },
      localStorage: game.shelves[player] ?? shelf(game, player),
      clearTimeout: (timer) => this.timers.delete(timer),
      open: () =>
        (this.own = { postMessage: (data, origin, ports) => this.heard.push({ data, origin, ports }) }),
      document,
      location: { pathname: "/editor/" },
      addEventListener: (_, run) => (this.#message = run),
      MutationObserver,
      MessageChannel,
      HTMLElement: Node,
      setTimeout: (run) => {
        this.timers.set(run, run);
        return run;
      },
    };
  }

  /** The script runs, as it does each time that something brings it. */
  again() {
    new Function(...Object.keys(this.globals), PAGE)(...Object.values(this.globals));
  }

  /** Time passes for one timer. */
  fire(timer) {
    this.timers.delete(timer);
    timer();
  }

  hear(turnorder) {
    if (turnorder === this.order) return;
    this.order = turnorder;
    for (const run of this.#listeners) run();
  }

  read(text) {
    const node = new Node(text);
    this.nodes.push(node);
    this.#watch([{ addedNodes: [node] }]);
    return node;
  }

  /** The panel in the frame says that it is there; the port that it gets. */
  meet({ source = this.frame.contentWindow, origin = new URL(SERVER).origin } = {}) {
    const before = this.heard.length;
    this.#message({ source, origin, data: { turnkeeper: "panel" } });
    return this.heard.length > before ? this.heard.at(-1).ports[0] : undefined;
  }
}

export class Sandbox {
  state = {};
  said = [];
  sets = [];
  #run;

  constructor(game, gms = ["gm-1"]) {
    this.game = game;
    game.sandbox = this;
    this.gms = gms;
    this.start();
  }

  /** The sandbox begins anew; its state is kept as JSON. */
  start() {
    const ready = [];
    const state = JSON.parse(JSON.stringify(this.state));
    this.state = state;
    const on = (event, run) => (event === "ready" ? ready.push(run) : (this.#run = run));
    const object = (id) => {
      const fields = this.game.graphics.get(id).attributes;
      return { id, get: (name) => fields[name], set: (values) => this.#set(id, fields, values) };
    };
    const getObj = (kind, id) => {
      if (kind === "character")
        return this.game.characters?.[id] && { get: (name) => this.game.characters[id].attributes[name] };
      if (kind === "page") return { get: (name) => (name === "scale_number" ? this.game.scale : undefined) };
      return this.game.graphics.has(id) ? object(id) : undefined;
    };
    const sendChat = (_who, text) => {
      if (/@\{|%\{|\[\[/.test(text)) throw new Error("Roll20 takes this for its own");
      this.said.push(text);
      this.game.say("mod", text);
    };
    const globals = {
      on,
      getObj,
      sendChat,
      sendPing: (...where) => this.game.pings.push(where),
      spawnFx: (...what) => this.game.effects.push(what),
      playerIsGM: (id) => this.gms.includes(id),
      state,
    };
    new Function(...Object.keys(globals), MOD)(...Object.values(globals));
    for (const run of ready) run();
  }

  hear(message) {
    this.#run(message);
  }

  #set(id, fields, values) {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === null || Number.isNaN(value))
        throw new Error(`the sandbox dies of ${name}`);
      fields[name] = value;
    }
    this.sets.push([id, { ...values }]);
  }
}
