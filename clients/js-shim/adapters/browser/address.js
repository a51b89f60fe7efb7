/**
 * Who comes in, and with what. The link is `…/#table=friday&token=…`: what stands behind the # is
 * never sent to a server. The token of a game master or a player moves into this tab's storage at once,
 * so that it is not read off the address bar on a shared screen.
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
 * The invitation that the page was opened with, now or before in this tab.
 * @param {Location} location @param {History} history @param {Storage} storage
 * @returns {Invitation | undefined}
 */
export function invitation(location, history, storage) {
  const fresh = parse(location.hash);
  if (fresh) {
    storage.setItem(key(fresh.table), fresh.token);
    const { table, view } = fresh;
    history.replaceState(null, "", `#${new URLSearchParams({ table, ...(view && { view }) })}`);
    return fresh;
  }
  const fields = new URLSearchParams(location.hash.slice(1));
  const table = fields.get("table");
  const token = table && storage.getItem(key(table));
  return table && token ? { table, token, view: fields.get("view") ?? "" } : undefined;
}

/** @param {string} table */
function key(table) {
  return `turnkeeper:token:${table}`;
}

/** What this browser is for good: 128 random bits. @param {Storage} storage @param {() => string} id */
export function client(storage, id) {
  const known = storage.getItem("turnkeeper:client");
  if (known) return known;
  const fresh = id();
  storage.setItem("turnkeeper:client", fresh);
  return fresh;
}

/** The socket beside the page, below whatever prefix a proxy gives it. @param {string} base address of the page */
export function socketAddress(base) {
  const url = new URL("ws", base);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url.href;
}
