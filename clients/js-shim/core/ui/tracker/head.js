import { h } from "../dom/h.js";
import { icon } from "../dom/icons.js";
import { called } from "./kinds.js";
import { stage } from "./stage.js";

/**
 * @import {System, View} from "../../../protocol.d.ts"
 * @import {Words} from "../../i18n/words.js"
 */

/**
 * Where the fight stands, who acts, who comes next.
 * @param {View} view @param {System | undefined} system @param {Words} words
 */
export function head(view, system, words) {
  const phase = view.phase ?? "setup";
  const acting = stage(system, phase).part === "moments";
  const moment = acting ? words.moment(view.system, view.at) : "";
  const round = view.round ? words.text("word.round", { round: view.round }) : "";
  return h(
    "header",
    { class: `where ${phase}` },
    h("p", { class: "round" }, [round, moment && words.text(`phase.${phase}`)].filter(Boolean).join(" · ")),
    h("h2", null, moment || words.text(`phase.${phase}`)),
    h("p", { class: "who" }, who(view, acting, words)),
    view.clock &&
      h("p", { class: "ticking" }, icon("clock"), words.text("tracker.clock", { every: view.clock.every })),
  );
}

/** @param {View} view @param {boolean} acting @param {Words} words */
function who(view, acting, words) {
  const active = view.active ?? [];
  const next = (view.next ?? []).filter((id) => !active.includes(id));
  if (!acting || (active.length === 0 && next.length === 0))
    return words.text(`about.${view.phase ?? "setup"}`);
  return [
    active.length > 0 &&
      h("span", { class: "active" }, words.text("tracker.now", { names: called(view, active, words) })),
    next.length > 0 &&
      h("span", { class: "next" }, words.text("tracker.next", { names: called(view, next, words) })),
  ];
}

/** The same for those who listen. @param {View} view @param {Words} words */
export function spoken(view, words) {
  const active = view.active ?? [];
  const where = [
    view.round ? words.text("word.round", { round: view.round }) : "",
    words.moment(view.system, view.at) || words.text(`phase.${view.phase ?? "setup"}`),
  ];
  const names = active.length > 0 ? words.text("tracker.now", { names: called(view, active, words) }) : "";
  return [where.filter(Boolean).join(", "), names].filter(Boolean).join(". ");
}
