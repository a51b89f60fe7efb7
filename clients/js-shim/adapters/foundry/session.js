import { Client } from "../../core/state/client.js";
import { readOne } from "./combats.js";
import { explain } from "../../core/net/explain.js";
import { socketAddress } from "../../core/net/server-address.js";
import { marks } from "./marks.js";
import { Moments } from "./moments.js";
import { Rings } from "./rings.js";
import { Writer } from "./writer.js";

/**
 * @import {Environment} from "../../core/net/connection.js"
 * @import {Language} from "../../core/i18n/language.js"
 * @import {Command} from "../../core/net/connection.js"
 * @import {Combat, Combatant, Foundry} from "./foundry.d.ts"
 * @import {Settings} from "./settings.js"
 * @import {Answers} from "./wraps.js"
 */

/** One Foundry window at the table, from the link that its user has. @implements {Answers} */
export class Session {
  /** @type {Client | undefined} */
  client;
  /** @type {Writer | undefined} */
  writer;
  /** Before the words are there nobody sits down. @type {Language | undefined} */
  language;
  /** Why there is no connection, as a key and values of the module's texts. @type {{reason: string, [value: string]: string} | undefined} */
  trouble;
  #welcomed = false;
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * @param {Foundry} vtt @param {Settings} settings @param {Environment} environment
   * @param {{now: () => number, get: import("../../core/net/explain.js").Get, known: import("./actors.js").Known}} world a clock, ms,
   * a way to ask over HTTP, and where game systems keep what a fight needs
   */
  constructor(vtt, settings, environment, world) {
    this.vtt = vtt;
    this.settings = settings;
    this.environment = environment;
    this.world = world;
    const now = () => marks(vtt, settings.table, this.client);
    this.rings = new Rings(vtt, now, () => settings.wishes("mark_next"));
    this.moments = new Moments(vtt, settings);
  }

  /** Sits down, or says what is missing for that. Anew, when the link or the address is another. */
  start() {
    this.stop();
    const { address, table, token } = this.settings;
    if (!this.language) return;
    const url = socketAddress(address, this.vtt.location);
    if (!token || !table || !url) {
      this.trouble = token
        ? { reason: address && !url ? "address" : "no_table", address }
        : { reason: "no_link" };
      return this.#tell();
    }
    const place = {
      url,
      table,
      token,
      client: this.settings.clientId(),
      name: () => this.vtt.game.user.name,
    };
    const client = new Client(place, this.language, this.environment);
    this.client = client;
    if (this.vtt.game.user.isGM)
      this.writer = new Writer(
        this.vtt,
        this.settings,
        client,
        (refusal) => this.refused(refusal),
        this.environment,
        this.world,
      );
    client.subscribe((kind, message) => client === this.client && this.#heard(client, kind, message));
    try {
      client.connection.start();
    } catch {
      this.trouble = { reason: "mixed", address }; // a browser that lets no plain socket out of this page at all
    }
    this.#tell();
  }

  stop() {
    this.writer?.stop();
    this.client?.connection.stop();
    this.client = this.writer = this.trouble = undefined;
    this.#welcomed = false;
    this.rings.draw();
  }

  /** By the settings as they are now. */
  switched() {
    this.writer?.look();
    this.rings.draw();
  }

  /** The encounter or the fight may be another: what marks it in this window follows. */
  show() {
    this.rings.draw();
    this.moments.heard(this.rings.marks());
  }

  /** @param {() => void} listener @returns {() => void} ends it */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {any} refusal */
  refused(refusal) {
    this.vtt.ui.notifications.warn(this.client ? this.client.words.refusal(refusal) : String(refusal));
  }

  /** @param {Client} client @param {string} kind @param {any} [message] */
  #heard(client, kind, message) {
    if (kind === "welcome") {
      this.#welcomed = true;
      this.trouble = undefined;
      if (client.table.role !== "gm") this.writer = undefined;
    }
    if (kind === "connection") void this.#explain(client);
    this.writer?.heard(kind, message);
    this.show();
    this.#tell();
  }

  /** @param {Client} client */
  async #explain(client) {
    const { state, reason } = client.connection;
    if (state === "refused") this.trouble = { reason: "refused", code: reason };
    if (state !== "retrying" || this.#welcomed || this.trouble) return;
    const trouble = await explain(this.settings.address, this.vtt.location, this.world.get);
    if (client !== this.client || this.#welcomed) return;
    this.trouble = trouble;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  // Foundry's buttons, in a combat of ours

  begin() {
    return this.#ask({ do: "begin" });
  }

  /** A player's Next is the end of the own turn. */
  next() {
    const { role, user, view } = this.client?.table ?? {};
    if (role === "gm") return this.#ask({ do: "advance", to: "next" });
    const own = view?.active?.find((id) => view.combatants?.[id]?.owner === user);
    return this.#ask(own ? { do: "end_turn", combatant: own } : { do: "advance", to: "next" });
  }

  back() {
    return this.#ask({ do: "undo" });
  }

  round() {
    return this.#ask({ do: "advance", to: "round" });
  }

  /** For each, or for its side where that rolls. @param {Combatant[]} docs */
  async roll(docs) {
    const { prompts = [], combatants = {} } = this.client?.table.view ?? {};
    const asked = new Set(prompts.flatMap((prompt) => (prompt.prompt === "roll" ? (prompt.for ?? []) : [])));
    const rollers = docs.flatMap((doc) => {
      const id = readOne(doc).combatant ?? doc.id;
      return [id, `side:${combatants[id]?.side}`].filter((one) => asked.has(one));
    });
    if (rollers.length === 0)
      this.vtt.ui.notifications.info(this.vtt.game.i18n.localize("TURNKEEPER.no_roll"));
    for (const roller of new Set(rollers)) await this.#ask({ do: "roll", for: roller });
  }

  /** @param {Command} command */
  async #ask(command) {
    if (this.client?.connection.state !== "live")
      return void this.vtt.ui.notifications.warn(this.vtt.game.i18n.localize("TURNKEEPER.offline"));
    try {
      await this.client.give(command);
    } catch (refusal) {
      this.refused(refusal);
    }
  }
}
