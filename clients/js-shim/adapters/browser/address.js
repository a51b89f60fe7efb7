/**
 * Who comes in, and with what. The link is `…/#table=friday&token=…`: what stands behind the # is
 * never sent to a server. The token of a game master or a player moves into the browser's storage at
 * once, so that it is not read off the address bar on a shared screen.
 *
 * @typedef {{table: string, token: string, view: string}} Invitation
 */

/** @param {string} hash of a link @returns {Invitation | undefined} */
export function parse(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [table, token] = [fields.get("table"), fields.get("token")];
  return table && token ? { table, token, view: fields.get("view") ?? "" } : undefined;
}

/**
 * The invitation that the page was opened with: by this link, before in this tab, or, in an installed
 * app that opens without a link, the last one on this device. A screen on the wall keeps its link.
 *
 * @param {{location: Location, history: History, tab: Storage, device: Storage}} browser
 * @returns {Invitation | undefined}
 */
export function invitation({ location, history, tab, device }) {
  const fresh = parse(location.hash);
  if (fresh?.view) return fresh;
  const table = new URLSearchParams(location.hash.slice(1)).get("table") ?? device.getItem(LAST);
  if (!table) return undefined;
  const token = fresh?.token ?? tab.getItem(key(table)) ?? device.getItem(key(table));
  if (!token) return undefined;
  for (const storage of [tab, device]) storage.setItem(key(table), token);
  device.setItem(LAST, table);
  history.replaceState(null, "", `#${new URLSearchParams({ table })}`);
  return { table, token, view: "" };
}

/**
 * An observer's link shows nothing that it hides: it stays in the address bar, to be used again.
 * @param {History} history
 * @param {Invitation} invited
 */
export function keepLink(history, { table, token }) {
  history.replaceState(null, "", `#${new URLSearchParams({ table, token })}`);
}

/** The link did not let anybody in. @param {string} table @param {Storage[]} storages */
export function forget(table, storages) {
  for (const storage of storages) storage.removeItem(key(table));
}

const LAST = "turnkeeper:last";

/** @param {string} table */
function key(table) {
  return `turnkeeper:token:${table}`;
}

/** What this browser is for good: 128 random bits. @param {Storage} storage @param {() => string} id */
export function clientId(storage, id) {
  const known = storage.getItem("turnkeeper:client");
  if (known) return known;
  const fresh = id();
  storage.setItem("turnkeeper:client", fresh);
  return fresh;
}

/**
 * The socket beside the page, below whatever prefix a proxy gives it.
 * @param {string} base address of the page
 */
export function socketAddress(base) {
  const url = new URL("ws", base);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}
