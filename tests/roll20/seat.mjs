/** A game master's panel in a fake Roll20, and a server whose views the test gives. */
import { readFileSync } from "node:fs";
import { Bridge } from "../../clients/js-shim/adapters/roll20/bridge.js";
import { Session } from "../../clients/js-shim/adapters/roll20/session.js";
import { Keys } from "../../clients/js-shim/adapters/framed/keys.js";
import { Language } from "../../clients/js-shim/core/i18n/language.js";
import { Wire } from "../browser/wire.mjs";

const texts = (path) =>
  JSON.parse(readFileSync(new URL(`../../clients/js-shim/lang/${path}.json`, import.meta.url), "utf8"));
const ENGLISH = new Language("en", { ...texts("en"), ...texts("roll20/en") });

/** A browser's storage. */
export function shelf() {
  const kept = new Map();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** People who sit at the same table; the first who asks may write. */
export class Table {
  seats = [];
  asked = [];
  refused = {};
  /** What both roles see once a command is given, by its name. */
  effects = {};
  holder;
  fence = 0;
  #seq = 0;
  #invites = 0;
  views = { gm: view(), player: view() };

  /** Opens the panel in a window of Roll20. */
  async sit(window, kept = shelf()) {
    const wire = new Wire();
    const number = this.seats.length;
    wire.environment.id = (
      (id) => () =>
        `g${number}-${id()}`
    )(wire.environment.id);
    const client = { wire, window, kept };
    client.bridge = new Bridge(window.meet(), {
      turnorder: () => client.session?.look(),
      said: (text) => client.session?.said(text),
    });
    const { campaign } = await client.bridge.hello();
    const keys = new Keys(kept, `roll20:${campaign}`, wire.environment.id);
    client.session = new Session(
      client.bridge,
      campaign,
      "wss://vtt.example/turn/ws",
      { table: "friday", token: "gm" },
      keys,
      ENGLISH,
      wire.environment,
      () => wire.now,
    );
    this.seats.push(client);
    client.session.start();
    await this.settle();
    return client;
  }

  /** Something happens: the game master sees `gm`, players `player`. */
  async show(gm, player = gm) {
    this.#change(gm, player);
    await this.pass(500);
  }

  #change(gm, player) {
    this.views = { gm, player };
    this.#seq += 1;
    for (const socket of this.#sockets()) this.#snapshot(socket);
  }

  /** Time passes for everybody. */
  async pass(ms) {
    await this.settle();
    for (const { wire } of this.seats) wire.pass(ms);
    await this.settle();
  }

  async settle() {
    for (let n = 0; n < 40; n += 1) {
      await new Promise(setImmediate);
      for (const client of this.seats) this.#answerAll(client);
      for (const { wire } of this.seats) wire.pass(0);
    }
  }

  /** Commands about the fight, in order. */
  get commands() {
    return this.asked.map((one) => one.command);
  }

  #sockets() {
    return this.seats.flatMap(({ wire }) =>
      wire.sockets.filter((one) => one.role && !one.closed).map((socket) => Object.assign(socket, { wire })),
    );
  }

  #snapshot({ wire, role, ...socket }) {
    const at = wire.sockets.find((one) => one.url === socket.url && one.sent === socket.sent);
    wire.say({ type: "snapshot", seq: this.#seq, view: this.views[role], events: [] }, at);
  }

  #answerAll({ wire, ...client }) {
    for (const socket of wire.sockets.filter((one) => !one.closed)) {
      if (!socket.sent.length) socket.onopen();
      for (socket.read ??= 0; socket.read < socket.sent.length && !socket.closed; )
        this.#answer(wire, socket, socket.sent[socket.read++], client);
    }
  }

  #answer(wire, socket, message) {
    const say = (answer) => wire.say(answer, socket);
    if (message.type === "hello") {
      socket.role = message.token === "gm" ? "gm" : "player";
      say({
        type: "welcome",
        protocol: 1,
        user: message.token,
        role: socket.role === "gm" ? "gm" : "observer",
        table: "friday",
        epoch: "e",
        seq: this.#seq,
        resumed: false,
      });
      this.#snapshot(Object.assign(socket, { wire }));
    } else if (message.type === "catalogue") {
      say({
        type: "catalogue",
        systems: { adnd1e: { stages: {}, layout: { kind: "scale", unit: "segment", steps: 10 } } },
      });
    } else if (message.type === "claim") {
      if (!this.holder || this.holder.closed) [this.holder, this.fence] = [socket, this.fence + 1];
      say({
        type: "mirror",
        target: message.target,
        yours: this.holder === socket,
        ttl: 30,
        fence: this.fence,
      });
      this.target = message.target;
    } else if (message.type === "command") this.#command(say, message);
  }

  #command(say, { id, command, ...more }) {
    if (command.do === "invite")
      return say({
        type: "ack",
        id,
        seq: 0,
        result: { invite: "i1", token: `observer-${(this.#invites += 1)}` },
      });
    this.asked.push({ id, command, ...more });
    const code = this.refused[command.do];
    const effect = this.effects[command.do];
    if (effect) this.#change(effect, effect);
    if (code) say({ type: "error", id, code, message: code, detail: {} });
    else say({ type: "ack", id, seq: this.#seq });
  }
}

/** A view of an adnd1e fight. `people`: by id; `places`: `["mage", 3]`; `now`: how many of them are over, and how many happen. */
export function view(people = {}, places = [], [from, to] = [0, 0], more = {}) {
  const combatants = Object.fromEntries(
    Object.entries(people).map(([id, fields]) => [
      id,
      {
        id,
        name: id,
        side: "party",
        kind: "pc",
        hidden: false,
        able: true,
        defeated: false,
        token: `t-${id}`,
        ...fields,
      },
    ]),
  );
  const timeline = places.map(([combatant, at], slot) => ({
    id: `${combatant}-${slot}`,
    round: 1,
    at,
    slot,
    combatant,
    what: "attack",
  }));
  const active = timeline.slice(from, to).map((one) => one.combatant);
  return {
    table: { id: "friday", name: "Friday" },
    system: "adnd1e",
    options: {},
    round: 1,
    phase: "act",
    at: timeline[from]?.at,
    active,
    cursor: { from, to },
    next: [],
    combatants,
    timeline,
    prompts: [],
    can: ["advance", "undo", "place"],
    ...more,
  };
}
