import { MirrorWriter } from "../../core/mirror/mirror-writer.js";
import { Requests } from "../../core/mirror/requests.js";
import { Actors } from "./actors.js";
import { combatOf, isOurs, read, readOne } from "./combats.js";
import { Mirror } from "./mirror.js";
import { pair, tokenKey } from "./plan.js";
import { changed } from "./requests.js";
import { ID } from "./settings.js";

/**
 * @import {Environment} from "../../core/net/connection.js"
 * @import {Client} from "../../core/state/client.js"
 * @import {Actor, Combat, Combatant, Foundry, TokenDocument} from "./foundry.d.ts"
 * @import {Known} from "./actors.js"
 * @import {Settings} from "./settings.js"
 */

/** A game master's window that may write into the world: what is done there it asks for, if it holds the lease. */
export class Writer extends MirrorWriter {
  #soon = false;

  /**
   * @param {Foundry} vtt @param {Settings} settings @param {Client} client @param {(refusal: any) => void} refused
   * @param {Environment} environment @param {{now: () => number, known: Known}} world
   */
  constructor(vtt, settings, client, refused, environment, world) {
    const kept = {
      get token() {
        return settings.watcher;
      },
      set token(token) {
        void settings.keepWatcher(token);
      },
    };
    const terms = {
      target: `foundry:${vtt.game.world.id}`,
      kept,
      name: () => vtt.game.i18n.localize("TURNKEEPER.watcher"),
      look: (/** @type {string | undefined} */ kind, /** @type {any} */ message) => this.#look(kind, message),
      refused,
    };
    super(client, terms, environment, world.now);
    this.vtt = vtt;
    this.environment = environment;
    this.requests = new Requests(client, refused, () => this.look());
    const whole = () => (client.table.position() ? client.table.view : undefined);
    this.actors = new Actors(vtt, settings, this.requests, whole, world.known);
    this.mirror = new Mirror(vtt, settings, this.actors, this.lease, this.requests, () => ({
      open: this.observer.view,
      whole: whole(),
      epoch: client.table.epoch,
    }));
  }

  /** Looks once for all that happens at once: tokens are added by the dozen. @param {string} [kind] @param {any} [message] */
  #look(kind, message) {
    if (kind) this.mirror.steps.heard(kind, message);
    if (this.#soon) return;
    this.#soon = true;
    this.environment.after(() => {
      this.#soon = false;
      // Where Foundry takes no such write (any more), the fight goes on in our own window.
      void this.mirror.look().catch(() => undefined);
    }, 0);
  }

  // What was done in Foundry. The holder of the lease alone answers, whoever did it.

  /** @param {Combat} combat @param {any} options @param {string} user */
  created(combat, options, user) {
    if (!this.held || options[ID] || !this.vtt.game.users.get(user)?.isGM) return;
    const { phase } = this.client.table.view;
    if (phase === "over" || (phase === "setup" && !this.mirror.combat)) void this.mirror.adopt(combat);
  }

  /** @param {Combat} combat @param {any} options */
  deleted(combat, options) {
    if (!this.held || options[ID] || combat.flags?.[ID]?.table !== this.client.place.table) return;
    this.mirror.dismissed = true;
    if (this.client.table.view.can?.includes("end")) void this.requests.give({ do: "end" });
  }

  /** Takes a combat in or lets it go. @param {Combat} combat @param {() => Promise<boolean>} [sure] asked before a running fight is put aside */
  async toggle(combat, sure = async () => true) {
    if (isOurs(combat)) {
      this.mirror.dismissed = true;
      await combat.unsetFlag(ID, "table");
    } else if (!this.mirror.putsAside(combat) || (await sure())) await this.mirror.adopt(combat);
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

  /** Revealed or hidden on the canvas, or changed in what it has of its own. @param {TokenDocument} token @param {any} changes @param {any} options */
  tokenChanged(token, changes, options) {
    if (!this.held || options[ID] || !this.mirror.combat) return;
    if (changes.delta || changes.actorData) this.actorChanged(token.actor, options);
    const { hidden } = changes;
    const key = tokenKey(token.parent?.id ?? "", token.id);
    const some = Object.values(this.client.table.view.combatants ?? {}).filter((one) => one.token === key);
    for (const one of some)
      if (hidden !== undefined && one.hidden !== hidden)
        void this.requests.give({ do: "change", combatant: one.id, set: { hidden } });
  }

  /** @param {Actor | null | undefined} actor @param {any} options */
  actorChanged(actor, options) {
    const { combat } = this.mirror;
    if (!this.held || options[ID] || !combat || !actor) return;
    this.actors.changed(
      combat,
      combat.combatants.contents.filter(
        (doc) => doc.actor === actor || (actor.uuid && doc.actor?.uuid === actor.uuid),
      ),
    );
  }

  /** The combatant that a document stands for, if it is ours to say so. @param {Combatant} doc @param {any} options */
  #led(doc, options) {
    const combat = combatOf(this.vtt, this.client.place.table);
    if (!this.held || options[ID] || !combat || doc.parent?.id !== combat.id) return undefined;
    const others = read(combat).docs.filter((one) => one.id !== doc.id);
    return pair([readOne(doc), ...others], this.client.table.view.combatants ?? {}).get(doc.id);
  }
}
