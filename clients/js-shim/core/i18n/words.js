/**
 * @import {Language} from "./language.js"
 * @import {System, View, Entry, Term, Declared, Note, Told, Prompt} from "../../protocol.d.ts"
 *
 * @typedef {object} Known what sentences need of the table
 * @property {View} view as it is now
 * @property {Record<string, string>} names by id, of those too who have left
 * @property {Record<string, System>} catalogue
 */

/** Fields of an event or a detail that hold ids of combatants. */
const NAMED = ["combatant", "by", "target", "before", "after", "opponent", "charger"];
const NAMED_LISTS = ["combatants", "order", "against"];
/** Fields of an event that name house rules. */
const CHANGED = ["now", "next_round"];
/** Fields of an action that are said by themselves, not as `field: value`. */
const SAID = new Set([
  "act",
  "name",
  "label",
  "target",
  "targets",
  "round",
  "cancelled",
  "lost",
  "done",
  "carried",
  "started",
  "due",
  "notes",
]);

/** Sentences about what the server tells: it sends codes, clauses and values, never words. */
export class Words {
  /** @param {Language} language @param {Known} table */
  constructor(language, table) {
    this.language = language;
    this.table = table;
  }

  /** @param {string} key @param {Record<string, unknown>} [values] */
  text(key, values) {
    return this.language.text(key, values);
  }

  /** @param {string} id */
  name(id) {
    return this.table.view.combatants?.[id]?.name ?? this.table.names[id] ?? this.text("word.someone");
  }

  /** @param {string[]} ids */
  names(ids) {
    return this.language.list(ids.map((id) => this.name(id)));
  }

  /** @param {string} side */
  side(side) {
    return this.language.has(`side.${side}`)
      ? this.text(`side.${side}`)
      : side.charAt(0).toLocaleUpperCase(this.language.tag) + side.slice(1);
  }

  /** Who rolls: a combatant, a side, everybody. @param {string} roller */
  roller(roller) {
    if (roller === "all") return this.text("word.everybody");
    return roller.startsWith("side:") ? this.side(roller.slice("side:".length)) : this.name(roller);
  }

  /**
   * Where the fight stands: "Segment 5", "Count 17".
   * @param {string | undefined} system
   * @param {number | undefined} at
   */
  moment(system, at) {
    const unit = this.table.catalogue[system ?? ""]?.layout.unit;
    return at === undefined ? "" : this.language.first([`at.${unit}`, "at.any"], { at });
  }

  /** @param {string} clause */
  clause(clause) {
    return this.language.has(`clause.${clause}`) ? this.text(`clause.${clause}`) : "";
  }

  /** A label that the server made of an action's kind, or somebody's own word. @param {string} label */
  label(label) {
    return this.language.has(`act.${label}`) ? this.text(`act.${label}`) : this.#called(label);
  }

  /**
   * Dice as they lie, each by the name of its face where it has one.
   * @param {number[]} faces
   * @param {string} [system]
   * @returns {string[]}
   */
  dice(faces, system = this.table.view.system) {
    return faces.map((face, die) => this.#known("face", `${system}.${die}.${face}`, String(face)) ?? "");
  }

  /** @param {number[]} faces @param {string} [system] */
  faces(faces, system) {
    return this.dice(faces, system).join(" · ");
  }

  /** @param {string} name */
  mark(name) {
    return this.#known("mark", name) ?? name;
  }

  /** A house rule. @param {string} name */
  option(name) {
    return this.text(`option.${name}`);
  }

  /** @param {Entry} entry */
  entry({ combatant, what, label, action }) {
    const kind = this.table.view.combatants?.[combatant]?.declared?.[action ?? -1]?.act;
    return this.language.first([`what.${what}.${kind}`, `what.${what}`], {
      label: label && this.label(label),
    });
  }

  /** One reason for a place. @param {Term} term */
  term(term) {
    const names = {
      name: term.name && this.#called(term.name),
      combatant: term.combatant && this.name(term.combatant),
    };
    return this.language.first([`term.${term.term}`, "term.other"], {
      ...term,
      ...names,
      faces: term.faces && this.faces(term.faces),
    });
  }

  /** @param {Declared} action */
  action(action) {
    const fields = Object.entries(action).filter(([field, value]) => !SAID.has(field) && !isEmpty(value));
    const parts = fields.map(([field, value]) =>
      this.language.first(
        [
          `choice.${field}.${value}`,
          ...(Array.isArray(value) ? [`said.${field}.several`] : []),
          `said.${field}`,
          "said.other",
        ],
        { field, value: said(value), n: value },
      ),
    );
    const name = action.name ?? action.label;
    return this.text("declared.action", {
      act: this.text(`act.${action.act}`),
      name,
      fields: parts.join(", "),
      target: action.targets ? this.names(action.targets) : action.target && this.name(action.target),
    });
  }

  /**
   * What Undo would take back, or Redo bring again.
   * @param {{do: string, combatant?: string, name?: string, for?: string, count?: number, of?: string}} step
   * @returns {string}
   */
  step({ do: command, combatant, name, for: roller, count, of }) {
    return this.language.first([`step.${command}`, "step.other"], {
      who: name ?? (combatant && this.name(combatant)) ?? (roller && this.roller(roller)),
      n: count,
      of: of && this.step({ do: of }),
    });
  }

  /** What an answer says beside. @param {Note} note */
  note({ code, combatant, action, option, clause }) {
    const declared = this.table.view.combatants?.[combatant ?? ""]?.declared?.[action ?? -1];
    return this.text(`note.${code}`, {
      who: combatant && this.name(combatant),
      action: declared && this.action(declared),
      option: option && this.option(option),
      clause: clause && this.clause(clause),
    });
  }

  /** @param {Told} told @param {string} [system] of the fight in which it happened */
  event(told, system = this.table.view.system) {
    const who = told.combatant ?? told.for;
    const keys = [`event.${told.event}`];
    if (told.event === "moved") return this.#moved(told, system);
    if (told.event === "placed" && told.last) keys.unshift("event.placed.last");
    if (told.event === "lapsed") keys.unshift(`event.lapsed.${told.what}`);
    if (told.event === "changed") keys.unshift(...this.#changes(told));
    return this.language.first(keys, {
      ...this.#values(told, system),
      who: typeof who === "string" ? this.roller(who) : undefined,
    });
  }

  /** @param {{code: string, clause: string, detail: Record<string, unknown>}} refusal */
  refusal({ code, clause, detail }) {
    const values = this.#values(detail);
    const keys = [`error.${code}.${detail.field}`, `error.${code}`, "error.internal"];
    const waits = Array.isArray(detail.prompts)
      ? detail.prompts.map((prompt) => this.prompt(prompt)).join(" ")
      : "";
    return [this.language.first(keys, values), waits, this.clause(clause)].filter(Boolean).join(" ");
  }

  /** @param {Prompt} prompt */
  prompt(prompt) {
    const who = prompt.combatants
      ? this.names(prompt.combatants)
      : prompt.for
        ? this.language.list(prompt.for.map((id) => this.roller(id)))
        : "";
    return this.text(`prompt.${prompt.prompt}`, { who });
  }

  /** @param {Told} told @param {string | undefined} system */
  #moved(told, system) {
    const at = this.moment(system, /** @type {number | undefined} */ (told.at));
    return this.language.first([`moved.${told.phase}`, "event.moved"], {
      ...this.#values(told),
      at,
      round: told.round || undefined,
    });
  }

  /** @param {Told} told */
  #changes(told) {
    const fields = Array.isArray(told.fields)
      ? told.fields
      : Object.keys(/** @type {object} */ (told.set ?? {}));
    return fields.length === 1 ? [`changed.${fields[0]}`] : [];
  }

