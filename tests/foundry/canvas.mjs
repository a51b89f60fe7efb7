/** The canvas of a small Foundry: tokens with their markers, as Foundry itself gives them, and actors. */

/** Foundry 13's own marker of the current turn. */
export class TokenTurnMarker {
  constructor(token) {
    this.token = token;
  }
  async draw() {
    this.drawn = true;
  }
  destroy() {
    this.token.children = this.token.children.filter((one) => one !== this);
  }
}

/** What is drawn of a token in one window. Its class belongs to the game system. */
export class Token {
  children = [];
  turnMarker = null;

  constructor(window, data) {
    Object.assign(this, {
      window,
      id: data.id,
      document: data,
      w: 100,
      h: 100,
      center: { x: data.x, y: data.y },
    });
    this.visible = true;
    this.renderFlags = {
      set: ({ refreshTurnMarker }) => refreshTurnMarker && this._refreshTurnMarker?.(),
    };
    if (window.world.generation < 13) this._refreshTurnMarker = undefined;
  }

  addChild(child) {
    child.parent = this;
    this.children.push(child);
    return child;
  }

  addChildAt(child) {
    return this.addChild(child);
  }

  /** The token of the active encounter's turn has the marker, in whose window that encounter is the one in view. */
  _refreshTurnMarker() {
    const { game, CONFIG, canvas } = this.window;
    const combatant = game.combat?.active && game.combat.started ? game.combat.combatant : null;
    const wanted =
      CONFIG.Combat.settings.turnMarker.enabled &&
      this.document.turnMarker?.mode !== 0 &&
      combatant?.tokenId === this.id;
    if (wanted) {
      const { TokenTurnMarker: Marker } = this.window.foundry.canvas.placeables.tokens;
      this.turnMarker ??= this.addChildAt(new Marker(this), 0);
      canvas.tokens.turnMarkers.add(this);
      void this.turnMarker.draw();
    } else if (this.turnMarker) {
      canvas.tokens.turnMarkers.delete(this);
      this.turnMarker.destroy();
      this.turnMarker = null;
    }
  }

  /** Foundry draws a token of another size without what others have drawn round the old one. */
  resize() {
    Object.assign(this, { w: 100 * (this.document.width ?? 1), h: 100 * (this.document.height ?? 1) });
    this.window.Hooks.callAll("refreshToken", this, { refreshSize: true });
  }
}

export class Graphics {
  lineStyle(width, colour) {
    Object.assign(this, { width, colour });
    return this;
  }
  drawCircle(_x, _y, radius) {
    this.radius = radius;
    return this;
  }
  destroy() {
    this.parent.children = this.parent.children.filter((one) => one !== this);
  }
}

/** @param {any} window @param {string} scene @param {any[]} tokens */
export function canvas(window, scene, tokens) {
  const placeables = tokens.map((data) => new window.CONFIG.Token.objectClass(window, data));
  const moves = [];
  return {
    ready: true,
    scene: { id: scene },
    moves,
    animatePan: ({ x, y }) => moves.push([x, y]),
    tokens: {
      placeables,
      turnMarkers: new Set(),
      get: (id) => placeables.find((one) => one.id === id),
    },
    /** Foundry looks at its markers when a combat is another; it forgets them when one is deleted. */
    refreshMarkers() {
      if (window.game.combat) for (const one of placeables) one._refreshTurnMarker?.();
    },
  };
}

/** An actor, which may stand behind several tokens. */
export class Actor {
  statuses = new Set();
  updates = [];

  constructor(id, system, hasPlayerOwner = false) {
    Object.assign(this, { id, uuid: `Actor.${id}`, system, hasPlayerOwner, flags: {} });
  }

  async update(changes, options = {}) {
    this.updates.push(changes);
    for (const [path, value] of Object.entries(changes)) {
      if (path === "flags") merge(this.flags, value);
      else set(this, path, value);
    }
    this.world?.tell("updateActor", this, changes, options);
  }

  async toggleStatusEffect(id, { overlay, active }) {
    this.overlay = overlay;
    this.statuses[active ? "add" : "delete"](id);
  }
}

function set(value, path, to) {
  const names = path.split(".");
  const last = names.pop();
  names.reduce((at, name) => (at[name] ??= {}), value)[last] = to;
}

function merge(target, source) {
  for (const [key, value] of Object.entries(source))
    if (value && typeof value === "object") merge((target[key] ??= {}), value);
    else target[key] = value;
}
