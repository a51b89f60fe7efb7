/** @import {Foundry} from "./foundry.d.ts" @import {Marks} from "./marks.js" @import {Settings} from "./settings.js" */

/** What a user may wish for when somebody else's moment comes: to be taken there, to be told, to hear it. */
export class Moments {
  #last = "";

  /** @param {Foundry} vtt @param {Settings} settings */
  constructor(vtt, settings) {
    this.vtt = vtt;
    this.settings = settings;
  }

  /** @param {Marks} marks */
  heard({ now }) {
    const moment = JSON.stringify(now);
    const isNew = moment !== this.#last && now.length > 0;
    this.#last = moment;
    if (!isNew) return;
    if (this.settings.wishes("pan")) this.#pan(now);
    if (this.settings.wishes("announce")) {
      const names = now.map((one) => one.name).join(", ");
      this.vtt.ui.notifications.info(this.vtt.game.i18n.format("TURNKEEPER.now", { names }));
    }
    if (this.settings.wishes("sound")) this.#sound();
  }

  /** To the first of them whom this user sees. @param {Marks["now"]} now */
  #pan(now) {
    const { canvas } = this.vtt;
    const here = new Set(now.filter((one) => one.scene === canvas?.scene?.id).map((one) => one.token));
    const token = canvas?.tokens?.placeables.find((one) => here.has(one.id) && one.visible !== false);
    if (token?.center) void canvas?.animatePan?.({ ...token.center, duration: 400 });
  }

  #sound() {
    const src = this.vtt.CONFIG.sounds?.notification;
    const player = this.vtt.foundry?.audio?.AudioHelper;
    if (src && player?.play) void player.play({ src, volume: 0.5, autoplay: true, loop: false }, false);
  }
}
