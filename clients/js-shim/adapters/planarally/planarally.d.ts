/**
 * What the adapter touches of PlanarAlly, and no more; the names are PlanarAlly's. Tried with 2026.1.2. Of these only
 * `Api` is offered to mods; the tracker and `getLocalId` stand on PlanarAlly's page for its own developers.
 */

/** A number that a shape has within one page for as long as it is open. */
export type Local = number;

export interface Api {
  getShape(local: Local): Shape | undefined;
  getGlobalId(local: Local): string | undefined;
  systems: {
    players: { getCurrentPlayer(): { name: string } | undefined };
    access: { getOwners(local: Local): Iterable<string> };
  };
  systemsState: {
    game: { raw: { isDm: boolean; boardInitialized: boolean; roomName: string; roomCreator: string } };
    locationSettings: { raw: { activeLocation: number } };
    properties: { readonly: { data: Map<Local, Properties> } };
  };
  ui: { shape: { registerContextMenuEntry(entry: (shape: Local) => Section[]): void } };
}

export interface Shape {
  showHighlight: boolean;
  layerName?: string;
  layer?: { invalidate(skipLight: boolean): void };
}

export interface Properties {
  name: string;
  nameVisible: boolean;
  isInvisible: boolean;
}

/** A part of a shape's menu; `action` answers whether the menu closes. */
export interface Section {
  title: string;
  action?: () => boolean;
  subitems?: Section[];
}

export interface Actor {
  globalId: string;
  localId?: Local;
  initiative?: number;
  isVisible: boolean;
}

export interface Terms {
  sync: boolean;
  updateEffects: boolean;
}

/** The tracker, `window.initiativeStore`. `sync`: tell PlanarAlly's server, which is so where a person did it on this page. */
export interface Store {
  state: { roundCounter: number; turnCounter: number; sort: number; isActive: boolean };
  getDataSet(): Actor[];
  setData(data: unknown): void;
  addInitiative(local: Local, isGroup?: boolean): void;
  setInitiative(shape: string, value: number, sync: boolean): void;
  removeInitiative(shape: string, sync: boolean): void;
  clearEntries(sync: boolean): void;
  clearValues(sync: boolean): void;
  changeOrder(shape: string, from: number, to: number): void;
  changeSort(sort: number, sync: boolean): void;
  toggleOption(index: number, option: "isVisible" | "isGroup"): void;
  setOption(shape: string, option: "isVisible" | "isGroup", value: boolean): void;
  toggleActive(): void;
  setActive(active: boolean): void;
  setTurnCounter(turn: number, direction: -1 | 0 | 1, terms: Terms): void;
  setRoundCounter(round: number, direction: -1 | 0 | 1, terms: Terms): void;
  nextTurn(): void;
  previousTurn(): void;
  nextRound(): void;
  previousRound(): void;
  _forceUpdate(): void;
}

/** PlanarAlly's page. Whatever a version lacks, the adapter does without. */
export interface Page {
  initiativeStore?: Store;
  getLocalId?(shape: string, warn: boolean): Local | undefined;
}
