/** A table for the adapter's tests: Foundry windows on one side, recorded server messages on the other. */
import { readFileSync } from "node:fs";
import { install } from "../../clients/js-shim/adapters/foundry/install.js";
import { Session } from "../../clients/js-shim/adapters/foundry/session.js";
import { Settings } from "../../clients/js-shim/adapters/foundry/settings.js";
import { Language } from "../../clients/js-shim/core/i18n/language.js";
import { Wire } from "../browser/wire.mjs";
import { World } from "./fake.mjs";

const RECORDED = JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8"));
const ENGLISH = JSON.parse(
  readFileSync(new URL("../../clients/js-shim/lang/en.json", import.meta.url), "utf8"),
);
const TEXTS = JSON.parse(
  readFileSync(new URL("../../clients/js-shim/lang/foundry/en.json", import.meta.url), "utf8"),
);
const attributes = (system) =>
  new URL(`../../clients/js-shim/lang/systems/${system}/foundry.json`, import.meta.url);
const USERS = [
  { id: "gil", name: "Gil", isGM: true },
  { id: "gwen", name: "Gwen", isGM: true },
  { id: "ana", name: "Ana", isGM: false },
];
const TOKENS = ["mage", "knight", "orc", "spy", "ace", "bot", "drone", "lurker", "wolf", "bat"];
const SCENES = {
  moor: TOKENS.map((id) => ({
    id: `token-${id}`,
    name: `${id}'s token`,
    actorId: `actor-${id}`,
    disposition: ["wolf", "bat", "orc", "spy"].includes(id) ? -1 : 1,
  })),
};

export const settle = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise(setImmediate);
};

/** Answers as a server would: welcomes, one lease, an invitation for the observer, acks. */
export class Room {
  people = [];
  holder;
  fence = 0;
  /** Commands about the fight, in order. */
  asked = [];
  /** What the server tells everybody before its ack, by the name of the command. */
  on;
  /** What is refused, by the name of the command. */
  refused = {};
  acks = true;
  #step = 0;
  #invites = 0;

  constructor(fight = "adnd1e", options = {}) {
    this.fight = RECORDED[fight];
    this.world = new World({ users: USERS, scenes: SCENES, texts: TEXTS, ...options });
    this.world.settings.set("turnkeeper.address", "http://localhost:8765/").set("turnkeeper.table", "friday");
  }

  /** A user opens Foundry; with a token they sit at the table. */
  async open(user, token = "gm", browser = new Map()) {
    const window = this.world.open(user, browser);
    if (token) browser.set("turnkeeper.tokens", { [`moorland.${user}`]: token });
    const wire = new Wire();
    wire.environment.id = (
      (id) => () =>
        `${user}-${this.people.length}-${id()}`
    )(wire.environment.id);
    const settings = new Settings(window, wire.environment.id);
    const person = {
      window,
      wire,
      settings,
      seen: 0,
      session: new Session(window, settings, wire.environment, {
        now: () => wire.now,
        get: (url) => this.get(url),
        known: async (system) => JSON.parse(readFileSync(attributes(system), "utf8")),
      }),
    };
    this.people.push(person);
    settings.register(
      () => person.session.start(),
      class {},
      () => person.session.switched(),
    );
    install(window, person.session, async () => new Language("en", ENGLISH));
    for (const hook of ["setup", "ready"]) await Promise.all(window.Hooks.callAll(hook));
    window.refresh();
    await this.settle();
    return person;
  }

  get = async () => ({ status: 200, text: async () => "" });

  /** Everybody's wire is heard, timers that are due run, until nothing more comes of it. */
  async settle() {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await settle();
      for (const person of this.people) {
        person.wire.pass(0);
        if (this.#hear(person)) quiet = 0;
      }
    }
  }

  /** Something happens that is not recorded: each of the two views is patched. */
  async change(patches, tick, events = []) {
    for (const { wire } of this.people) {
      for (const socket of wire.sockets.filter((one) => one.role && !one.closed)) {
        socket.seq += 1;
        wire.say(
          {
            type: "update",
            seq: socket.seq,
            patch: patches[socket.role === "gm" ? "gm" : "observer"],
            events,
            ...(tick && { tick }),
          },
          socket,
        );
      }
    }
    await this.settle();
  }

