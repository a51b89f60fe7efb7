/** Owlbear's own page, as our frames see it: it answers the messages that the real SDK sends. */
import { FakeRoom } from "./fake.mjs";

const ask = new URLSearchParams(location.search);
const manifest = JSON.parse(ask.get("manifest"));
const room = new FakeRoom();
room.items = (ask.get("tokens") ?? "Morwen,Brand,Orc").split(",").map((name, n) => ({
  id: `token-${n}`,
  name,
  type: "IMAGE",
  layer: "CHARACTER",
  visible: true,
  metadata: {},
  position: { x: 120 + Math.floor(n / 4) * 160, y: 140 + (n % 4) * 160 },
  size: 100,
  text: { plainText: name },
}));
const person = room.player({ role: ask.get("role"), name: ask.get("name") });
const frames = [];

const answers = {
  OBR_ROOM_GET_METADATA: async () => ({ metadata: await person.room.getMetadata() }),
  OBR_ROOM_SET_METADATA: async ({ update }) => person.room.setMetadata(update),
  OBR_PLAYER_GET_ROLE: async () => ({ role: ask.get("role") }),
  OBR_PLAYER_GET_NAME: async () => ({ name: ask.get("name") }),
  OBR_SCENE_IS_READY: async () => ({ ready: true }),
  OBR_SCENE_ITEMS_GET_ALL_ITEMS: async () => ({ items: await person.scene.items.getItems() }),
  OBR_SCENE_ITEMS_GET_ITEMS: async ({ ids }) => ({ items: await person.scene.items.getItems(ids) }),
  OBR_SCENE_ITEMS_GET_ITEM_BOUNDS: async ({ ids }) => ({
    bounds: await person.scene.items.getItemBounds(ids),
  }),
  OBR_SCENE_LOCAL_GET_ALL_ITEMS: async () => ({ items: await person.scene.local.getItems() }),
  OBR_SCENE_LOCAL_ADD_ITEMS: async ({ items }) => person.scene.local.addItems(items),
  OBR_SCENE_LOCAL_DELETE_ITEMS: async ({ ids }) => person.scene.local.deleteItems(ids),
  OBR_ACTION_SET_BADGE_TEXT: async ({ badgeText }) => person.action.setBadgeText(badgeText),
  OBR_THEME_GET_THEME: async () => ({ theme: { mode: ask.get("theme") ?? "DARK" } }),
  OBR_NOTIFICATION_SHOW: async () => ({ id: "note" }),
  OBR_CONTEXT_MENU_CREATE: async (menu) => person.contextMenu.create(menu),
};

const unknown = [];
addEventListener("message", async ({ data: { id, data, nonce }, source, origin }) => {
  if (!frames.some((frame) => frame.contentWindow === source)) return;
  if (!answers[id]) return void (id.endsWith("SUBSCRIBE") || unknown.push(id));
  let answer = {};
  let kind = "RESPONSE";
  try {
    answer = (await answers[id](data)) ?? {};
  } catch (error) {
    [kind, answer] = ["ERROR", error];
  }
  source.postMessage({ id: `${id}_${kind}${nonce}`, data: answer }, origin);
  draw();
});

function tell(id, data) {
  for (const frame of frames) frame.contentWindow.postMessage({ id, data }, new URL(frame.src).origin);
}

room.watchItems((items) => {
  tell("OBR_SCENE_ITEMS_EVENT_CHANGE", { items });
  draw();
});
room.watch((metadata) => tell("OBR_ROOM_METADATA_EVENT_CHANGE", { metadata }));

/** A game master chooses from a token's menu. */
function choose(menu, token) {
  tell("OBR_CONTEXT_MENU_EVENT_CLICK", {
    id: menu,
    context: { items: room.items.filter((one) => one.id === token), selectionBounds: {} },
  });
}

function show(address, style, hidden) {
  const frame = document.createElement("iframe");
  const url = new URL(address);
  url.searchParams.set("obrref", btoa(`${location.origin} ${person.room.id}`));
  frame.src = url.href;
  frame.allow = "clipboard-write; local-network-access; loopback-network";
  Object.assign(frame.style, style);
  frame.style.visibility = hidden ? "hidden" : "visible";
  frame.onload = () =>
    frame.contentWindow.postMessage(
      { id: "OBR_READY", data: { ref: `ref-${frames.length}`, userId: "player-1" } },
      url.origin,
    );
  frames.push(frame);
  document.body.append(frame);
}

function draw() {
  const token = ({ name, position, visible }) =>
    `<div class="token" style="opacity:${visible ? 1 : 0.4};left:${position.x}px;top:${position.y}px">${name}</div>`;
  const ring = ({ position, width, style }) =>
    `<div class="ring" style="left:${position.x}px;top:${position.y}px;width:${width}px;height:${width}px;border:${style.strokeWidth}px solid ${style.strokeColor}"></div>`;
  document.getElementById("scene").innerHTML =
    room.items.map(token).join("") + person.local.map(ring).join("");
}

Object.assign(globalThis, { room, person, choose, unknown });
draw();
show(manifest.background_url, { width: "1px", height: "1px" }, true);
const { popover, width, height } = manifest.action;
show(popover, { width: `${width}px`, height: `${height}px`, right: "24px", top: "24px" });
