import { isLocal, isLoopback, parse, socketAddress } from "./server-address.js";

/**
 * @typedef {{reason: "address" | "mixed" | "local" | "not_running" | "unreachable" | "origin" | "busy" | "upgrade", [value: string]: string}} Why
 * @typedef {(url: string) => Promise<{status: number, text(): Promise<string>}>} Get
 */

/**
 * Why no connection came about. A browser tells a page nothing of a socket that failed, so this asks
 * the same server over HTTP and sees how far that gets.
 *
 * @param {string} address of the server @param {{protocol: string, hostname?: string, origin?: string}} page that wants to connect
 * @param {Get} get
 * @returns {Promise<Why>}
 */
export async function explain(address, page, get) {
  const socket = socketAddress(address, page);
  const named = parse(address);
  if (!socket || !named) return { reason: "address", address };
  const server = socket.replace(/^ws/, "http");
  const reached = await ask(get, new URL("foundry/module.json", server).href);
  if (reached?.status !== 200) return { reason: unreached(named, page), address };
  const answer = await ask(get, server);
  if (answer?.status === 403) return { reason: "origin", address, origin: page.origin ?? "" };
  return { reason: answer?.status === 503 ? "busy" : "upgrade", address };
}

/** @param {URL} address @param {{protocol: string, hostname?: string}} page @returns {"mixed" | "local" | "not_running" | "unreachable"} */
function unreached(address, page) {
  if (isLoopback(address.hostname)) return "not_running";
  if (page.protocol === "https:" && address.protocol === "http:") return "mixed";
  if (isLocal(address.hostname) && !isLocal(page.hostname ?? "")) return "local";
  return "unreachable";
}

/** @param {Get} get @param {string} url */
async function ask(get, url) {
  try {
    return await get(url);
  } catch {
    return undefined; // whatever it was, a page is not told
  }
}
