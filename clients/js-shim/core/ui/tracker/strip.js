import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { momentBox } from "./entry.js";
import { moments, segments, sideClass, spans } from "./moments.js";
import { stage } from "./stage.js";

/**
 * @import {System, View} from "../../../protocol.d.ts"
 * @import {Words} from "../../i18n/words.js"
 * @import {Pieces} from "../dom/pieces.js"
 * @import {Span} from "./moments.js"
 */

/** Surprise segments may be few; they do not get wider for that. */
const FEWEST = 5;

/**
 * The round as a strip of segments, and below it what takes several of them.
 * @param {View} view
 * @param {System} system
 * @param {Words} words
 * @param {Pieces} pieces
 */
export function strip(view, system, words, pieces) {
  const columns = segments(view, system);
  const all = moments(view);
  const vars = { "--columns": Math.max(columns.length, FEWEST) };
  const loose = all.filter((moment) => moment.at === undefined || !columns.includes(moment.at));
  return [
    scale(view, system, columns, all),
    h(
      "div",
      { class: "strip", role: "list", vars, "aria-label": words.text("tracker.strip") },
      columns.map((at) =>
        segment(
          view,
          system,
          at,
          all.filter((moment) => moment.at === at),
          words,
          pieces,
        ),
      ),
    ),
    lanesBelow(spans(view).filter(runs), columns, words, view),
    loose.length > 0 &&
      h(
        "div",
        { class: "lane", role: "list" },
        loose.map((moment) => momentBox(view, moment, words, false, pieces)),
      ),
  ];
}

/**
 * Where the round stands, for narrow places, in which the strip stands upright and leaves out what is empty.
 * @param {View} view @param {System} system @param {number[]} columns
 * @param {import("./moments.js").Moment[]} all
 */
function scale(view, system, columns, all) {
  const used = new Set(all.map((moment) => moment.at));
  return h(
    "div",
    { class: "scale", "aria-hidden": "true", vars: { "--columns": columns.length } },
    columns.map((at) => h("span", { class: `${state(view, system, at)}${used.has(at) ? " used" : ""}` }, at)),
  );
}

/**
 * @param {View} view
 * @param {System} system
 * @param {number} at
 * @param {import("./moments.js").Moment[]} here
 * @param {Words} words
 * @param {Pieces} pieces
 */
function segment(view, system, at, here, words, pieces) {
  const when = state(view, system, at);
  const attributes = {
    class: `segment ${when}${here.length ? "" : " empty"}`,
    key: `segment:${at}`,
    role: "listitem",
    "aria-current": when === "now" && "step",
    "aria-label": words.moment(view.system, at),
  };
  return h(
    "div",
    attributes,
    h("div", { class: "number" }, at),
    h(
      "div",
      { class: "moments", role: "list" },
      here.map((moment) => momentBox(view, moment, words, false, pieces)),
    ),
  );
}

/** @param {View} view @param {System} system @param {number} at */
function state({ phase, at: now }, system, at) {
  const { part } = stage(system, phase);
  if (part === "after") return "done";
  if (part === "before" || now === undefined) return "coming";
  return at < now ? "done" : at === now ? "now" : "coming";
}

/** A span that is one moment is drawn there already. @param {Span} span */
function runs(span) {
  return span.from === undefined || span.to === undefined || span.to > span.from;
}

/** @param {Span[]} found @param {number[]} columns @param {Words} words @param {View} view */
function lanesBelow(found, columns, words, view) {
  if (found.length === 0) return null;
  const vars = { "--columns": Math.max(columns.length, FEWEST) };
  return h(
    "div",
    { class: "spans", role: "list", "aria-label": words.text("tracker.spans"), vars },
    found.map((span) => bar(span, columns, words, view)),
  );
}

/** @param {Span} span @param {number[]} columns @param {Words} words @param {View} view */
function bar(span, columns, words, view) {
  const start = span.from === undefined ? 1 : columns.indexOf(span.from) + 1;
  const end = span.to === undefined ? columns.length + 1 : columns.indexOf(span.to) + 2;
  const values = {
    name: words.name(span.combatant),
    label: title(span, words, view),
    from: span.from,
    to: span.to,
    until: until(span, words, view),
  };
  const kind = `${span.from === undefined ? "carried" : ""}${span.to === undefined ? "on" : ""}` || "within";
  const side = sideClass(view, view.combatants?.[span.combatant]?.side);
  return h(
    "div",
    {
      class: `span ${side} ${kind}`,
      role: "listitem",
      key: `span:${span.key}`,
      vars: { "--from": Math.max(1, start), "--to": end },
    },
    span.from === undefined && icon("from"),
    h("span", null, h("b", null, values.name), " ", values.label),
    values.until && h("span", { class: "until" }, values.until),
    h("span", { class: "unseen" }, words.text(`span.${kind}`, values)),
    span.to === undefined && icon("on"),
  );
}

/** @param {Span} span @param {Words} words @param {View} view */
function title({ combatant, action, label, what }, words, view) {
  const declared = view.combatants?.[combatant]?.declared?.[action ?? -1];
  return label ?? (declared ? words.text(`act.${declared.act}`) : words.text(`what.${what}`));
}

/** When it ends, if that is in a later round. @param {Span} span @param {Words} words @param {View} view */
function until({ to, until: end }, words, view) {
  if (to !== undefined || !end || end.round === view.round) return "";
  return words.text("span.until", {
    round: words.text("word.round", { round: end.round }),
    at: words.moment(view.system, end.at),
  });
}
