/**
 * @import {Store} from "./planarally.d.ts"
 *
 * @typedef {object} Answers what is done instead on this page while Turnkeeper leads the tracker
 * @property {(shape?: string) => boolean} leads whether it does; whether a row of this shape is its
 * @property {() => void} next @property {() => void} back @property {() => void} round
 * @property {() => void} toggle the tracker's own beginning and end
 * @property {(shape: string) => void} remove
 * @property {(shape: string, value: number) => void} value
 * @property {(shape: string, from: number, to: number) => void} move
 * @property {() => void} refuse what there is no request for
 * @property {(method: string) => void} heard the tracker may be another
 */

/** By these PlanarAlly changes the tracker, be it for a click here or because its server says so. */
const TOLD = /** @type {const} */ ([
  "setData",
  "addInitiative",
  "removeInitiative",
  "clearEntries",
  "clearValues",
  "changeSort",
  "toggleOption",
  "setOption",
  "setActive",
  "setTurnCounter",
  "setRoundCounter",
]);

/**
 * The buttons of PlanarAlly's tracker ask the server, where it leads the tracker. Its server's words go by the same
 * methods, without `sync`, and are left alone.
 *
 * @param {Store} store @param {() => Answers | undefined} answers of the table at which this page sits
 */
export function wrap(store, answers) {
  /** @type {any} */
  const methods = store;
  const method = (
    /** @type {keyof Store} */ name,
    /** @type {(own: Function, ...parts: any[]) => void} */ run,
  ) => {
    const own = methods[name].bind(store);
    methods[name] = (/** @type {any[]} */ ...parts) => run(own, ...parts);
  };
  for (const name of TOLD)
    method(name, (own, ...parts) => {
      own(...parts);
      answers()?.heard(name);
    });
  /** @param {keyof Store} name @param {(answers: Answers, parts: any[]) => (() => void) | undefined} instead */
  const ask = (name, instead) =>
    method(name, (own, ...parts) => {
      const there = answers();
      const run = there && instead(there, parts);
      if (run) run();
      else own(...parts);
    });
  for (const [name, what] of /** @type {const} */ ([
    ["nextTurn", "next"],
    ["previousTurn", "back"],
    ["nextRound", "round"],
    ["previousRound", "back"],
    ["toggleActive", "toggle"],
  ]))
    ask(name, (there) => (there.leads() ? there[what] : undefined));
  ask("removeInitiative", (there, [shape, sync]) =>
    sync && there.leads(shape) ? () => there.remove(shape) : undefined,
  );
  ask("setInitiative", (there, [shape, value, sync]) =>
    sync && there.leads(shape) ? () => there.value(shape, value) : undefined,
  );
  ask("changeOrder", (there, [shape, from, to]) =>
    there.leads(shape) ? () => there.move(shape, from, to) : undefined,
  );
  for (const name of /** @type {const} */ ([
    "clearValues",
    "changeSort",
    "setTurnCounter",
    "setRoundCounter",
  ]))
    ask(name, (there, parts) => (isAsked(name, parts) && there.leads() ? there.refuse : undefined));
}

/** @param {string} name @param {any[]} parts of a call @returns {boolean} whether a person did it here */
function isAsked(name, parts) {
  if (name === "clearValues") return parts[0];
  return name === "changeSort" ? parts[1] : parts[2]?.sync;
}
