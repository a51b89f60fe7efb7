import { mine } from "../../core/ui/notify.js";
import { browser } from "../../core/net/environment.js";
import { speak } from "../framed/texts.js";
import { calmly } from "./retry.js";
import { offer } from "./menu.js";
import { Rings } from "./rings.js";
import { OBR, buildShape } from "./sdk.js";
import { Visit } from "./session.js";

/**
 * The page that Owlbear keeps as long as somebody is in the room, without showing it: rings, a badge
 * when it is one's own moment, and the token's menu for game masters.
 */
const PAGE = new URL("../../", import.meta.url).href;
const ICON = new URL("icon.svg", import.meta.url).href;

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const calm = (/** @type {() => Promise<any>} */ ask) => calmly(ask, wait);

async function begin() {
  const language = await speak("owlbear", navigator.languages);
  const visit = new Visit(OBR, language, browser, { page: PAGE, storage: () => localStorage, wait }, calm);
  const rings = new Rings(OBR, buildShape, calm, () => visit.seat?.table.view);
  const refused = (/** @type {any} */ refusal) =>
    void OBR.notification.show(visit.seat?.words.refusal(refusal) ?? String(refusal), "WARNING");
  let offered = false;
  let badge = "";
  visit.subscribe((kind) => {
    if (kind === "welcome" && visit.seat?.table.role === "gm" && !offered) {
      offered = true;
      void offer(OBR, ICON, () => visit.seat, refused);
    }
    if (!["visit", "snapshot", "update", "tick"].includes(kind)) return;
    void rings.look();
    const now = visit.seat && mine(visit.seat) ? "!" : "";
    if (now !== badge) void OBR.action.setBadgeText(now || undefined);
    badge = now;
  });
  OBR.scene.onReadyChange(() => void rings.look());
  // The popover has changed the own key.
  addEventListener("storage", ({ key }) => key === visit.keys.name && visit.look());
  addEventListener("online", () => visit.seat?.connection.wake());
  await visit.start();
}

// In a window of its own whoever opened it would be taken for Owlbear.
if (OBR.isAvailable && parent !== window) OBR.onReady(begin);
