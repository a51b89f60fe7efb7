import { TabletopMirror } from "../../core/mirror/tabletop-mirror.js";
import { combatOf, OURS, read, readOne } from "./combats.js";
import { nowhere, pair, stale, update, wanted } from "./plan.js";
import { ID } from "./settings.js";
import { documentFor, newcomer } from "./requests.js";
import { Steps } from "./steps.js";

/**
 * @import {Combat, Combatant, Foundry} from "./foundry.d.ts"
 * @import {Settings} from "./settings.js"
 * @import {Actors} from "./actors.js"
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
  #adopting = false;
  steps = new Steps();

  /**
   * @param {Foundry} vtt @param {Settings} settings @param {Actors} actors @param {Lease} lease @param {Requests} requests
   * @param {() => Views} views
   */
  constructor(vtt, settings, actors, lease, requests, views) {
    super();
    this.vtt = vtt;
    this.settings = settings;
    this.actors = actors;
    this.table = settings.table;
    this.lease = lease;
    this.requests = requests;
    this.views = views;
  }

  get combat() {
    return combatOf(this.vtt, this.table);
  }

  /**
   * Leads an encounter from now on. If it is not the one that the fight is about, a new fight is opened for it, with
   * those who are in it; one that was led before stays as it was prepared.
   *
   * @param {Combat} combat
   */
  async adopt(combat) {
    this.dismissed = false;
    this.#adopting = true;
    try {
      if (this.#isOther(combat) && !(await this.#open(combat))) return;
      await combat.update({ flags: { [ID]: { table: this.table } } }, OURS);
    } finally {
      this.#adopting = false;
    }
    await this.look();
  }

  /** Whether leading it puts a running fight aside. @param {Combat} combat */
  putsAside(combat) {
    return this.#isRunning() && this.#isOther(combat);
  }

  /** @returns {boolean} */
  #isRunning() {
    const phase = this.views().whole?.phase ?? "setup";
    return phase !== "setup" && phase !== "over";
  }

  /** Whether the fight was, or is, about others than those in this encounter. @param {Combat} combat */
  #isOther(combat) {
    const { whole } = this.views();
    const people = whole?.combatants ?? {};
    if (!whole || Object.keys(people).length === 0) return false;
    const before = this.combat;
    const led = before !== undefined && before.id !== combat.id;
    if (whole.phase === "setup" && !led) return false; // prepared on Turnkeeper's own page: one and the same
    return pair(read(combat).docs, people).size === 0 || whole.phase === "over";
  }

  /** @param {Combat} combat @returns {Promise<boolean>} whether there is a new fight */
  async #open(combat) {
    const { whole } = this.views();
    const before = this.combat;
    if (!whole) return false;
    const known = this.actors.knownOf(before, whole);
    const { system, options } = whole;
    await this.requests.give({ do: "open", system, options, keep: "none", force: this.#isRunning() });
    if (Object.keys(this.views().whole?.combatants ?? {}).length > 0) return false; // refused, which was said
    this.met.clear();
    this.#told.clear();
    if (before && before.id !== combat.id) await letGo(before);
    await combat.update(nowhere(read(combat)), { ...OURS, diff: false });
    await this.#send(combat.combatants.contents, known);
    return true;
  }

  /** @param {Combatant[]} docs @param {Map<string, object>} [known] what was known of them in the last fight, by actor */
  async #send(docs, known = new Map()) {
    for (const doc of docs) this.#told.add(doc.id);
    await this.actors.learn();
    const combatants = docs.map((doc) => ({
      ...known.get(doc.actorId ?? ""),
      ...newcomer(doc),
      ...this.actors.of(doc),
    }));
    if (combatants.length > 0) await this.requests.give({ do: "add", combatants });
  }

  /** @override */
  async reconcile() {
    const { open, whole, epoch } = this.views();
    if (whole) this.remember(whole, Object.keys(whole.combatants ?? {}));
    if (!open || !whole || this.#adopting || this.requests.busy || !this.lease.held) return;
    if (whole.phase === "setup" && open.phase !== "setup") return; // a new fight, of which players hear in a moment
    const combat = this.combat ?? (await this.#make(open, whole));
    if (!combat || this.#isLate(combat, epoch)) return;
    if (this.#tell(combat, whole)) return; // what comes of it will be looked at
    await this.#people(combat, open, whole);
    await this.#write(combat, open, whole, epoch);
    await this.actors.write(combat, open, whole);
    this.steps.done();
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
    void this.#send(fresh);
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
    const { now, next, ...plain } = changes;
    const flags = { [ID]: { table: this.table, fence: this.lease.fence, epoch, now, next } };
    // All in one write, and `diff` off: a turn that Foundry thinks unchanged would follow its old
    // owner to another place of the list.
    const options = { ...OURS, diff: false, direction: back ? -1 : 1, ...this.#events(shown, changes, back) };
    await combat.update({ ...plain, flags }, options);
    await this.actors.layDown(combat, shown.docs, changes.combatants);
  }

  /**
   * What Foundry makes of a write: its turns begin and end for a step forward to one actor or to nobody, its time
   * goes on by the rounds of a step forward. With the settings off, for none.
   *
   * @param {{round: number}} shown @param {{round: number, now: string[]}} changes @param {boolean} back
   */
  #events(shown, { round, now }, back) {
    const forward = this.steps.forward && !back;
    const rounds = round - Math.max(1, shown.round);
    const passes = forward && rounds > 0 && this.settings.isOn("world_time");
    const delta = passes ? rounds * (this.vtt.CONFIG.time?.roundTime ?? 0) : 0;
    return {
      turnEvents: forward && now.length < 2 && this.settings.isOn("turn_events"),
      ...(this.vtt.game.release.generation < 13 ? { advanceTime: delta } : { worldTime: { delta } }),
    };
  }
}

/** An encounter that is put aside stays, as it was prepared. @param {Combat} combat */
async function letGo(combat) {
  const { combatants, ...rest } = nowhere(read(combat));
  await combat.update({ ...rest, combatants }, { ...OURS, diff: false });
  await combat.unsetFlag(ID, "table");
}
