/** One Foundry window in a real page: the module comes from where its manifest says, as Foundry has it. */
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

const world = new World({
  users: [
    { id: "gil", name: "Gil", isGM: true },
    { id: "ana", name: "Ana", isGM: false },
  ],
  scenes: {
    moor: [
      token("Morwen", 1, 820, 120),
      token("Brand", 1, 820, 320),
      token("Orc", -1, 920, 520),
      token("Spy", -1, 820, 640),
    ],
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

class Graphics {
  lineStyle(_, colour) {
    this.colour = colour;
    return this;
  }
  drawCircle() {
    return this;
  }
  destroy() {
    this.element.remove();
    this.parent.children = this.parent.children.filter((one) => one !== this);
  }
}

function placeable(data) {
  const element = Object.assign(document.createElement("div"), {
    className: "token",
    textContent: data.name,
  });
  element.style.translate = `${data.x - 800 + 840}px ${data.y}px`;
  document.getElementById("board").append(element);
  const addChild = function (child) {
    child.parent = this;
    child.element = Object.assign(document.createElement("div"), { className: "ring" });
    child.element.style.setProperty("--colour", `#${child.colour.toString(16)}`);
    this.children.push(child);
    element.append(child.element);
  };
  return { id: data.id, document: data, w: 96, h: 96, children: [], addChild, element };
}

/** Foundry's own tracker, and its marker of the current turn from version 13 on. */
function draw() {
  const combat = me.game.combat;
  const rows = (combat?.turns ?? []).map((one, n) => {
    const row = document.createElement("li");
    row.className = n === combat.turn ? "active" : "";
    row.textContent = `${one.name} ${one.initiative ?? "–"}${one.hidden ? " (hidden)" : ""}${one.defeated ? " †" : ""}`;
    return row;
  });
  document.querySelector("#combat ol").replaceChildren(...rows);
  for (const { element, id } of me.canvas.tokens.placeables) {
    element.querySelector(".marker")?.remove();
    if (world.generation >= 13 && combat?.started && combat.combatant?.tokenId === id)
      element.append(Object.assign(document.createElement("div"), { className: "marker" }));
  }
  me.Hooks.callAll("renderCombatTracker", {}, document.getElementById("combat"));
}

me.canvas = { ready: true, scene: { id: "moor" }, tokens: { placeables: world.scenes.moor.map(placeable) } };
me.ui.combat = {
  get viewed() {
    return me.game.combat;
  },
};
({ game, Hooks, CONFIG, canvas, ui } = me);
foundry = { applications: { api: { ApplicationV2 } } };
PIXI = { Graphics };
Object.assign(globalThis, { world, pressed });
await import(MODULE + manifest.esmodules[0]);
for (const hook of ["init", "i18nInit", "setup", "ready"]) me.Hooks.callAll(hook);
me.refresh();
for (const hook of ["createCombat", "updateCombat", "deleteCombat", "createCombatant", "deleteCombatant"])
  me.Hooks.on(hook, draw);
document.getElementById("join").onclick = () => new me.menu.type().render(true);
draw();
document.body.dataset.ready = "";
