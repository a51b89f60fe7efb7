/**
 * Dice laid down by hand: `4`, `5 1 6`, or `516` where several of one digit are asked for; behind a stroke
 * what was rolled once more, each a face or a die, counted from 0, with its face: `5 1 6 / 2`, `5 1 6 / 1:2`.
 * A phone's keys for numbers have a star or a hash, and no stroke: `516*2` is the same.
 *
 * @param {string} typed
 * @param {{count: number, sides: number}} [dice] what is asked for
 * @returns {{faces?: number[], rerolls?: {die?: number, face: number}[]}}
 */
export function laid(typed, dice) {
  const [first, again = ""] = typed.split(/[/*#]/);
  const faces = apart(first.match(/-?\d+/g) ?? [], dice).map(Number);
  const rerolls = [...again.matchAll(/(?:(\d+):)?(\d+)/g)].map(([, die, face]) => ({
    ...(die && { die: Number(die) }),
    face: Number(face),
  }));
  return { ...(faces.length > 0 && { faces }), ...(rerolls.length > 0 && { rerolls }) };
}

/** Digits that were typed without a space are a die each. @param {string[]} numbers @param {{count: number, sides: number}} [dice] */
function apart(numbers, dice) {
  const [only] = numbers;
  const together = dice && numbers.length === 1 && dice.sides < 10 && only.length === dice.count;
  return together ? [...only] : numbers;
}
