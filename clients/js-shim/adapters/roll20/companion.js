import { chatCommand } from "./chat.js";
import { COLOUR } from "./lights.js";

/**
 * @import {View} from "../../protocol.d.ts"
 * @import {Client} from "../../core/state/client.js"
 * @import {Command} from "../../core/net/connection.js"
 * @import {Bridge} from "./bridge.js"
 */

const COMMAND = "!turnkeeper";

/**
 * The Mod script, from here: it is told what to light up, and passes on what players say. Whispers
 * may be anybody's; those of the Mod carry a key that only the game masters' pages have told it.
 */
export class Companion {
  #lit = "";
  #key;

  /**
   * @param {Bridge} bridge @param {Client} client @param {() => string} id 128 random bits, hex
   * @param {(refusal: any) => void} refused
   */
  constructor(bridge, client, id, refused) {
    this.bridge = bridge;
    this.client = client;
    this.id = id;
    this.refused = refused;
    this.#key = id();
  }

  /** Lights the tokens of those who act, as far as players see them. Says nothing while nothing changes. @param {View} open @param {string} [colour] */
  async light({ active = [], combatants = {}, round }, colour = COLOUR) {
    const now = active.flatMap((id) => combatants[id]?.token ?? []);
    const lit = JSON.stringify([now, now.length > 0 && round, colour]);
    if (lit === this.#lit) return;
    this.#lit = lit;
    await this.#tell({ now, round, colour, ...(now.length > 0 && { ping: now[0] }) });
  }

  /** Puts every aura back. */
  async dim() {
    this.#lit = "";
    await this.#tell({ now: [] });
  }

  /** Another window lights them from now on. */
  forget() {
    this.#lit = "";
  }

  /** @param {string} whisper as the Mod has put it into the chat */
  async heard(whisper) {
    const { key, token, text } = decode(whisper) ?? {};
    if (key !== this.#key) return;
    const { view } = this.client.table;
    const combatant = Object.values(view.combatants ?? {}).find((one) => one.token === token);
    const command = combatant && chatCommand(String(text), combatant, view);
    if (command) await this.#give(command, combatant.owner);
  }

  /** @param {Command} command @param {string | undefined} owner for whom it is given */
  async #give(command, owner) {
    try {
      await this.client.connection.give(command, { as: owner });
    } catch (refusal) {
      this.refused(refusal);
    }
  }

  /** @param {object} order */
  #tell(order) {
    return this.bridge.chat(`${COMMAND} ${JSON.stringify({ id: this.id(), key: this.#key, ...order })}`);
  }
}

/** @param {string} text @returns {any} */
function decode(text) {
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
