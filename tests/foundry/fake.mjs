/**
 * A small Foundry that keeps the rules on which trackers break: `turn` is an index into the list
 * that every window sorts by itself, a change of the list lets it follow whose turn it was, a write
 * that changes nothing is dropped, players may write next to nothing, one user may have two windows.
 */
import { canvas, Graphics, Token, TokenTurnMarker } from "./canvas.mjs";

const PLAYERS_MAY = new Set(["turn"]);
const copy = structuredClone;

/** The Foundry server: documents and world settings, and the windows that look at them. */
export class World {
  windows = [];
  combats = new Map();
  settings = new Map();
  /** Every write, by whom. */
  writes = [];
  #ids = 0;

  constructor({
    scenes = {},
    users = [],
    generation = 13,
    texts = {},
    flags = {},
    system = "",
    actors = {},
  } = {}) {
    Object.assign(this, { scenes, users, generation, texts, flags, system, actors });
    for (const actor of Object.values(actors)) actor.world = this;
  }

  /** Something of a scene or an actor is written, without a combat. */
  tell(hook, ...parts) {
    for (const one of this.windows) one.Hooks.callAll(hook, ...parts);
  }

  /** A token is changed on the canvas, by hand. */
  changeToken(scene, id, changes, options = {}) {
    const token = this.scenes[scene].find((one) => one.id === id);
    Object.assign(token, changes);
    this.tell("updateToken", { ...token, parent: { id: scene } }, changes, options);
    for (const { canvas } of this.windows) canvas?.tokens.get(id)?.resize();
  }

  /** Another browser window of a user; `browser` holds what is kept in it. */
  open(user, browser = new Map()) {
    const window = new Window(
      this,
      this.users.find((one) => one.id === user),
      browser,
    );
    this.windows.push(window);
    return window;
  }

  id() {
    this.#ids += 1;
    return `doc${String(this.#ids).padStart(13, "0")}`;
  }

  async write(window, action, { combat: id, options = {}, players = false, ...details }, apply) {
    await null;
    if (!window.user.isGM && !players) throw new Error(`${window.user.name} lacks permission to ${action}`);
    const current = window.combat(id)?.combatant?.id;
    const { hooks, turned = false } = apply(this.combats.get(id)) ?? {};
    if (!hooks) return;
    this.writes.push({ action, user: window.user.id, options, ...copy(details) });
    if (!turned && current) this.#follow(window, id, current);
    for (const one of this.windows) one.refresh();
    for (const one of this.windows) one.canvas?.refreshMarkers();
    for (const one of this.windows)
      for (const [hook, find, ...rest] of hooks)
        one.Hooks.callAll(hook, find(one), ...rest.map((part) => copy(part)), options, window.user.id);
  }

  /** Foundry keeps it the turn of whoever had it, wherever they stand now. */
  #follow(window, id, current) {
    window.refresh();
    const data = this.combats.get(id);
    if (data) data.turn = window.combat(id).turns.findIndex((one) => one.id === current);
    if (data?.turn === -1) data.turn = null;
  }
}

class Hooks {
  #hooks = new Map();
  on(name, run) {
    this.#hooks.set(name, [...(this.#hooks.get(name) ?? []), run]);
  }
  once(name, run) {
    this.on(name, run);
  }
  callAll(name, ...parts) {
    return (this.#hooks.get(name) ?? []).map((run) => run(...parts));
  }
}

class Collection extends Map {
  get contents() {
    return [...this.values()];
  }
}
const collection = (entries) => new Collection(entries);

/** What the page of one window has as globals. */
export class Window {
  Hooks = new Hooks();
  notes = [];
  docs = new Map();

  constructor(world, user, browser) {
    Object.assign(this, {
      world,
      user,
      browser,
      location: { protocol: "http:", hostname: "localhost", origin: "http://localhost:30000" },
    });
    this.CONFIG = {
      Combat: { documentClass: combatClass(this), settings: { turnMarker: { enabled: true } } },
      Token: { objectClass: class extends Token {} },
      time: { roundTime: 60 },
      sounds: { notification: "sounds/notify.wav" },
      specialStatusEffects: { DEFEATED: "dead" },
    };
    const sounds = (this.sounds = []);
    this.foundry = {
      audio: { AudioHelper: { play: ({ src }, everybody) => sounds.push([src, everybody]) } },
      ...(world.generation >= 13 && { canvas: { placeables: { tokens: { TokenTurnMarker } } } }),
    };
    this.ui = {
      notifications: Object.fromEntries(
        ["info", "warn", "error"].map((kind) => [kind, (text) => this.notes.push(text)]),
      ),
    };
    this.PIXI = { Graphics };
    this.viewed = undefined;
    this.game = this.#game();
    this.canvas = undefined;
  }

