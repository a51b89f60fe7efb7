/** @typedef {{address: string, table: string, token: string}} Invited what a link says: whose server, which table, and the token that lets one in */

/**
 * A link that somebody pastes: `https://vtt.example/prefix/#table=friday&token=…`.
 * @param {string} text @returns {Invited | undefined}
 */
export function parseLink(text) {
  const url = parse(text);
  if (!url) return undefined;
  const fields = new URLSearchParams(url.hash.slice(1));
  const [table, token] = [fields.get("table"), fields.get("token")];
  return table && token
    ? { address: new URL(".", url).href.replace(/[?#].*$/, ""), table, token }
    : undefined;
}

/**
 * The socket of the server at `address`. A page with https may reach plain sockets of its own
 * machine only, so any other is asked for with TLS, whatever the address says.
 *
 * @param {string} address @param {{protocol: string}} page
 * @returns {string | undefined} nothing if it is no address
 */
export function socketAddress(address, page) {
  const base = parse(address.endsWith("/") ? address : `${address}/`);
  if (!base || !/^https?:$/.test(base.protocol)) return undefined;
  const url = new URL("ws", base);
  const secure = url.protocol === "https:" || (page.protocol === "https:" && !isLoopback(url.hostname));
  url.protocol = secure ? "wss:" : "ws:";
  return url.href;
}

/** @param {string} host */
export function isLoopback(host) {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}

/** A machine in the reader's own network, to which some browsers ask for leave. @param {string} host */
export function isLocal(host) {
  return (
    isLoopback(host) ||
    host.endsWith(".local") ||
    /^(10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\./.test(host) ||
    /^\[f[cde]/.test(host)
  );
}

/** @param {string} text @returns {URL | undefined} */
export function parse(text) {
  try {
    return new URL(text.trim());
  } catch {
    return undefined;
  }
}
