/**
 * What a player without a connection asks for in Roll20's chat, as a command:
 *
 *     !turnkeeper end            !turnkeeper delay          !turnkeeper return
 *     !turnkeeper roll 4         !turnkeeper ready when the door opens
 *     !turnkeeper declare spell name="Magic Missile" segments=1
 *
 * It is said with a token selected. No rules here: the server says what it thinks of it.
 *
 * @import {Combatant, View} from "../../protocol.d.ts"
 * @import {Command} from "../../core/net/connection.js"
 */

/** @type {Record<string, (rest: string, combatant: Combatant, view: View) => Command>} */
const VERBS = {
  end: (_, { id }) => ({ do: "end_turn", combatant: id }),
  delay: (_, { id }) => ({ do: "delay", combatant: id }),
  return: (_, { id }) => ({ do: "return", combatant: id }),
  ready: (rest, { id }) => ({ do: "ready", combatant: id, ...(rest && { trigger: rest }) }),
  roll: (rest, combatant, view) => {
    const faces = rest
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    return { do: "roll", for: roller(combatant, view), ...(faces.length > 0 && { faces }) };
  },
  declare: (rest, { id }) => ({ do: "declare", combatant: id, actions: [action(rest)] }),
};

/**
 * @param {string} text what follows `!turnkeeper`
 * @param {Combatant} combatant whose token is selected
 * @param {View} view
 * @returns {Command | undefined} nothing if it is no request
 */
export function chatCommand(text, combatant, view) {
  const [, verb, rest] = /^\s*(\w+)\s*(.*)$/s.exec(text) ?? [];
  return Object.hasOwn(VERBS, verb ?? "") ? VERBS[verb](rest.trim(), combatant, view) : undefined;
}

/** The side rolls where it is asked to, else each for oneself. @param {Combatant} combatant @param {View} view */
function roller({ id, side }, { prompts = [] }) {
  const asked = prompts.flatMap((prompt) => (prompt.prompt === "roll" ? (prompt.for ?? []) : []));
  return [id, `side:${side}`].find((one) => asked.includes(one)) ?? id;
}

/** `spell name="Magic Missile" segments=1`. @param {string} text */
function action(text) {
  const [, act = "", rest = ""] = /^(\w+)\s*(.*)$/s.exec(text) ?? [];
  const fields = [...rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, field, quoted, plain]) => [
    field,
    quoted ?? value(plain),
  ]);
  return { act, ...Object.fromEntries(fields) };
}

/** @param {string} text */
function value(text) {
  if (/^-?\d+$/.test(text)) return Number(text);
  return text === "true" || text === "false" ? text === "true" : text;
}
