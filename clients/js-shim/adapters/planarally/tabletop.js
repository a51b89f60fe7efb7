/**
 * @import {Api, Local, Page, Shape} from "./planarally.d.ts"
 *
 * @typedef {object} Token what PlanarAlly has of a shape, as far as a fight asks
 * @property {string} shape its global id, which lasts
 * @property {string} name as players may read it: "" where PlanarAlly keeps it from them
 * @property {boolean} covert players cannot see it
 * @property {boolean} owned by a player
 */

/** Players are sent nothing of this layer. */
const GM_LAYER = "dm";

/** PlanarAlly around the tracker: who sits here, where, and its shapes. */
export class Tabletop {
  /** @param {Api} api @param {Page} page */
  constructor(api, page) {
    this.api = api;
    this.page = page;
  }

  /** The room, "" before PlanarAlly has told it. */
  get room() {
    const { boardInitialized, roomCreator, roomName } = this.api.systemsState.game.raw;
    return boardInitialized && roomName ? `${roomCreator}/${roomName}` : "";
  }

  get location() {
    return this.api.systemsState.locationSettings.raw.activeLocation;
  }

  get isGM() {
    return this.api.systemsState.game.raw.isDm;
  }

  get user() {
    return this.api.systems.players.getCurrentPlayer()?.name ?? "";
  }

  /** A shape's number in this page. @param {string | undefined} shape @returns {Local | undefined} */
  local(shape) {
    const local = shape === undefined ? undefined : this.page.getLocalId?.(shape, false);
    return local !== undefined && this.api.getShape(local) ? local : undefined;
  }

  /** @param {string | undefined} shape @returns {Shape | undefined} */
  shape(shape) {
    const local = this.local(shape);
    return local === undefined ? undefined : this.api.getShape(local);
  }

  /** @param {Local} local @returns {Token | undefined} */
  token(local) {
    const [shape, drawn] = [this.api.getGlobalId(local), this.api.getShape(local)];
    const properties = this.api.systemsState.properties.readonly.data.get(local);
    if (!shape || !drawn || !properties) return undefined;
    const { name, nameVisible, isInvisible } = properties;
    return {
      shape,
      name: nameVisible ? name.trim() : "",
      covert: isInvisible || drawn.layerName === GM_LAYER,
      owned: [...this.api.systems.access.getOwners(local)].length > 0,
    };
  }
}
