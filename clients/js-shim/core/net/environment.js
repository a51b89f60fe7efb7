/** @import {Environment} from "./connection.js" */

/** The browser's own socket, timers and random numbers. @type {Environment} */
export const browser = {
  socket: (url, subprotocol) => /** @type {any} */ (new WebSocket(url, subprotocol)),
  after: (run, ms) => setTimeout(run, ms),
  stop: (timer) => clearTimeout(timer),
  unit: () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32,
  // Not randomUUID: that one is missing on pages without https, a table in the home network for one.
  id: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    ),
};
