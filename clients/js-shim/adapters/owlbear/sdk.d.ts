/**
 * What the adapter touches of Owlbear Rodeo's SDK, and no more. The SDK itself lies beside this as
 * one file, since browsers cannot load its own modules: they import packages by bare names.
 */

export interface Item {
  id: string;
  name: string;
  visible: boolean;
  position: { x: number; y: number };
  metadata: Record<string, unknown>;
  attachedTo?: string;
  text?: { plainText?: string };
}

export interface Items {
  getItems(filter?: string[] | ((item: Item) => boolean)): Promise<Item[]>;
  addItems(items: Item[]): Promise<void>;
  deleteItems(ids: string[]): Promise<void>;
  onChange(run: (items: Item[]) => void): () => void;
  getItemBounds(ids: string[]): Promise<{ center: { x: number; y: number }; width: number; height: number }>;
}

export interface Owlbear {
  isAvailable: boolean;
  onReady(run: () => void): void;
  room: {
    id: string;
    getMetadata(): Promise<Record<string, any>>;
    setMetadata(update: Record<string, unknown>): Promise<void>;
    onMetadataChange(run: (metadata: Record<string, any>) => void): () => void;
  };
  player: { getRole(): Promise<"GM" | "PLAYER">; getName(): Promise<string> };
  scene: {
    isReady(): Promise<boolean>;
    onReadyChange(run: (ready: boolean) => void): () => void;
    items: Items;
    local: Items;
  };
  action: { setBadgeText(text: string | undefined): Promise<void> };
  notification: { show(message: string, variant?: "DEFAULT" | "ERROR" | "INFO" | "SUCCESS" | "WARNING"): Promise<string> };
  theme: { getTheme(): Promise<{ mode: "DARK" | "LIGHT" }>; onChange(run: (theme: { mode: "DARK" | "LIGHT" }) => void): () => void };
  contextMenu: {
    create(item: {
      id: string;
      icons: { icon: string; label: string; filter?: object }[];
      onClick(context: { items: Item[] }): void;
    }): Promise<void>;
  };
}

export interface Shape {
  shapeType(type: "CIRCLE"): Shape;
  width(pixels: number): Shape;
  height(pixels: number): Shape;
  position(place: { x: number; y: number }): Shape;
  fillOpacity(opacity: number): Shape;
  strokeColor(colour: string): Shape;
  strokeWidth(pixels: number): Shape;
  attachedTo(item: string): Shape;
  layer(layer: "ATTACHMENT"): Shape;
  locked(locked: boolean): Shape;
  disableHit(disabled: boolean): Shape;
  name(name: string): Shape;
  metadata(metadata: Record<string, unknown>): Shape;
  build(): Item;
}

export const OBR: Owlbear;
export function buildShape(): Shape;
