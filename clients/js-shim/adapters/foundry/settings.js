import { isLoopback, parse } from "../../core/net/server-address.js";

/** @import {Foundry} from "./foundry.d.ts" @import {Invited} from "../../core/net/server-address.js" */

export const ID = "turnkeeper";

/** What each user may wish for in the own browser. */
const WISHES = ["mark_next", "pan", "announce", "sound"];
/** What a game master may switch on for the world. */
const SWITCHES = ["turn_events", "world_time", "hit_points"];

/**
 * What the world knows (where the server is, which table) and what only this browser knows: tokens,
 * which are secret, and who each of its users is at the table. Settings of a browser are shared by
 * all worlds and users in it, so those are kept by world and user.
 */
export class Settings {
  /** @param {Foundry} vtt @param {() => string} id 128 random bits, hex */
  constructor(vtt, id) {
    this.vtt = vtt;
    this.id = id;
  }

  /**
   * @param {() => void} changed after the address or the table is another @param {Function} joinForm window for a link
   * @param {() => void} [switched] after something was switched on or off
   */
  register(changed, joinForm, switched = () => undefined) {
    const { settings, modules } = this.vtt.game;
    const world = (/** @type {string} */ key, standard = "") =>
      settings.register(ID, key, {
        name: `TURNKEEPER.${key}`,
        hint: `TURNKEEPER.${key}_hint`,
        scope: "world",
        config: true,
        type: String,
        default: standard,
        onChange: changed,
      });
    world("address", modules.get(ID)?.flags?.turnkeeper?.server ?? "");
    world("table");
    for (const key of SWITCHES) this.#switch(key, "world", switched);
    world("hp_path");
    for (const key of WISHES) this.#switch(key, "client", switched);
    for (const key of ["tokens", "clients", "watchers"])
      settings.register(ID, key, { scope: "client", config: false, type: Object, default: {} });
    settings.registerMenu(ID, "join", {
      name: "TURNKEEPER.join",
      hint: "TURNKEEPER.join_hint",
      label: "TURNKEEPER.join_label",
      icon: "fas fa-link",
      type: joinForm,
      restricted: false,
    });
  }

  /** @returns {string} where the server's page is */
  get address() {
    return this.vtt.game.settings.get(ID, "address").trim();
  }

  /** @returns {string} */
  get table() {
    return this.vtt.game.settings.get(ID, "table").trim();
  }

  /** @param {"mark_next" | "pan" | "announce" | "sound"} wish @returns {boolean} */
  wishes(wish) {
    return this.vtt.game.settings.get(ID, wish) === true;
  }

  /** @param {"turn_events" | "world_time" | "hit_points"} key @returns {boolean} */
  isOn(key) {
    return this.vtt.game.settings.get(ID, key) === true;
  }

  /** Where an actor has hit points, as a game master has entered it. @returns {string} */
  get hpPath() {
    return this.vtt.game.settings.get(ID, "hp_path").trim();
  }

  get token() {
    return this.#own("tokens");
  }

  /** The observer's token by which a writer sees what players see. */
  get watcher() {
    return this.#own("watchers");
  }

  /** @param {string | undefined} token */
  keepWatcher(token) {
    return this.#keep("watchers", token);
  }

  /** Who this user is at the table, for good. @returns {string} */
  clientId() {
    const known = this.#own("clients");
    if (known) return known;
    const fresh = this.id();
    void this.#keep("clients", fresh);
    return fresh;
  }

  /** Takes a link's place at a table; the world's part of it only a GM can set. @param {Invited} invited */
  async accept({ address, table, token }) {
    const { settings, user } = this.vtt.game;
    await this.#keep("tokens", token);
    if (!user.isGM) return;
    if (address !== this.address && !isStepBack(address, this.address))
      await settings.set(ID, "address", address);
    if (table !== this.table) await settings.set(ID, "table", table);
  }

  /** @param {string} key @param {"world" | "client"} scope @param {() => void} changed */
  #switch(key, scope, changed) {
    this.vtt.game.settings.register(ID, key, {
      name: `TURNKEEPER.${key}`,
      hint: `TURNKEEPER.${key}_hint`,
      scope,
      config: true,
      type: Boolean,
      default: false,
      onChange: changed,
    });
  }

  get #user() {
    return `${this.vtt.game.world.id}.${this.vtt.game.userId}`;
  }

  /** @param {string} key @returns {string | undefined} */
  #own(key) {
    return this.vtt.game.settings.get(ID, key)[this.#user];
  }

  /** @param {string} key @param {string | undefined} value */
  #keep(key, value) {
    const { [this.#user]: _, ...others } = this.vtt.game.settings.get(ID, key);
    return this.vtt.game.settings.set(
      ID,
      key,
      value === undefined ? others : { ...others, [this.#user]: value },
    );
  }
}

/** A link that was made on the server's own machine names it as that, which would lead nobody else there. @param {string} address @param {string} known */
function isStepBack(address, known) {
  const [to, from] = [parse(address), parse(known)];
  return to !== undefined && from !== undefined && isLoopback(to.hostname) && !isLoopback(from.hostname);
}
