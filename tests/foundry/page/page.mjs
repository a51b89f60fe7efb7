/** One Foundry window in a real page: the module comes from where its manifest says, as Foundry has it. */
import { Graphics, Token, TokenTurnMarker } from "../canvas.mjs";
import { World } from "../fake.mjs";

const ask = new URLSearchParams(location.search);
const MODULE = "/modules/turnkeeper/";
const json = async (path) => (await fetch(path)).json();
const manifest = await json(`${MODULE}module.json`);
const texts = await json(MODULE + manifest.languages.find((one) => one.lang === "en").path);
const token = (id, disposition, x, y) => ({
  id,
  name: id,
  actorId: id,
  disposition,
  x,
  y,
  actor: { hasPlayerOwner: disposition === 1 },
});

const FOUR = [
  token("Morwen", 1, 820, 120),
  token("Brand", 1, 820, 320),
  token("Orc", -1, 920, 520),
  token("Spy", -1, 820, 640),
];
/** The first half of them the party's. */
const crowd = (names) =>
  names.map((name, n) => {
    const side = n < names.length / 2 ? 1 : -1;
    return token(name, side, side === 1 ? 770 : 900, 60 + (n % (names.length / 2)) * 170);
  });

const world = new World({
  users: [
    { id: "gil", name: "Gil", isGM: true },
    { id: "ana", name: "Ana", isGM: false },
  ],
  scenes: {
    moor: ask.has("tokens") ? crowd(ask.get("tokens").split(",")) : FOUR,
  },
  generation: Number(ask.get("generation") ?? 13),
  texts,
  flags: manifest.flags,
});
const me = world.open(ask.get("user") ?? "gil");
if (ask.has("table")) world.settings.set("turnkeeper.table", ask.get("table")); // a game master was here before
document.body.classList.add(`theme-${ask.get("theme") ?? "dark"}`);
for (const style of manifest.styles)
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "stylesheet", href: MODULE + style }),
  );

/** A window of Foundry's: a frame, and what its class puts into it. */
class ApplicationV2 {
  async render() {
    const { id, classes, window: frame, position } = this.constructor.DEFAULT_OPTIONS;
    if (!this.element) {
      this.element = document.createElement("section");
      this.element.id = id;
      this.element.className = `application ${classes.join(" ")}`;
      this.element.style.width = `${position.width}px`;
      if (position.height) this.element.style.height = `${position.height}px`;
      this.element.innerHTML = `<header><h1></h1><button type="button" aria-label="Close" style="width:auto">×</button></header><div class="window-content"></div>`;
      this.element.querySelector("h1").textContent = me.game.i18n.localize(frame.title);
      this.element.querySelector("button").onclick = () => this.close();
      document.body.append(this.element);
    }
    this._replaceHTML(await this._renderHTML({}, {}), this.element.querySelector(".window-content"), {});
    return this;
  }

  async close() {
    this.element?.remove();
    this.element = undefined;
    this._onClose({});
  }

  _onClose() {}
}

/** Foundry listens for its keys on the window, last of all. */
const pressed = [];
addEventListener("keydown", (event) => pressed.push(event.key));

/** What is drawn, as elements: a token, Foundry's marker and our rings in it. */
class DrawnToken extends Token {
  constructor(window, data) {
    super(window, data);
    this.element = Object.assign(document.createElement("div"), {
      className: "token",
      textContent: data.name,
    });
    this.element.style.translate = `${data.x + 40}px ${data.y}px`;
    Object.assign(this, { w: 96, h: 96 });
    document.getElementById("board").append(this.element);
  }

  addChild(child) {
    super.addChild(child);
    const kind = child instanceof TokenTurnMarker ? "marker" : `ring ${child.name}`;
    child.element = Object.assign(document.createElement("div"), { className: kind });
    if (child.colour) {
      child.element.style.setProperty("--colour", `#${child.colour.toString(16)}`);
      child.element.style.inset = `${48 - child.radius - child.width / 2}px`;
      child.element.style.borderWidth = `${child.width}px`;
    }
    this.element.append(child.element);
    return child;
  }
}

class DrawnGraphics extends Graphics {
  destroy() {
    this.element.remove();
    super.destroy();
  }
}

class DrawnMarker extends TokenTurnMarker {
  destroy() {
    this.element.remove();
    super.destroy();
  }
}

/** Foundry's own tracker. */
function draw() {
  const combat = me.game.combat;
  const rows = (combat?.turns ?? []).map((one, n) => {
    const row = document.createElement("li");
    row.className = n === combat.turn ? "active" : "";
    row.textContent = `${one.name} ${one.initiative ?? "–"}${one.hidden ? " (hidden)" : ""}${one.defeated ? " †" : ""}`;
    return row;
  });
  document.querySelector("#combat ol").replaceChildren(...rows);
  me.Hooks.callAll("renderCombatTracker", {}, document.getElementById("combat"));
}

me.CONFIG.Token.objectClass = DrawnToken;
me.look("moor");
me.ui.combat = {
  get viewed() {
    return me.game.combat;
  },
};
({ game, Hooks, CONFIG, canvas, ui } = me);
if (me.foundry.canvas) me.foundry.canvas.placeables.tokens.TokenTurnMarker = DrawnMarker;
/** What Foundry asks before something is lost; a test answers. */
const DialogV2 = {
  async confirm({ content }) {
    globalThis.asked = content;
    return globalThis.answer ?? false;
  },
};
foundry = { ...me.foundry, applications: { api: { ApplicationV2, DialogV2 } } };
PIXI = { Graphics: DrawnGraphics };
/** The tracker's own choice of encounters. */
function view(id) {
  me.viewed = id;
  draw();
}
Object.assign(globalThis, { world, pressed, view });
await import(MODULE + manifest.esmodules[0]);
for (const hook of ["init", "i18nInit", "setup", "ready"]) me.Hooks.callAll(hook);
me.refresh();
for (const hook of ["createCombat", "updateCombat", "deleteCombat", "createCombatant", "deleteCombatant"])
  me.Hooks.on(hook, draw);
document.getElementById("join").onclick = () => new me.menu.type().render(true);
draw();
document.body.dataset.ready = "";
