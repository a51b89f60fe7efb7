/**
 * What we keep within somebody's tabletop: the key to a table, and who this browser is there.
 *
 * @typedef {{table: string, token: string, address?: string}} Key `address` of the server, where the page is not the
 * server's own
 */

/**
 * The browser's storage, or one for as long as the frame lives: who blocks cookies of third parties
 * has no other within a frame.
 * @param {() => Storage} find
 * @returns {Pick<Storage, "getItem" | "setItem" | "removeItem">}
 */
export function storage(find) {
  try {
    return find();
  } catch {
    /** @type {Map<string, string>} */
    const kept = new Map();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
}

/** Keys of one room, campaign or whatever else a tabletop calls it. */
export class Keys {
  /** @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} kept @param {string} room @param {() => string} id 128 random bits, hex */
  constructor(kept, room, id) {
    this.kept = kept;
    this.room = room;
    this.id = id;
  }

  /** The name of what holds the own key, as a `storage` event says it. */
  get name() {
    return `turnkeeper:${this.room}`;
  }

  /** @returns {Key | undefined} */
  get own() {
    return read(this.kept.getItem(this.name));
  }

  set own(key) {
    this.#keep(this.name, key);
  }

  /** An observer's key, by which a game master's browser sees what players see. @returns {Key | undefined} */
  get observer() {
    return read(this.kept.getItem(`${this.name}:onlooker`));
  }

  set observer(key) {
    this.#keep(`${this.name}:onlooker`, key);
  }

  /** Whether something was switched on here for good. @param {string} what */
  has(what) {
    return this.kept.getItem(`${this.name}:${what}`) !== null;
  }

  /** @param {string} what @param {boolean} on */
  switch(what, on) {
    if (on) this.kept.setItem(`${this.name}:${what}`, "");
    else this.kept.removeItem(`${this.name}:${what}`);
  }

  /** What was chosen here for good. @param {string} what @returns {string | undefined} */
  noted(what) {
    return this.kept.getItem(`${this.name}:${what}`) ?? undefined;
  }

  /** @param {string} what @param {string} value */
  note(what, value) {
    this.kept.setItem(`${this.name}:${what}`, value);
  }

  /** Who this browser is at every table, for good. */
  get clientId() {
    const known = this.kept.getItem("turnkeeper:client");
    if (known) return known;
    const fresh = this.id();
    this.kept.setItem("turnkeeper:client", fresh);
    return fresh;
  }

  /** @param {string} name @param {Key | undefined} key */
  #keep(name, key) {
    if (key) this.kept.setItem(name, JSON.stringify(key));
    else this.kept.removeItem(name);
  }
}

/** @param {string | null} text @returns {Key | undefined} */
function read(text) {
  return text === null ? undefined : JSON.parse(text);
}