  combat(id) {
    return this.docs.get(id);
  }

  /** The documents of this window, as the server has them now, each list sorted here. */
  refresh() {
    for (const id of this.docs.keys()) if (!this.world.combats.has(id)) this.docs.delete(id);
    for (const [id, data] of this.world.combats) {
      if (!this.docs.has(id)) this.docs.set(id, new this.CONFIG.Combat.documentClass(id));
      this.docs.get(id).prepare(copy(data));
    }
  }

  look(scene) {
    this.canvas = canvas(this, scene, this.world.scenes[scene]);
    this.Hooks.callAll("canvasReady");
  }

  #game() {
    const window = this;
    const keys = (this.keys = new Map());
    const { world, user, docs } = this;
    const scenes = collection(
      Object.entries(world.scenes).map(([id, tokens]) => [
        id,
        { id, tokens: collection(tokens.map((one) => [one.id, one])) },
      ]),
    );
    const users = collection(world.users.map((one) => [one.id, one]));
    return {
      world: { id: "moorland" },
      release: { generation: world.generation },
      user,
      userId: user.id,
      users,
      scenes,
      get combats() {
        return collection(docs);
      },
      /** The encounter that this window's tracker looks at, which need not be the active one. */
      get combat() {
        return docs.get(window.viewed) ?? [...docs.values()].find((one) => one.active) ?? null;
      },
      system: { id: world.system },
      actors: collection(Object.values(world.actors).map((one) => [one.id, one])),
      modules: new Map([["turnkeeper", { flags: world.flags }]]),
      i18n: {
        lang: "en",
        localize: (key) => text(world.texts, key),
        format: (key, values) => text(world.texts, key).replace(/\{(\w+)\}/g, (_, name) => values[name]),
      },
      keybindings: { register: (_, name, binding) => keys.set(name, binding) },
      settings: this.#settings(),
    };
  }

  #settings() {
    const known = new Map();
    const store = (key) => (known.get(key).scope === "world" ? this.world.settings : this.browser);
    return {
      register: (scope, key, setting) => known.set(`${scope}.${key}`, setting),
      registerMenu: (_, __, menu) => (this.menu = menu),
      get: (scope, key) =>
        copy(store(`${scope}.${key}`).get(`${scope}.${key}`) ?? known.get(`${scope}.${key}`).default),
      set: async (scope, key, value) => {
        const setting = known.get(`${scope}.${key}`);
        if (setting.scope === "world" && !this.user.isGM)
          throw new Error("only a GM sets what is the world's");
        store(`${scope}.${key}`).set(`${scope}.${key}`, copy(value));
        setting.onChange?.(value);
      },
    };
  }
}

function text(texts, key) {
  const [group, name] = key.split(".");
  return texts[group]?.[name] ?? key;
}

