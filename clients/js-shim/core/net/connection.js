import { Backoff } from "./backoff.js";
import { Pending } from "./pending.js";
import { Refusal } from "./refusal.js";

/**
 * What the connection is doing. `stale`: connected, but the server cannot reach its store, so what
 * is shown may be old. `refused`: the server does not let us in; trying again would not help.
 * @typedef {"idle" | "connecting" | "live" | "retrying" | "stale" | "refused"} State
 *
 * @typedef {{do: string, [field: string]: unknown}} Command whose fields follow from the catalogue
 *
 * @typedef {object} Socket the part of a WebSocket that is used
 * @property {(data: string) => void} send
 * @property {(code?: number) => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: {data: any}) => void) | null} onmessage
 * @property {((event: {code: number}) => void) | null} onclose
 *
 * @typedef {object} Environment everything that is not ours, so that a test can drive it
 * @property {(url: string, subprotocol: string) => Socket} socket
 * @property {(run: () => void, ms: number) => any} after starts a timer
 * @property {(timer: any) => void} stop stops one
 * @property {() => number} unit random in [0, 1)
 * @property {() => string} id 128 random bits, hex
 */

export const SUBPROTOCOL = "turnkeeper.v1.json";
const SILENCE_MS = 20_000;
const PATIENCE_MS = 10_000;
const FINAL = new Set([4001, 4005]);
/** There was no place (1013), or we sent too much. */
const LATER = new Set([1013, 4008]);

/** One connection to one table, for as long as the page lives, over as many sockets as it takes. */
export class Connection {
  /** @type {State} */
  state = "idle";
  /** Why the server does not let us in, or "". */
  reason = "";
  /** @type {Socket | undefined} */
  #socket;
  #welcomed = false;
  #pending = new Pending();
  /** @type {any} */
  #retry;
  /** @type {any} */
  #watch;

  /**
   * @param {object} table
   * @param {string} table.url `ws:` or `wss:` address
   * @param {() => Record<string, unknown>} table.hello fields of `hello`: table, token, name, client
   * @param {() => {epoch: string, seq: number} | undefined} table.position where our stream is
   * @param {(message: any) => void} table.receive every message that is not an answer
   * @param {(state: State) => void} table.changed
   * @param {Environment} environment
   */
  constructor({ url, hello, position, receive, changed }, environment) {
    this.url = url;
    this.hello = hello;
    this.position = position;
    this.receive = receive;
    this.changed = changed;
    this.environment = environment;
    this.backoff = new Backoff(environment.unit);
  }

  start() {
    if (this.state === "idle") this.#open();
  }

  /** Goes away for good; commands without an answer are refused as `unavailable`. */
  stop() {
    this.#drop();
    this.environment.stop(this.#retry);
    this.#pending.abandon("unavailable");
    this.#become("idle");
  }

  /** Tries at once instead of at the end of the pause (the device is back on line). */
  wake() {
    if (this.state !== "retrying") return;
    this.environment.stop(this.#retry);
    this.#open();
  }

  /** Asks for everything anew (a gap in the stream). The caller has forgotten its position. */
  resync() {
    this.#drop();
    this.#open();
  }

  /**
   * @param {Command} command
   * @param {{ifSeq?: number, as?: string}} [terms]
   * @returns {Promise<any>} the `ack`; rejects with a Refusal
   */
  give(command, { ifSeq, as } = {}) {
    if (this.state === "refused") return Promise.reject(new Refusal("unauthorized"));
    /** @type {Record<string, unknown> & {id: string}} */
    const message = { type: "command", id: this.environment.id(), command };
    if (ifSeq !== undefined) message.if_seq = ifSeq;
    if (as !== undefined) message.as = as;
    const answer = this.#pending.add(message);
    if (this.#welcomed) this.#send(message);
    return answer;
  }

  /** A message without an answer of its own; lost when there is no connection. @param {object} message */
  tell(message) {
    if (this.#welcomed) this.#send(message);
  }

  #open() {
    if (this.state !== "retrying") this.#become("connecting");
    const socket = this.environment.socket(this.url, SUBPROTOCOL);
    this.#socket = socket;
    // A late event of a socket that was dropped must not touch the new one.
    socket.onopen = () => socket === this.#socket && this.#greet();
    socket.onmessage = (event) => socket === this.#socket && this.#heard(event.data);
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
    this.#listen(SILENCE_MS);
  }

  #greet() {
    const resume = this.position();
    this.#send({ type: "hello", ...this.hello(), ...(resume && { resume }) });
  }

  /** @param {string} data */
  #heard(data) {
    this.#listen(SILENCE_MS);
    const message = JSON.parse(data);
    switch (message.type) {
      case "welcome":
        this.#welcomed = true;
        this.backoff.reset();
        this.#become("live");
        this.receive(message);
        return this.#repeat();
      case "ack":
        return this.#pending.accept(message);
      case "error":
        return this.#refused(message);
      case "status":
        this.#become(message.live ? "live" : "stale");
        return message.live && this.#repeat();
      case "pong":
        return;
      default:
        this.receive(message);
    }
  }

  /** @param {{id?: string, code: string, clause?: string, message?: string, detail?: any}} error */
  #refused(error) {
    if (error.code === "unavailable" && error.detail?.outcome === "unknown") return this.#askAgain();
    if (error.id && this.#pending.has(error.id))
      this.#pending.refuse(error.id, new Refusal(error.code, error));
    else if (!this.#welcomed) this.reason = error.code;
    else this.receive({ type: "complaint", ...error });
  }

  /** Whether it was applied is not known: it keeps waiting, and is asked again with the same id. */
  #askAgain() {
    this.environment.after(
      () => this.#welcomed && this.#repeat(),
      this.backoff.base * (2 + this.environment.unit()),
    );
  }

  #repeat() {
    for (const command of this.#pending.messages()) this.#send(command);
  }

  /** @param {number} code */
  #lost(code) {
    this.#drop();
    if (FINAL.has(code)) {
      this.reason = code === 4005 ? "revoked" : this.reason || "unauthorized";
      this.#pending.abandon("unauthorized");
      return this.#become("refused");
    }
    this.#become("retrying");
    const pause = this.backoff.next() + (LATER.has(code) ? PATIENCE_MS : 0);
    this.#retry = this.environment.after(() => this.#open(), pause);
  }

  /**
   * After a long silence ask whether anybody is there; after more of it, go and come again.
   * @param {number} ms
   */
  #listen(ms) {
    this.environment.stop(this.#watch);
    this.#watch = this.environment.after(() => {
      if (ms === PATIENCE_MS || !this.#welcomed) return this.#lost(1006);
      this.#send({ type: "ping", t: 0 });
      this.#listen(PATIENCE_MS);
    }, ms);
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#welcomed = false;
    this.environment.stop(this.#watch);
    socket?.close();
  }

  /** @param {object} message */
  #send(message) {
    this.#socket?.send(JSON.stringify(message));
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.changed(state);
  }
}
