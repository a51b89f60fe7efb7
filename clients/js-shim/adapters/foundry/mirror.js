import { TabletopMirror } from "../../core/mirror/tabletop-mirror.js";
import { combatOf, OURS, read, readOne } from "./combats.js";
import { pair, stale, update, wanted } from "./plan.js";
import { ID } from "./settings.js";
import { documentFor, newcomer } from "./requests.js";

/**
 * @import {Combat, Foundry} from "./foundry.d.ts"
 * @import {View} from "../../protocol.d.ts"
 * @import {Requests} from "../../core/mirror/requests.js"
 * @import {Lease} from "../../core/state/lease.js"
 *
 * @typedef {{open: View | undefined, whole: View | undefined, epoch: string | undefined}} Views what players see,
 * what the game master sees, and the history that both are of
 */

/** Keeps Foundry's combat as the server has it. Whom it has `met` and is gone was removed. */
export class Mirror extends TabletopMirror {
  /** Foundry's that were sent up. One that was refused is left alone. @type {Set<string>} */
  #told = new Set();

  /**
   * @param {Foundry} vtt @param {string} table @param {Lease} lease @param {Requests} requests
   * @param {() => Views} views
   */
  constructor(vtt, table, lease, requests, views) {
    super();
    this.vtt = vtt;
    this.table = table;
    this.lease = lease;
    this.requests = requests;
    this.views = views;
  }

  get combat() {
    return combatOf(this.vtt, this.table);
  }

  /** @param {Combat} combat that Turnkeeper leads from now on */
  async adopt(combat) {
    this.dismissed = false;
    await combat.update({ flags: { [ID]: { table: this.table } } }, OURS);
    await this.look();
  }

  /** @override */
  async reconcile() {
    const { open, whole, epoch } = this.views();
    if (whole) this.remember(whole, Object.keys(whole.combatants ?? {}));
    if (!open || !whole || this.requests.busy || !this.lease.held) return;
    const combat = this.combat ?? (await this.#make(open, whole));
    if (!combat || this.#isLate(combat, epoch)) return;
    if (this.#tell(combat, whole)) return; // what comes of it will be looked at
    await this.#people(combat, open, whole);
    await this.#write(combat, open, whole, epoch);
  }

  /** A later holder has written. Numbers of another history, before a restore say, mean nothing. @param {Combat} combat @param {string | undefined} epoch */
  #isLate(combat, epoch) {
    const last = combat.flags[ID];
    return last?.epoch === epoch && (last?.fence ?? 0) > this.lease.fence;
  }

  /** @param {View} open @param {View} whole @returns {Promise<Combat | undefined>} */
  async #make(open, whole) {
    if (this.dismissed || open.phase === "over" || wanted(open, whole).length === 0) return undefined;
    await this.vtt.CONFIG.Combat.documentClass.create(
      { active: true, flags: { [ID]: { table: this.table } } },
      OURS,
    );
    return this.combat;
  }

  /** Sends up those whom somebody put into Foundry's tracker. @param {Combat} combat @param {View} whole @returns {boolean} whether there were any */
  #tell(combat, whole) {
    const pairs = pair(read(combat).docs, whole.combatants ?? {});
    const fresh = combat.combatants.contents.filter(
      (doc) => !pairs.has(doc.id) && !this.#told.has(doc.id) && this.#isNew(readOne(doc)),
    );
    if (fresh.length === 0) return false;
    for (const doc of fresh) this.#told.add(doc.id);
    void this.requests.give({ do: "add", combatants: fresh.map(newcomer) });
    return true;
  }

  /** @param {import("./plan.js").Doc} doc */
  #isNew(doc) {
    return doc.combatant === undefined && !this.met.has(doc.id);
  }

  /** Takes out who is gone, puts in who is missing. @param {Combat} combat @param {View} open @param {View} whole */
  async #people(combat, open, whole) {
    const { docs } = read(combat);
    const pairs = pair(docs, whole.combatants ?? {});
    const gone = stale(docs, pairs, whole, (doc) => this.#isNew(doc)).map((doc) => doc.id);
    if (gone.length > 0 && this.lease.held) await combat.deleteEmbeddedDocuments("Combatant", gone, OURS);
    const there = new Set([...pairs].filter(([doc]) => !gone.includes(doc)).map(([, id]) => id));
    const missing = wanted(open, whole).filter((one) => !there.has(one.combatant));
    if (missing.length === 0 || !this.lease.held) return;
    const data = missing.map((one) =>
      documentFor(this.vtt, /** @type {any} */ (open.combatants?.[one.combatant]), one),
    );
    await combat.createEmbeddedDocuments("Combatant", data, OURS);
  }

  /** @param {Combat} combat @param {View} open @param {View} whole @param {string | undefined} epoch */
  async #write(combat, open, whole, epoch) {
    const shown = read(combat);
    const changes = update(shown, wanted(open, whole), pair(shown.docs, whole.combatants ?? {}), open);
    if (!changes || !this.lease.held) return;
    const back =
      changes.round < shown.round ||
      (changes.round === shown.round && (changes.turn ?? -1) < (shown.turn ?? -1));
    // All in one write, and `diff` off: a turn that Foundry thinks unchanged would follow its old
    // owner to another place of the list.
    await combat.update(
      { ...changes, flags: { [ID]: { table: this.table, fence: this.lease.fence, epoch } } },
      { ...OURS, diff: false, direction: back ? -1 : 1, worldTime: { delta: 0 } },
    );
  }
}
