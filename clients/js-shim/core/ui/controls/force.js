/**
 * @import {Command} from "../../net/connection.js"
 */

/**
 * The command, meant although a fight is running that it puts aside.
 * @param {Command} command an `open`, a `load`, or a batch that begins with one
 * @returns {Command}
 */
export function forced(command) {
  if (command.do === "open" || command.do === "load") return { ...command, force: true };
  if (!Array.isArray(command.commands)) return command;
  return { ...command, commands: command.commands.map(forced) };
}
