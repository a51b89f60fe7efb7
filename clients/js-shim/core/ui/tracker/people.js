import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { token } from "./entry.js";
import { FOLDED, counted, kinds } from "./kinds.js";
import { sideClass, sides } from "./moments.js";

/**
 * @import {View, Combatant, Declared, Mark} from "../../../protocol.d.ts"
 * @import {Words} from "../../i18n/words.js"
 * @import {Pieces} from "../dom/pieces.js"
 * @import {Kind} from "./kinds.js"
 */

/**
 * Everybody in the fight, side by side.
 * @param {View} view
 * @param {Words} words
 * @param {{chosen?: string, user?: string}} mine
 * @param {Pieces} pieces
 */
export function people(view, words, mine, pieces) {
  return [...sides(view)].map(([side, members]) =>
    h(
      "section",
      { class: `side ${sideClass(view, side)}`, key: `side:${side}` },
      h(
        "h3",
        null,
        h("span", { class: "flag", "aria-hidden": "true" }),
        words.side(side),
        dice(view, side, words),
      ),
      h(
        "ul",
        null,
        kinds(members).flatMap((kind) => {
          const each = kind.members.map((one) => sheet(view, one, words, mine, pieces));
          return kind.members.length < FOLDED ? each : [folded(view, kind, words, mine, each)];
        }),
      ),
    ),
  );
}

/**
 * @param {View} view
 * @param {Combatant} one
 * @param {Words} words
 * @param {{chosen?: string, user?: string}} mine
 * @param {Pieces} pieces
 */
function sheet(view, one, words, mine, pieces) {
  const active = (view.active ?? []).includes(one.id);
  const chosen = mine.chosen === one.id;
  const from = [words, words.table.names, active, chosen, mine.user, sideClass(view, one.side)];
  return pieces.piece(one, from, () => person(view, one, words, mine));
}

/**
 * "Goblin ×8: 5 5 5 2 †", and everybody when it opens.
 * @param {View} view
 * @param {Kind} kind
 * @param {Words} words
 * @param {{chosen?: string}} mine
 * @param {Node[]} each
 */
function folded(view, kind, words, mine, each) {
  const some = (/** @type {(one: Combatant) => unknown} */ is) => kind.members.some(is);
  const now = some((one) => view.active?.includes(one.id));
  const classes = ["kind", now && "now", some((one) => one.id === mine.chosen) && "chosen"];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), key: `kind:${kind.key}` },
    h(
      "details",
      { key: "kind" },
      h(
        "summary",
        null,
        h("span", { class: "name" }, counted(kind)),
        now && h("span", { class: "tag active" }, words.text("state.now")),
        h(
          "span",
          { class: "lives" },
          kind.members.map((one) => life(one, words)),
        ),
      ),
      h("ul", null, each),
    ),
  );
}

/** The hit points, or a cross for who is down. @param {Combatant} one @param {Words} words */
function life(one, words) {
  const down = one.dead || one.defeated;
  if (!down) return one.hp !== undefined && h("span", null, one.hp);
  return h(
    "span",
    { class: "down" },
    h("span", { "aria-hidden": "true" }, "†"),
    h("span", { class: "unseen" }, words.text(one.dead ? "state.dead" : "state.defeated")),
  );
}

/** What a side has rolled. @param {View} view @param {string} side @param {Words} words */
function dice(view, side, words) {
  const roll = view.sides?.[side];
  if (!roll?.faces) return null;
  return h(
    "span",
    { class: "rolled" },
    icon("dice"),
    words.text("tracker.rolled", { faces: words.faces(roll.faces), at: roll.segment }),
  );
}

/**
 * @param {View} view
 * @param {Combatant} one
 * @param {Words} words
 * @param {{chosen?: string, user?: string}} mine
 */
function person(view, one, words, mine) {
  const active = (view.active ?? []).includes(one.id);
  const own = one.owner !== undefined && one.owner === mine.user;
  const classes = [
    "person",
    active && "now",
    mine.chosen === one.id && "chosen",
    own && "own",
    one.hidden && "veiled",
    (one.defeated || one.able === false) && "out",
  ];
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), key: `person:${one.id}` },
    token(view, one.id, words),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        { class: "line" },
        h(
          "button",
          {
            type: "button",
            class: "name",
            "data-pick": one.id,
            "aria-pressed": String(mine.chosen === one.id),
            key: `pick:${one.id}`,
          },
          one.name,
          (one.count ?? 1) > 1 && h("span", { class: "count" }, `×${one.count}`),
        ),
        own && h("span", { class: "tag mine" }, words.text("state.mine")),
        active && h("span", { class: "tag active" }, words.text("state.now")),
        figures(one, words),
      ),
      states(one, words),
      declared(one, words),
    ),
  );
}

/** @param {Combatant} one @param {Words} words */
function figures(one, words) {
  return h(
    "span",
    { class: "figures" },
    one.initiative !== undefined &&
      h(
        "span",
        { class: "figure" },
        icon("turn"),
        h("span", { class: "unseen" }, words.text("word.initiative")),
        one.initiative,
      ),
    one.hp !== undefined &&
      h(
        "span",
        { class: "figure hp" },
        icon("heart"),
        h("span", { class: "unseen" }, words.text("word.hp")),
        one.hp,
      ),
  );
}

const STATES = /** @type {const} */ ([
  "hidden",
  "dead",
  "defeated",
  "stable",
  "surprised",
  "delaying",
  "fantastic",
]);

/** @param {Combatant} one @param {Words} words */
function states(one, words) {
  const tags = STATES.filter((state) => one[state] && !(state === "defeated" && one.dead)).map((state) =>
    h("span", { class: `tag ${state}` }, words.text(`state.${state}`)),
  );
  if (one.able === false) tags.push(h("span", { class: "tag" }, words.text("state.unable")));
  if (one.readied !== undefined)
    tags.push(h("span", { class: "tag" }, words.text("state.readied", { trigger: one.readied })));
  const marks = (one.marks ?? []).map((mark) => h("span", { class: "tag mark" }, markText(mark, words)));
  return tags.length + marks.length > 0 && h("p", { class: "tags" }, tags, marks);
}

/** @param {Mark} mark @param {Words} words */
export function markText(mark, words) {
  const against = mark.against?.length ? words.names(mark.against) : undefined;
  return words.text("declared.mark", { name: words.mark(mark.name), against, rounds: mark.rounds });
}

/** @param {Combatant} one @param {Words} words */
function declared(one, words) {
  const actions = one.declared ?? [];
  return (
    actions.length > 0 &&
    h(
      "ul",
      { class: "declared" },
      actions.map((action) => line(action, words)),
    )
  );
}

const FATES = /** @type {const} */ (["lost", "cancelled", "done", "carried"]);

/** @param {Declared} action @param {Words} words */
function line(action, words) {
  const state = FATES.find((name) => action[name]);
  return h(
    "li",
    { class: state ?? "" },
    h("span", { class: "said" }, words.action(action)),
    state && h("span", { class: "tag" }, words.text(`state.${state}`)),
  );
}
