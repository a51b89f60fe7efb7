/**
 * A small Owlbear room, by its rules: metadata is shared with all and merged key by key (undefined
 * takes a key away), local items are one browser's own, who asks too often is told so, and items of
 * another scene are not there. `player()` is what the SDK is for one person.
 */
export class FakeRoom {
  metadata = {};
  items = [];
  ready = true;
  /** So many calls are still refused. */
  busy = 0;
  #watchers = new Set();
  #watching = new Set();

  setMetadata(update) {
    this.metadata = structuredClone({ ...this.metadata, ...update });
    for (const [key, value] of Object.entries(this.metadata))
      if (value === undefined) delete this.metadata[key];
    if (JSON.stringify(this.metadata).length > 16_000) throw new Error("more than 16 kB");
    for (const run of this.#watchers) run(structuredClone(this.metadata));
  }

  /** The scene is changed, in Owlbear itself: everybody's frames are told all of it. */
  change(edit) {
    edit(this.items);
    for (const run of this.#watching) run(structuredClone(this.items));
  }

  watchItems(run) {
    this.#watching.add(run);
    return () => this.#watching.delete(run);
  }

  watch(run) {
    this.#watchers.add(run);
    return () => this.#watchers.delete(run);
  }

  player({ role = "PLAYER", name = "Ana", id = "room-1" } = {}) {
    const local = [];
    const badges = [];
    const menus = [];
    const asked =
      (answer) =>
      async (...parts) => {
        if (this.busy > 0) {
          this.busy -= 1;
          throw { error: { name: "RateLimitHit", message: "too often" } };
        }
        return structuredClone(answer(...parts));
      };
    const find = (list) => (filter) =>
      list().filter(Array.isArray(filter) ? (one) => filter.includes(one.id) : (filter ?? (() => true)));
    const bounds = ([id]) => {
      const { position, size = 150 } = this.items.find((one) => one.id === id);
      return { center: { x: position.x, y: position.y }, width: size, height: size };
    };
    const take = (ids) => {
      for (const gone of ids)
        local.splice(
          local.findIndex((one) => one.id === gone),
          1,
        );
    };
    return {
      isAvailable: true,
      onReady: (run) => run(),
      room: {
        id,
        getMetadata: asked(() => this.metadata),
        setMetadata: asked((update) => this.setMetadata(update)),
        onMetadataChange: (run) => this.watch(run),
      },
      player: { getRole: asked(() => role), getName: asked(() => name) },
      scene: {
        isReady: async () => this.ready,
        onReadyChange: () => () => {},
        items: {
          getItems: asked(find(() => this.items)),
          getItemBounds: asked(bounds),
          onChange: (run) => this.watchItems(run),
        },
        local: {
          getItems: asked(find(() => local)),
          addItems: asked((more) => void local.push(...more)),
          deleteItems: asked(take),
        },
      },
      action: { setBadgeText: async (text) => void badges.push(text) },
      notification: { show: async () => "note" },
      contextMenu: { create: async (menu) => void menus.push(menu) },
      local,
      badges,
      menus,
    };
  }
}

let shapes = 0;

/** What the SDK's builder makes: each call keeps one value. */
export function buildShape(item = { id: `shape-${(shapes += 1)}` }) {
  const keep = (name) => (value) => buildShape(Object.assign(item, { [name]: value }));
  return new Proxy({}, { get: (_, name) => (name === "build" ? () => item : keep(name)) });
}
