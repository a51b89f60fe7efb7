import { h } from "../../core/ui/dom/h.js";
import { browser } from "../../core/net/environment.js";
import { icon } from "../../core/ui/dom/icons.js";
import { Seat } from "../../core/state/client.js";

/**
 * What players see, for a game master who shares the screen: not a guess, but a second connection
 * with an observer's rights, that is taken back when the window closes.
 *
 * @param {Seat} seat
 */
export function playersButton(seat) {
  return h(
    "button",
    {
      type: "button",
      key: "players",
      class: "quiet",
      onclick: () => void open(seat),
      "aria-label": seat.words.text("page.players"),
    },
    icon("eye"),
    h("span", { class: "wide" }, seat.words.text("page.players")),
  );
}

/** @param {Seat} seat */
async function open(seat) {
  const { result } = await seat.give({ do: "invite", role: "observer" });
  const eyes = new Seat(
    { ...seat.place, token: result.token, client: browser.id(), name: () => seat.words.text("page.players") },
    seat.language,
    browser,
  );
  const close = h(
    "button",
    { type: "button", class: "quiet", "aria-label": seat.words.text("button.close") },
    icon("close"),
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "players", "aria-label": seat.words.text("page.players") },
      h("header", null, h("h2", null, seat.words.text("page.players")), close),
      part("turn-tracker", eyes),
      part("turn-log", eyes),
    )
  );
  close.onclick = () => dialog.close();
  dialog.onclose = () => {
    dialog.remove();
    eyes.connection.stop();
    void seat.give({ do: "revoke", invite: result.invite });
  };
  document.body.append(dialog);
  dialog.showModal();
  eyes.connection.start();
}

/** @param {string} tag @param {Seat} seat */
function part(tag, seat) {
  const made = h(tag);
  /** @type {any} */ (made).seat = seat;
  return made;
}
