import { mine } from "../../core/ui/notify.js";
import { browser } from "../../core/net/environment.js";
import { speak } from "../framed/texts.js";
import { Eye } from "./eye.js";
import { withRetries } from "./retry.js";
import { offer } from "./menu.js";
import { Rings } from "./rings.js";
import { OBR, buildShape } from "./sdk.js";
import { Session } from "./session.js";

/**
 * The page that Owlbear keeps as long as somebody is in the room, without showing it: rings, a badge
 * when it is one's own moment, and the token's menu for game masters.
 */
const PAGE = new URL("../../", import.meta.url).href;
const ICON = new URL("icon.svg", import.meta.url).href;

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const retry = (/** @type {() => Promise<any>} */ ask) => withRetries(ask, wait);

async function begin() {
  const language = await speak("owlbear", navigator.languages);
  const session = new Session(
    OBR,
    language,
    browser,
    { page: PAGE, storage: () => localStorage, wait },
    retry,
  );
  const rings = new Rings(OBR, buildShape, retry, () => session.client?.table.view);
  const refused = (/** @type {any} */ refusal) =>
    void OBR.notification.show(session.client?.words.refusal(refusal) ?? String(refusal), "WARNING");
  const eye = new Eye(
    OBR.room.id,
    () => session.client,
    refused,
    browser,
    () => performance.now(),
  );
  // Where Owlbear knows no such thing (any more) there are no rings; the fight goes on in the popover.
  const look = () => void rings.look().catch(() => undefined);
  let offered = false;
  let badge = "";
  session.subscribe((kind, message) => {
    eye.heard(kind, message);
    if (kind === "welcome" && session.client?.table.role === "gm" && !offered) {
      offered = true;
      void offer(OBR, ICON, () => session.client, refused);
    }
    if (!["session", "snapshot", "update", "tick"].includes(kind)) return;
    look();
    const now = session.client && mine(session.client) ? "!" : "";
    if (now !== badge) void OBR.action.setBadgeText(now || undefined);
    badge = now;
  });
  // Owlbear tells of changes only, so what is hidden before the first one is looked up.
  const open = async (/** @type {boolean} */ ready) => {
    eye.forget();
    look();
    if (ready) eye.looks(await retry(() => OBR.scene.items.getItems()));
  };
  const opened = (/** @type {boolean} */ ready) => void open(ready).catch(() => undefined);
  OBR.scene.onReadyChange(opened);
  OBR.scene.items.onChange((items) => {
    eye.looks(items);
    void rings.follow(items).catch(() => undefined);
  });
  // The popover has changed the own key.
  addEventListener("storage", ({ key }) => key === session.keys.name && session.look());
  addEventListener("online", () => session.client?.connection.wake());
  opened(await OBR.scene.isReady());
  await session.start();
}

// In a window of its own whoever opened it would be taken for Owlbear.
if (OBR.isAvailable && parent !== window) OBR.onReady(begin);