  /** @param {Record<string, unknown>} fields @param {string} [system] */
  #values(fields, system) {
    /** @type {Record<string, unknown>} */
    const values = { ...fields };
    for (const field of NAMED)
      if (typeof fields[field] === "string") values[field] = this.name(fields[field]);
    for (const field of NAMED_LISTS)
      if (Array.isArray(fields[field])) values[field] = this.names(fields[field]);
    if (isObject(fields.combatant)) values.combatant = fields.combatant.name;
    if (isObject(fields.sides)) values.sides = this.#counted(fields.sides);
    if (isObject(fields.segments)) values.segments = this.#counted(fields.segments);
    if (isObject(fields.faces)) values.faces = this.#counted(fields.faces);
    if (Array.isArray(fields.faces)) values.faces = this.faces(fields.faces, system);
    // One die that counts as it lies needs no sum.
    if (Array.isArray(fields.faces) && fields.faces.length === 1 && fields.total === fields.faces[0])
      values.total = undefined;
    if (typeof fields.system === "string") values.system = this.text(`system.${fields.system}`);
    if (typeof fields.name === "string") values.name = this.#known("mark", fields.name);
    for (const field of CHANGED) {
      const options = fields[field];
      if (Array.isArray(options))
        values[field] = this.language.list(options.map((name) => this.option(name)));
    }
    if (Array.isArray(fields.actions))
      values.actions = this.language.list(fields.actions.map((action) => this.action(action)));
    if (typeof fields.what === "string") values.what = this.#known("lapse", fields.what);
    if (typeof fields.outcome === "string") values.outcome = this.text(`outcome.${fields.outcome}`);
    if (typeof fields.role === "string") values.role = this.text(`role.${fields.role}`);
    return values;
  }

  /** "Party 3, Foes 5". @param {Record<string, unknown>} values */
  #counted(values) {
    return this.language.list(
      Object.entries(values).map(
        ([key, value]) =>
          `${this.#sideOrName(key)} ${Array.isArray(value) ? this.faces(value) : said(value)}`,
      ),
    );
  }

  /** @param {string} key */
  #sideOrName(key) {
    if (key.startsWith("side:")) return this.roller(key);
    return this.table.names[key] ? this.name(key) : this.side(key);
  }

  /**
   * What a term calls by its name: a situation, a size, a kind of device, or somebody's own word.
   * @param {string} name
   */
  #called(name) {
    const key = [`weapon.${name}`, `situation.${name}`, `choice.size.${name}`, `choice.kind.${name}`].find(
      (one) => this.language.has(one),
    );
    return key ? this.text(key) : name;
  }

  /**
   * A value that has words of its own, or as it is.
   * @param {string} group
   * @param {string | undefined} value
   * @param {string | undefined} [plain]
   */
  #known(group, value, plain = value) {
    return value !== undefined && this.language.has(`${group}.${value}`)
      ? this.text(`${group}.${value}`)
      : plain;
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isEmpty(value) {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** @param {unknown} value @returns {string} */
function said(value) {
  if (Array.isArray(value)) return value.map(said).join(", ");
  return isObject(value) ? Object.values(value).map(said).join(" ") : String(value);
}