  /** What somebody did comes to its end, the server's answers included. */
  async done(promise) {
    await this.settle();
    return promise;
  }

  /** Lets the clock run for one window. */
  async pass(person, ms) {
    person.wire.pass(ms);
    await this.settle();
  }

  /** The next commands of the recorded fight happen: everybody is told what the role may know. */
  async play(count = 1) {
    for (; count > 0; count -= 1) {
      const step = this.fight.steps[this.#step++];
      for (const { wire } of this.people) {
        for (const socket of wire.sockets.filter((one) => one.role && !one.closed))
          this.#tell(wire, socket, step[socket.role === "gm" ? "gm" : "observer"]);
      }
      await this.settle();
    }
  }

  /** Up to and with the first step from here whose command is so. */
  async until(fits) {
    const step = this.fight.steps.slice(this.#step).findIndex(({ command }) => fits(command));
    await this.play(step + 1);
  }

  drop(person) {
    for (const socket of person.wire.sockets.filter((one) => !one.closed)) person.wire.drop(1006, socket);
  }

  /** Everybody who is there is told that somebody has come or gone. */
  async presence() {
    for (const { wire } of this.people)
      for (const socket of wire.sockets.filter((one) => one.role && !one.closed))
        wire.say({ type: "presence", users: [] }, socket);
    await this.settle();
  }

  #hear(person) {
    let heard = false;
    for (const socket of person.wire.sockets) {
      if (!socket.role && !socket.sent.length) socket.onopen?.();
      while (!socket.closed && (socket.heard ?? 0) < socket.sent.length) {
        socket.heard = (socket.heard ?? 0) + 1;
        heard = true;
        this.#answer(person, socket, socket.sent[socket.heard - 1]);
      }
    }
    return heard;
  }

  #answer(person, socket, message) {
    const say = (answer) => person.wire.say(answer, socket);
    if (message.type === "hello") return this.#welcome(person, socket, message);
    if (message.type === "claim") return say(this.#lease(person, message.target));
    if (message.type !== "command") return;
    const { command, id } = message;
    if (command.do === "invite")
      return say({
        type: "ack",
        id,
        seq: 0,
        result: { invite: "i9", token: `observer-${(this.#invites += 1)}` },
      });
    if (this.asked.some((one) => one.id === id)) return;
    this.asked.push({ ...message, by: person.window.user.id });
    const code = this.refused[command.do];
    if (!code) void this.on?.[command.do]?.(command);
    if (code) say({ type: "error", id, code, message: code, detail: {} });
    else if (this.acks) say({ type: "ack", id, seq: 0 });
  }

  /** A newcomer gets everything that was told so far. */
  #welcome(person, socket, { token, name, client }) {
    Object.assign(socket, { role: token.replace(/-\d+$/, ""), name, client });
    const stream = socket.role === "gm" ? "gm" : "observer";
    const [welcome, snapshot] = this.fight.welcome[stream];
    this.#tell(person.wire, socket, [{ ...welcome, role: socket.role }, snapshot]);
    for (const step of this.fight.steps.slice(0, this.#step)) this.#tell(person.wire, socket, step[stream]);
  }

  #tell(wire, socket, messages) {
    for (const message of messages) {
      socket.seq = message.seq;
      wire.say(message, socket);
    }
  }

  #lease(person, target) {
    const gone = this.holder?.session.client?.connection.state !== "live";
    if (gone && this.holder !== person) this.fence += 1;
    if (gone) this.holder = person;
    return { type: "mirror", target, yours: this.holder === person, ttl: 30, fence: this.fence };
  }

  /** Foundry's combat as one window has it, as a line for each: who, number, and whether it is their turn. */
  list({ window }) {
    const combat = window.game.combats.contents[0];
    return (
      combat?.turns.map((one, n) => [
        one.flags.turnkeeper?.combatant ?? `? ${one.name}`,
        one.initiative,
        ...(n === combat.turn ? ["now"] : []),
      ]) ?? []
    );
  }

  get commands() {
    return this.asked.map((one) => one.command);
  }
}
