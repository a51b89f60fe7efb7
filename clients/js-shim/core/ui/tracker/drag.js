/**
 * Puts somebody before another by dragging one entry onto the other, or after, onto its last third: with
 * the mouse or a pen, since on a touch screen the same movement scrolls. The desk has the same as a form, for
 * the keyboard.
 *
 * @param {ShadowRoot} root with elements that carry `data-why`, the id of their entry
 * @param {() => boolean} allowed
 * @param {(entry: string, side: "before" | "after", other: string) => void} place
 */
export function dragging(root, allowed, place) {
  let dropped = -1;

  // The click that ends a drag opens nothing.
  root.addEventListener(
    "click",
    (event) => event.timeStamp - dropped < 50 && event.stopImmediatePropagation(),
    { capture: true },
  );

  root.addEventListener("pointerdown", (/** @type {any} */ event) => {
    const entry = entryOf(event.target);
    if (entry && event.button === 0 && event.pointerType !== "touch" && allowed()) hold(entry, event);
  });

  /** @param {HTMLElement} entry @param {PointerEvent} start */
  function hold(entry, { clientX, clientY }) {
    const listening = new AbortController();
    const { signal } = listening;
    let moving = false;

    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", (event) => release(event, target(event, entry)), { signal });
    addEventListener("pointercancel", (event) => release(event, undefined), { signal });

    /** @param {PointerEvent} event */
    function move(event) {
      const [x, y] = [event.clientX - clientX, event.clientY - clientY];
      moving ||= Math.hypot(x, y) >= 8;
      if (!moving) return;
      entry.classList.add("held");
      entry.style.translate = `${x}px ${y}px`;
      mark(target(event, entry), event);
      event.preventDefault();
    }

    /** @param {PointerEvent} event @param {HTMLElement | undefined} onto */
    function release(event, onto) {
      listening.abort();
      mark(undefined, event);
      entry.classList.remove("held");
      entry.style.translate = "";
      if (!moving) return;
      dropped = event.timeStamp;
      if (onto) place(entry.dataset.why ?? "", side(onto, event), onto.dataset.why ?? "");
    }
  }

  /** The entry below the pointer. @param {PointerEvent} event @param {HTMLElement} held */
  function target(event, held) {
    const below = root.elementsFromPoint(event.clientX, event.clientY).map(entryOf);
    return below.find((entry) => entry && entry !== held);
  }

  /** @param {HTMLElement | undefined} entry @param {PointerEvent} event */
  function mark(entry, event) {
    for (const other of root.querySelectorAll(".onto")) other.classList.remove("onto", "after");
    entry?.classList.add("onto");
    entry?.classList.toggle("after", side(entry, event) === "after");
  }
}

/** @param {HTMLElement} onto @param {PointerEvent} event @returns {"before" | "after"} */
function side(onto, { clientX }) {
  const { left, width } = onto.getBoundingClientRect();
  return clientX > left + (2 / 3) * width ? "after" : "before";
}

/** @param {EventTarget | null} target @returns {HTMLElement | undefined} */
function entryOf(target) {
  const found = target instanceof Element ? target.closest("[data-why]") : null;
  return found instanceof HTMLElement ? found : undefined;
}
