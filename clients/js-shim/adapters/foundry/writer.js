import { Observer } from "../../core/state/observer.js";
import { combatOf, isOurs, read, readOne } from "./combats.js";
import { Lease } from "../../core/state/lease.js";
import { Mirror } from "./mirror.js";
import { pair } from "./plan.js";
import { ID } from "./settings.js";
import { Requests } from "../../core/mirror/requests.js";
import { changed } from "./requests.js";

/**
 * @import {Environment} from "../../core/net/connection.js"
 * @import {Client} from "../../core/state/client.js"
 * @import {Combat, Combatant, Foundry} from "./foundry.d.ts"
 * @import {Settings} from "./settings.js"
 */

/**
 * A game master's window that may write into the world, once the server gives it leave. It sits at
 * the table twice: to ask as the game master, and to see as an observer what players may see.
 */
export class Writer {
  #soon = false;

  /**
   * @param {Foundry} vtt @param {Settings} settings @param {Client} client @param {(refusal: any) => void} refused
   * @param {Environment} environment @param {() => number} now
   */
  constructor(vtt, settings, client, refused, environment, now) {
    this.vtt = vtt;
    this.settings = settings;
    this.client = client;
    this.environment = environment;
    this.requests = new Requests(client, refused, () => this.look());
    this.lease = new Lease(
      `foundry:${vtt.game.world.id}`,
      (message) => client.connection.tell(message),
      environment,
      now,
    );
    const kept = {
      get token() {
        return settings.watcher;
      },
      set token(token) {
        void settings.keepWatcher(token);
      },
    };
    this.observer = new Observer(
      client,
      kept,
      () => vtt.game.i18n.localize("TURNKEEPER.watcher"),
      environment,
      () => this.look(),
    );
    this.mirror = new Mirror(vtt, client.place.table, this.lease, this.requests, () => ({
      open: this.observer.view,
      whole: client.table.position() && client.table.view,
      epoch: client.table.epoch,
    }));
  }

  get held() {
    return this.lease.held;
  }

  /** @param {string} kind @param {any} [message] from the server */
  heard(kind, message) {
    if (kind === "welcome") this.lease.claim();
    else if (kind === "mirror") this.#granted(message);
    else if (kind === "presence")
      this.claim(); // who wrote has gone, perhaps
    else if (kind === "connection" && this.client.connection.state === "retrying") this.lease.drop();
    else if (["snapshot", "update", "tick"].includes(kind)) this.look();
  }

  stop() {
    this.lease.drop();
    this.observer.leave();
  }

  claim() {
    if (!this.held) this.lease.claim();
  }

  /** Looks once for all that happens at once: tokens are added by the dozen. */
  look() {
    if (this.#soon) return;
    this.#soon = true;
    this.environment.after(() => {
      this.#soon = false;
      void this.mirror.look();
    }, 0);
  }

  // What was done in Foundry. The holder of the lease alone answers, whoever did it.

  /** @param {Combat} combat @param {any} options @param {string} user */
  created(combat, options, user) {
    if (!this.held || options[ID] || this.mirror.combat || !this.vtt.game.users.get(user)?.isGM) return;
    void this.mirror.adopt(combat);
  }

  /** @param {Combat} combat @param {any} options */
  deleted(combat, options) {
    if (!this.held || options[ID] || combat.flags?.[ID]?.table !== this.client.place.table) return;
    this.mirror.dismissed = true;
    if (this.client.table.view.can?.includes("end")) void this.requests.give({ do: "end" });
  }

  /** Takes a combat in or lets it go. @param {Combat} combat */
  async toggle(combat) {
    if (!isOurs(combat)) return this.mirror.adopt(combat);
    this.mirror.dismissed = true;
    await combat.unsetFlag(ID, "table");
  }

  /** @param {Combatant} doc @param {any} changes @param {any} options */
  personChanged(doc, changes, options) {
    const id = this.#led(doc, options);
    const command = id === undefined ? undefined : changed(id, changes);
    if (command) void this.requests.give(command);
    else if (!options[ID]) this.look(); // an initiative that was put in by hand, say: ours stands
  }

  /** @param {Combatant} doc @param {any} options */
  personDeleted(doc, options) {
    const id = this.#led(doc, options);
    if (id !== undefined) void this.requests.give({ do: "remove", combatant: id });
  }

  /** The combatant that a document stands for, if it is ours to say so. @param {Combatant} doc @param {any} options */
  #led(doc, options) {
    const combat = combatOf(this.vtt, this.client.place.table);
    if (!this.held || options[ID] || !combat || doc.parent?.id !== combat.id) return undefined;
    const others = read(combat).docs.filter((one) => one.id !== doc.id);
    return pair([readOne(doc), ...others], this.client.table.view.combatants ?? {}).get(doc.id);
  }

  /** @param {any} answer to a claim, or to its renewal */
  async #granted(answer) {
    this.lease.heard(answer);
    if (!this.held) return this.observer.leave();
    this.look();
    try {
      await this.observer.enter();
    } catch (refusal) {
      this.requests.refused(refusal);
    }
    if (!this.held) this.observer.leave(); // lost while the invitation was on its way
  }
}
