/** Opens our window. None of Foundry's own: with Shift it has C, F, T and the keys that move, rotate, zoom and undo. */
export const KEY = [{ key: "KeyI", modifiers: ["Shift"] }];
