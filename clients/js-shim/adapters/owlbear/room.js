/** @import {Owlbear} from "./sdk.d.ts" @import {Key} from "../framed/keys.js" @import {Seat} from "../../core/state/client.js" */

const ENTRY = "turnkeeper/table";

/**
 * The key by which the players of a room come in. It lies in the room's metadata, which everybody in
 * the room can read: so it is a player's, and a game master's own never gets there.
 */
export class RoomKey {
  /** @param {Owlbear} obr @param {(ask: () => Promise<any>) => Promise<any>} calm */
  constructor(obr, calm) {
    this.obr = obr;
    this.calm = calm;
  }

  /** @returns {Promise<(Key & {invite?: string}) | undefined>} */
  async get() {
    return shared(await this.calm(() => this.obr.room.getMetadata()));
  }

  /** @param {(key: Key | undefined) => void} run @returns {() => void} ends it */
  onChange(run) {
    return this.obr.room.onMetadataChange((metadata) => run(shared(metadata)));
  }

  /** A new invitation for players, put where they find it. @param {Seat} seat a game master's */
  async share(seat) {
    const old = await this.get();
    const { result } = await seat.give({ do: "invite", role: "player" });
    await this.#put({ table: seat.place.table, token: result.token, invite: result.invite });
    await this.#revoke(seat, old);
  }

  /** Takes the room's invitation back: whoever came in by it is out. @param {Seat} seat a game master's */
  async close(seat) {
    const old = await this.get();
    await this.#put(undefined);
    await this.#revoke(seat, old);
  }

  /** @param {(Key & {invite?: string}) | undefined} key */
  #put(key) {
    return this.calm(() => this.obr.room.setMetadata({ [ENTRY]: key }));
  }

  /** @param {Seat} seat @param {(Key & {invite?: string}) | undefined} old */
  async #revoke(seat, old) {
    if (old?.invite && old.table === seat.place.table) await seat.give({ do: "revoke", invite: old.invite });
  }
}

/** Anybody in the room may write there, so it is looked at before it is believed. @param {Record<string, any>} metadata */
function shared(metadata) {
  const found = metadata[ENTRY];
  const valid = ["table", "token"].every((field) => typeof found?.[field] === "string");
  return valid ? found : undefined;
}
