import { Refusal } from "../../net/refusal.js";
import { everyone } from "../tracker/moments.js";

/**
 * @import {Client} from "../../state/client.js"
 * @import {View, Combatant, Note, System} from "../../../protocol.d.ts"
 * @import {Command} from "../../net/connection.js"
 */

/** What somebody is about to do: which forms are open, what was refused in which, what is under way. */
export class Controller {
  /** Why the last command of a form was refused, by form. @type {Map<string, Refusal>} */
  refused = new Map();
  /** Forms whose command has no answer yet. @type {Set<string>} */
  busy = new Set();
  /** Commands that would do away with something and wait for a yes, by form. @type {Map<string, Command>} */
  asking = new Map();
  /** What the last answer said beside. @type {Note[]} */
  noted = [];
  /** What a form remembers beside its fields, by form: chosen actions, an order. @type {Map<string, any>} */
  notes = new Map();

  /** @param {Client} client @param {() => void} redraw */
  constructor(client, redraw) {
    this.client = client;
    this.redraw = redraw;
    // A refusal is about the moment in which it was given.
    client.subscribe((kind) => void (kind === "tick" && this.refused.delete("advance")));
  }

  get words() {
    return this.client.words;
  }

  /** @type {View} */
  get view() {
    return this.client.table.view;
  }

  /** @type {System | undefined} */
  get system() {
    return this.client.table.catalogue[this.view.system ?? ""];
  }

  get gm() {
    return this.client.table.role === "gm";
  }

  /** @returns {Combatant[]} */
  get everyone() {
    return everyone(this.view);
  }

  /** Whose combatants one may act for. @param {Combatant | undefined} combatant */
  mine(combatant) {
    return (
      combatant !== undefined && combatant.owner !== undefined && combatant.owner === this.client.table.user
    );
  }

  /** @param {string} command what the table lets this role do now */
  may(command) {
    return this.view.can?.includes(command) ?? false;
  }

  /** @param {string} form @param {any} note */
  note(form, note) {
    this.notes.set(form, note);
    this.redraw();
  }

  /**
   * Gives the command that `command` makes, or shows why it could not be made.
   * @param {string} form
   * @param {() => Command | void} command nothing, if it waits for a yes
   */
  attempt(form, command) {
    try {
      const given = command();
      return given && this.give(form, given);
    } catch (reason) {
      this.#refuse(form, reason);
      this.redraw();
    }
  }

  /**
   * Gives a command. A form that it came from is emptied when it was accepted and shows why when not;
   * what was typed stays until then.
   *
   * @param {string} form @param {Command} command @param {HTMLFormElement} [element]
   * @returns {Promise<any>} the `ack`, or undefined if it was refused
   */
  async give(form, command, element) {
    if (this.busy.has(form)) return;
    this.busy.add(form);
    this.drop(form);
    this.redraw();
    try {
      const ack = await this.client.give(command);
      this.noted = ack.notes ?? [];
      for (const note of this.notes.keys())
        if (note === form || note.startsWith(`${form}/`)) this.notes.delete(note);
      element?.reset();
      element?.closest("details.once")?.removeAttribute("open");
      return ack;
    } catch (reason) {
      this.#refuse(form, reason);
      if (this.refused.get(form)?.code === "running") this.asking.set(form, command);
    } finally {
      this.busy.delete(form);
      this.redraw();
    }
  }

  /** Waits for a yes before the command is given. @param {string} form @param {Command} command */
  ask(form, command) {
    this.drop(form);
    this.asking.set(form, command);
    this.redraw();
  }

  /** Lets go of what was refused. @param {string} form */
  drop(form) {
    this.refused.delete(form);
    this.asking.delete(form);
  }

  /** @param {string} form @param {unknown} reason */
  #refuse(form, reason) {
    this.refused.set(
      form,
      reason instanceof Refusal ? reason : new Refusal("internal", { message: String(reason) }),
    );
  }
}
