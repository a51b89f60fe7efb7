import { Lease } from "../../core/state/lease.js";

/** @import {Environment} from "../../core/net/connection.js" @import {Client} from "../../core/state/client.js" @import {Item} from "./sdk.d.ts" */

/**
 * Owlbear's own eye: a token that a game master hides or reveals there is hidden or revealed in the fight. One
 * game master's browser asks for it, whoever did it. What was so before it looked is left as it is.
 */
export class Eye {
  /** Whether a token was seen, by its id. @type {Map<string, boolean>} */
  #seen = new Map();

  /**
   * @param {string} room @param {() => Client | undefined} client @param {(refusal: any) => void} refused
   * @param {Environment} environment @param {() => number} now ms, never going back
   */
  constructor(room, client, refused, environment, now) {
    this.client = client;
    this.refused = refused;
    const tell = (/** @type {object} */ message) => client()?.connection.tell(message);
    this.lease = new Lease(`owlbear:${room}`, tell, environment, now);
  }

  /** @param {string} kind @param {any} [message] what our place at the table was told */
  heard(kind, message) {
    const client = this.client();
    if (client?.table.role !== "gm") return this.lease.drop();
    if (kind === "welcome") this.lease.claim();
    else if (kind === "mirror") this.lease.heard(message);
    else if (kind === "presence" && !this.lease.held) this.lease.claim();
    else if (kind === "connection" && client.connection.state !== "live") this.lease.drop();
  }

  /** @param {Item[]} items of the scene, as they are now */
  looks(items) {
    const before = this.#seen;
    this.#seen = new Map(items.map(({ id, visible }) => [id, visible]));
    if (!this.lease.held) return;
    for (const { id, visible } of items)
      if (before.has(id) && before.get(id) !== visible) this.#ask(id, !visible);
  }

  /** Another scene: what is hidden there was so before. */
  forget() {
    this.#seen = new Map();
  }

  /** @param {string} token @param {boolean} hidden */
  #ask(token, hidden) {
    const client = this.client();
    const people = Object.values(client?.table.view.combatants ?? {});
    for (const one of people.filter((each) => each.token === token && each.hidden !== hidden))
      void client?.give({ do: "change", combatant: one.id, set: { hidden } }).catch(this.refused);
  }
}
