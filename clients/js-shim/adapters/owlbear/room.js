/** @import {Owlbear} from "./sdk.d.ts" @import {Key} from "../framed/keys.js" @import {Client} from "../../core/state/client.js" */

const ENTRY = "turnkeeper/table";

/**
 * The key by which the players of a room come in. It lies in the room's metadata, which everybody in
 * the room can read: so it is a player's, and a game master's own never gets there.
 */
export class RoomKey {
  /** @param {Owlbear} obr @param {(ask: () => Promise<any>) => Promise<any>} retry */
  constructor(obr, retry) {
    this.obr = obr;
    this.retry = retry;
  }

  /** @returns {Promise<(Key & {invite?: string}) | undefined>} */
  async get() {
    return shared(await this.retry(() => this.obr.room.getMetadata()));
  }

  /** @param {(key: Key | undefined) => void} run @returns {() => void} ends it */
  onChange(run) {
    return this.obr.room.onMetadataChange((metadata) => run(shared(metadata)));
  }

  /** A new invitation for players, put where they find it. @param {Client} client a game master's */
  async share(client) {
    const old = await this.get();
    const { result } = await client.give({ do: "invite", role: "player" });
    await this.#put({ table: client.place.table, token: result.token, invite: result.invite });
    await this.#revoke(client, old);
  }

  /** Takes the room's invitation back: whoever came in by it is out. @param {Client} client a game master's */
  async close(client) {
    const old = await this.get();
    await this.#put(undefined);
    await this.#revoke(client, old);
  }

  /** @param {(Key & {invite?: string}) | undefined} key */
  #put(key) {
    return this.retry(() => this.obr.room.setMetadata({ [ENTRY]: key }));
  }

  /** @param {Client} client @param {(Key & {invite?: string}) | undefined} old */
  async #revoke(client, old) {
    if (old?.invite && old.table === client.place.table)
      await client.give({ do: "revoke", invite: old.invite });
  }
}

/** Anybody in the room may write there, so it is looked at before it is believed. @param {Record<string, any>} metadata */
function shared(metadata) {
  const found = metadata[ENTRY];
  const valid = ["table", "token"].every((field) => typeof found?.[field] === "string");
  return valid ? found : undefined;
}
