import { pair } from "./plan.js";
import { read } from "./combats.js";
import { ID } from "./settings.js";

/**
 * @import {Actor, Combat, Combatant, Foundry} from "./foundry.d.ts"
 * @import {View} from "../../protocol.d.ts"
 * @import {Change, Doc} from "./plan.js"
 * @import {Settings} from "./settings.js"
 * @import {Requests} from "../../core/mirror/requests.js"
 *
 * @typedef {object} Attributes where a game system of Foundry's keeps what a fight needs
 * @property {string[]} [hp] paths into the actor, the first that is a number counts
 * @property {Record<string, string[]>} [traits] by the trait's name, likewise
 * @typedef {(system: string) => Promise<Record<string, Attributes> | undefined>} Known by Foundry's name of its game
 * system, for one of the server's systems
 */

/** What of an actor belongs to a fight: hit points both ways, traits, that somebody is down. */
export class Actors {
  /** @type {Map<string, Record<string, Attributes> | undefined>} */
  #known = new Map();
  /** What the fight said last of hit points and traits. @type {Map<string, {hp?: number, traits: string}>} */
  #last = new Map();

  /**
   * @param {Foundry} vtt @param {Settings} settings @param {Requests} requests
   * @param {() => View | undefined} whole what the game master sees @param {Known} known
   */
  constructor(vtt, settings, requests, whole, known) {
    this.vtt = vtt;
    this.settings = settings;
    this.requests = requests;
    this.whole = whole;
    this.known = known;
  }

  /** Learns where this game system has what, once for each system of the server's. */
  async learn() {
    const system = this.whole()?.system;
    if (!system || this.#known.has(system)) return;
    this.#known.set(system, undefined);
    this.#known.set(system, await this.known(system));
  }

  /** What an actor brings to a fight. @param {Combatant} doc @returns {{hp?: number, traits?: object}} */
  of(doc) {
    const { actor } = doc;
    if (!actor) return {};
    const hp = this.#hp(actor);
    const paths = Object.entries(this.#attributes.traits ?? {});
    const found = paths.flatMap(([name, places]) => {
      const path = numberAt(actor, places);
      return path ? [[name, get(actor, path)]] : [];
    });
    const traits = { ...Object.fromEntries(found), ...this.#typed(doc) };
    return { ...(hp !== undefined && { hp }), ...(Object.keys(traits).length > 0 && { traits }) };
  }

  /** Owner and traits in the fight before, by actor. @param {Combat | undefined} combat @param {View} whole @returns {Map<string, object>} */
  knownOf(combat, whole) {
    const people = whole.combatants ?? {};
    const pairs = combat ? pair(read(combat).docs, people) : new Map();
    const docs = combat?.combatants.contents ?? [];
    return new Map(
      docs.flatMap((doc) => {
        const one = people[pairs.get(doc.id) ?? ""];
        return one?.owner && doc.actorId ? [[doc.actorId, { owner: one.owner }]] : [];
      }),
    );
  }

  /** Hit points that were changed in Foundry. @param {Combat} combat @param {Combatant[]} docs of the same actor */
  changed(combat, docs) {
    const people = this.whole()?.combatants ?? {};
    const pairs = pair(read(combat).docs, people);
    for (const doc of docs) {
      const one = people[pairs.get(doc.id) ?? ""];
      const hp = doc.actor ? this.#hp(doc.actor) : undefined;
      if (one && hp !== undefined && hp !== one.hp)
        void this.requests.give({ do: "change", combatant: one.id, set: { hp } });
    }
  }

  /** What changed in the fight: hit points, and traits that somebody typed. Nothing of whom players do not see. @param {Combat} combat @param {View} open @param {View} whole */
  async write(combat, open, whole) {
    await this.learn();
    const pairs = pair(read(combat).docs, whole.combatants ?? {});
    for (const doc of combat.combatants.contents) {
      const one = whole.combatants?.[pairs.get(doc.id) ?? ""];
      if (!one || one.hidden || !open.combatants?.[one.id] || !doc.actor) continue;
      const before = this.#last.get(one.id);
      const now = { hp: one.hp, traits: JSON.stringify(one.traits ?? {}) };
      this.#last.set(one.id, now);
      if (now.hp !== undefined && now.hp !== before?.hp) await this.#setHp(doc.actor, now.hp);
      if (before && now.traits !== before.traits) await this.#keepTraits(doc, whole.system, one.traits ?? {});
    }
  }

  /** Foundry's own sign over the tokens of those who went down or got up. @param {Combat} combat @param {Doc[]} before @param {Change[]} changes */
  async layDown(combat, before, changes) {
    const status = this.vtt.CONFIG.specialStatusEffects?.DEFEATED;
    const down = new Map(before.map((doc) => [doc.id, doc.defeated]));
    for (const { _id, defeated } of changes) {
      const actor = combat.combatants.get(_id)?.actor;
      if (!status || down.get(_id) === defeated || typeof actor?.toggleStatusEffect !== "function") continue;
      await actor.toggleStatusEffect(status, { overlay: true, active: defeated });
    }
  }

  get #attributes() {
    return this.#known.get(this.whole()?.system ?? "")?.[this.vtt.game.system?.id ?? ""] ?? {};
  }

  /** @param {Actor} actor */
  #hpPath(actor) {
    if (!this.settings.isOn("hit_points")) return undefined;
    const { hpPath } = this.settings;
    return numberAt(actor, hpPath ? [hpPath] : (this.#attributes.hp ?? []));
  }

  /** @param {Actor} actor @returns {number | undefined} */
  #hp(actor) {
    const path = this.#hpPath(actor);
    return path === undefined ? undefined : Math.trunc(get(actor, path));
  }

  /** @param {Actor} actor @param {number} hp */
  async #setHp(actor, hp) {
    const path = this.#hpPath(actor);
    if (path !== undefined && get(actor, path) !== hp) await actor.update({ [path]: hp }, { [ID]: true });
  }

  /** Typed once, known the next time: with the actor from which tokens are made. @param {Combatant} doc @param {string} system @param {object} traits */
  async #keepTraits(doc, system, traits) {
    const actor = this.#source(doc);
    await actor?.update?.({ flags: { [ID]: { traits: { [system]: traits } } } }, { [ID]: true });
  }

  /** @param {Combatant} doc */
  #typed(doc) {
    return this.#source(doc)?.flags?.[ID]?.traits?.[this.whole()?.system ?? ""] ?? {};
  }

  /** @param {Combatant} doc @returns {Actor | null | undefined} */
  #source(doc) {
    return this.vtt.game.actors?.get(doc.actorId ?? "") ?? doc.actor;
  }
}

/** The first of some paths at which an actor has a number. @param {Actor} actor @param {string[]} paths */
function numberAt(actor, paths) {
  return paths.find((path) => Number.isFinite(get(actor, path)));
}

/** @param {any} value @param {string} path */
function get(value, path) {
  return path.split(".").reduce((at, name) => at?.[name], value);
}
