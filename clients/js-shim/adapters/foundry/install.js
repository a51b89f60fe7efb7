import { isOurs } from "./combats.js";
import { ID } from "./settings.js";
import { wrap } from "./wraps.js";

/** @import {Foundry} from "./foundry.d.ts" @import {Session} from "./session.js" @import {Language} from "../../core/i18n/language.js" */

/**
 * Ties a session to Foundry's hooks. Its own hooks of a turn (`combatTurn` and its like) are left
 * alone: they come before the fact, to one window, and not for every change.
 *
 * @param {Foundry} vtt @param {Session} session @param {() => Promise<Language>} language once Foundry knows its own
 */
export function install(vtt, session, language) {
  const { Hooks } = vtt;
  // By now the game system has chosen its class of combats, and none has been made.
  Hooks.once("setup", () => wrap(vtt, session, (token) => session.rings.marked(token)));
  Hooks.once("ready", async () => {
    session.language = await language();
    session.start();
  });

  Hooks.on("createCombat", (combat, options, user) => session.writer?.created(combat, options, user));
  Hooks.on("deleteCombat", (combat, options) => {
    session.writer?.deleted(combat, options);
    session.show();
  });
  Hooks.on("updateCombat", (combat, _changes, options) => {
    if (isOurs(combat) && !options[ID]) session.writer?.look();
    session.show();
  });
  Hooks.on("createCombatant", (doc, options) => isOurs(doc.parent) && !options[ID] && session.writer?.look());
  Hooks.on("updateCombatant", (doc, changes, options) =>
    session.writer?.personChanged(doc, changes, options),
  );
  Hooks.on("deleteCombatant", (doc, options) => session.writer?.personDeleted(doc, options));

  Hooks.on("updateToken", (token, changes, options) => session.writer?.tokenChanged(token, changes, options));
  Hooks.on("updateActor", (actor, _changes, options) => session.writer?.actorChanged(actor, options));

  Hooks.on("canvasReady", () => session.rings.draw());
  Hooks.on("drawToken", (token) => session.rings.one(token));
  Hooks.on("refreshToken", (token, flags) => flags?.refreshSize && session.rings.one(token));
  // Which encounter is in view is nothing that Foundry writes.
  Hooks.on("renderCombatTracker", () => session.rings.draw());
}
