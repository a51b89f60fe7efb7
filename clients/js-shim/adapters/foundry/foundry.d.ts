/**
 * What the adapter touches of Foundry VTT 12 to 14, and no more. Written from Foundry's public API
 * pages; the names are Foundry's.
 */

export interface Foundry {
  game: Game;
  Hooks: { on(hook: string, run: (...parts: any[]) => unknown): number; once(hook: string, run: (...parts: any[]) => unknown): number };
  CONFIG: {
    Combat: { documentClass: { prototype: any; create(data: object, options?: object): Promise<Combat> }; settings?: { turnMarker?: { enabled?: boolean } } };
    Token?: { objectClass?: { prototype: any } };
    time?: { roundTime?: number };
    sounds?: { notification?: string };
    specialStatusEffects?: { DEFEATED?: string };
  };
  canvas?: { ready?: boolean; tokens?: { get(id: string): Token | undefined; placeables: Token[]; turnMarkers?: Set<Token> }; scene?: { id: string }; animatePan?(to: { x: number; y: number; duration: number }): unknown };
  ui: { notifications: Record<"info" | "warn" | "error", (text: string) => unknown>; combat?: { viewed?: Combat | null; render?(): unknown } };
  PIXI?: any;
  foundry?: { applications: { api: { ApplicationV2: any; DialogV2?: any } }; canvas?: { placeables?: { tokens?: { TokenTurnMarker?: any } } }; audio?: { AudioHelper?: any } };
  libWrapper?: { register(module: string, target: string, wrapper: Function, type: "MIXED" | "WRAPPER"): unknown };
  location: { protocol: string; hostname?: string; origin?: string };
}

declare global {
  const game: Game;
  const Hooks: Foundry["Hooks"];
  const CONFIG: Foundry["CONFIG"];
  const canvas: Foundry["canvas"];
  const ui: Foundry["ui"];
  const foundry: Foundry["foundry"];
  const PIXI: any;
}

export interface Game {
  world: { id: string };
  system?: { id: string };
  actors?: Collection<Actor>;
  release: { generation: number };
  user: User;
  /** Before `setup` there are no users yet, but this is known. */
  userId: string;
  users: Collection<User> & { activeGM: User | null };
  combats: Collection<Combat>;
  combat: Combat | null;
  scenes: Collection<Scene>;
  modules: { get(id: string): Module | undefined };
  i18n: { lang: string; localize(key: string): string; format(key: string, values: Record<string, unknown>): string };
  settings: {
    register(scope: string, key: string, setting: object): void;
    registerMenu(scope: string, key: string, menu: object): void;
    get(scope: string, key: string): any;
    set(scope: string, key: string, value: unknown): Promise<unknown>;
  };
  keybindings: { register(scope: string, key: string, binding: object): void };
}

export interface Module {
  flags?: { turnkeeper?: { server?: string } };
  api?: unknown;
}

export interface Collection<T> extends Iterable<T> {
  get(id: string): T | undefined;
  contents: T[];
}

export interface User {
  id: string;
  name: string;
  isGM: boolean;
}

export interface Scene {
  id: string;
  tokens: Collection<TokenDocument>;
}

export interface TokenDocument {
  id: string;
  actorId: string | null;
  disposition: number;
  hidden: boolean;
  turnMarker?: { mode: number };
  parent?: Scene | null;
  actor?: Actor | null;
}

export interface Actor {
  id?: string;
  uuid?: string;
  hasPlayerOwner: boolean;
  flags?: { turnkeeper?: { traits?: Record<string, Record<string, unknown>> } };
  update(changes: object, options?: object): Promise<unknown>;
  /** From version 12 on. */
  toggleStatusEffect?(id: string, options: { overlay: boolean; active: boolean }): Promise<unknown>;
}

/** A token on the canvas; there is one only while its scene is being looked at. */
export interface Token {
  id: string;
  document: TokenDocument;
  w: number;
  h: number;
  center?: { x: number; y: number };
  visible?: boolean;
  /** From version 13 on Foundry's own marker, while it has one. */
  turnMarker?: any;
  renderFlags?: { set(flags: Record<string, boolean>): unknown };
  addChildAt(child: any, index: number): any;
  addChild(child: any): any;
  children: any[];
}

export interface Flags {
  turnkeeper?: { table?: string; fence?: number; epoch?: string; now?: string[]; next?: string[]; combatant?: string | null; order?: number | null };
}

export interface Combat {
  id: string;
  round: number;
  /** An index into `turns`, the sorted list; null when it is nobody's turn. */
  turn: number | null;
  turns: Combatant[];
  combatants: Collection<Combatant>;
  combatant: Combatant | null;
  started: boolean;
  flags: Flags;
  update(changes: object, options?: object): Promise<unknown>;
  delete(options?: object): Promise<unknown>;
  unsetFlag(scope: string, key: string): Promise<unknown>;
  createEmbeddedDocuments(kind: "Combatant", data: object[], options?: object): Promise<unknown>;
  deleteEmbeddedDocuments(kind: "Combatant", ids: string[], options?: object): Promise<unknown>;
}

export interface Combatant {
  id: string;
  name: string;
  tokenId: string | null;
  sceneId: string | null;
  token: TokenDocument | null;
  actorId: string | null;
  actor: Actor | null;
  initiative: number | null;
  hidden: boolean;
  defeated: boolean;
  flags: Flags;
  parent: Combat | null;
}