/** The game system's class of combats, in one window. */
function combatClass(window) {
  const { world } = window;
  return class Combat {
    static async create(data, options) {
      const id = world.id();
      await world.write(window, "create Combat", { options, data }, () => {
        world.combats.set(id, {
          round: 0,
          turn: null,
          active: false,
          flags: {},
          combatants: [],
          ...copy(data),
        });
        return { hooks: [["createCombat", (one) => one.combat(id)]] };
      });
      return window.combat(id);
    }

    constructor(id) {
      this.id = id;
    }

    prepare({ combatants, ...data }) {
      Object.assign(this, data);
      this.combatants = collection(combatants.map((one) => [one._id, person(window, this, one)]));
      this.turns = this.combatants.contents.sort(this._sortCombatants); // as it stands, without `this`
      if (this.turn !== null && !this.turns[this.turn])
        throw new Error(`there is no turn ${this.turn} of ${this.turns.length}`);
    }

    _sortCombatants(a, b) {
      return (b.initiative ?? -Infinity) - (a.initiative ?? -Infinity) || (a.id > b.id ? 1 : -1);
    }

    get combatant() {
      return this.turns[this.turn] ?? null;
    }
    get started() {
      return this.round > 0;
    }

    update(changes, options = {}) {
      const players = Object.keys(changes).every((key) => PLAYERS_MAY.has(key));
      return world.write(window, "update Combat", { combat: this.id, options, players, changes }, (data) => {
        const {
          combatants = [],
          flags = {},
          ...plain
        } = options.diff === false ? changes : different(changes, data);
        if (Object.keys(plain).length + combatants.length + Object.keys(flags).length === 0) return null;
        Object.assign(data, plain);
        Object.assign((data.flags.turnkeeper ??= {}), flags.turnkeeper);
        for (const change of combatants)
          assign(
            data.combatants.find((one) => one._id === change._id),
            change,
          );
        const people = combatants.map((change) => [
          "updateCombatant",
          (one) => one.combat(this.id).combatants.get(change._id),
          change,
        ]);
        return {
          hooks: [["updateCombat", (one) => one.combat(this.id), changes], ...people],
          turned: plain.turn !== undefined,
        };
      });
    }

    unsetFlag(scope, key) {
      return world.write(window, "update Combat", { combat: this.id, changes: {} }, (data) => {
        delete data.flags[scope][key];
        return { hooks: [["updateCombat", (one) => one.combat(this.id), {}]], turned: true };
      });
    }

    delete(options = {}) {
      const gone = new Map(world.windows.map((one) => [one, one.combat(this.id)]));
      return world.write(window, "delete Combat", { combat: this.id, options }, () => {
        world.combats.delete(this.id);
        return { hooks: [["deleteCombat", (one) => gone.get(one)]], turned: true };
      });
    }

    createEmbeddedDocuments(_, data, options = {}) {
      const made = data.map((one) => ({
        _id: world.id(),
        name: "",
        tokenId: null,
        sceneId: null,
        actorId: null,
        initiative: null,
        hidden: false,
        defeated: false,
        flags: {},
        ...copy(one),
      }));
      return world.write(window, "create Combatant", { combat: this.id, options, data: made }, (data) => {
        data.combatants.push(...made);
        return {
          hooks: made.map(({ _id }) => ["createCombatant", (one) => one.combat(this.id).combatants.get(_id)]),
        };
      });
    }

    deleteEmbeddedDocuments(_, ids, options = {}) {
      const gone = new Map(world.windows.map((one) => [one, one.combat(this.id).combatants]));
      return world.write(window, "delete Combatant", { combat: this.id, options, ids }, (data) => {
        data.combatants = data.combatants.filter((one) => !ids.includes(one._id));
        return { hooks: ids.map((id) => ["deleteCombatant", (one) => gone.get(one).get(id)]) };
      });
    }

    previousTurn() {
      return this.update({ turn: this.turn - 1 });
    }
    nextRound() {
      return this.update({ round: this.round + 1, turn: 0 });
    }
    previousRound() {
      return this.update({ round: this.round - 1, turn: 0 });
    }
    nextTurn() {
      return this.update({ turn: (this.turn + 1) % this.turns.length });
    }
    startCombat() {
      return this.update({ round: 1, turn: 0 });
    }
    async rollInitiative() {
      throw new Error("the game system rolls");
    }
  };
}

function person(window, parent, data) {
  const token = window.game.scenes.get(data.sceneId)?.tokens.get(data.tokenId) ?? null;
  const change = (changes, options = {}) =>
    window.world.write(
      window,
      "update Combatant",
      { combat: parent.id, options, changes: { ...changes } },
      (combat) => {
        assign(
          combat.combatants.find((one) => one._id === data._id),
          changes,
        );
        return {
          hooks: [["updateCombatant", (one) => one.combat(parent.id).combatants.get(data._id), changes]],
        };
      },
    );
  return {
    ...data,
    id: data._id,
    name: data.name || token?.name || "Unknown",
    parent,
    token,
    actor: token?.actor ?? null,
    update: change,
  };
}

function assign(target, { flags, ...plain }) {
  Object.assign(target, plain);
  if (flags) Object.assign((target.flags.turnkeeper ??= {}), flags.turnkeeper);
}

function different(changes, data) {
  return Object.fromEntries(
    Object.entries(changes).filter(([key, value]) => JSON.stringify(data[key]) !== JSON.stringify(value)),
  );
}
