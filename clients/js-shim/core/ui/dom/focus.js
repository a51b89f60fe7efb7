/** What takes the focus once what had it is gone: what is asked first, else the way on. None of them opens a phone's keyboard. */
const NEXT = [".asks .kinds input", ".asks button.main", ".asks button", ".dock .main", ".dock button"];

/**
 * Keeps the focus within a root that is drawn anew: who gives a command by the keyboard is led on to what
 * is asked next, and never thrown back to the top of the page.
 */
export class Focus {
  /** What had the focus and can no longer hold it. @type {HTMLElement | undefined} */
  #lost;

  /** @param {ShadowRoot} root */
  constructor(root) {
    this.root = root;
  }

  /** Draws, and sees to the focus. @param {() => void} draw */
  keep(draw) {
    const had = this.root.activeElement;
    draw();
    if (had instanceof HTMLElement && !holds(had)) this.#lost = had;
    if (!this.#lost || !homeless(this.root)) return void (this.#lost = undefined);
    const next = this.#next(this.#lost);
    if (!next) return;
    this.#lost = undefined;
    next.focus({ preventScroll: true });
  }

  /** Nothing as long as an answer is on its way. @param {HTMLElement} lost */
  #next(lost) {
    if (lost.isConnected && !holds(lost)) return undefined;
    const onward = /** @type {HTMLElement | null} */ (
      lost.dataset.onward && this.root.querySelector(lost.dataset.onward)
    );
    if (onward) return onward;
    if (lost.isConnected) return lost;
    const found = NEXT.map((selector) => this.root.querySelector(selector)).find(
      (one) => one instanceof HTMLElement && holds(one),
    );
    return /** @type {HTMLElement | undefined} */ (found);
  }
}

/** @param {HTMLElement} element */
function holds(element) {
  return element.isConnected && !(/** @type {HTMLButtonElement} */ (element).disabled);
}

/** Whether nobody has taken the focus elsewhere meanwhile. @param {ShadowRoot} root */
function homeless(root) {
  const there = root.activeElement;
  if (there instanceof HTMLElement) return !holds(there);
  const { activeElement, body } = root.host.ownerDocument;
  return !activeElement || activeElement === body || activeElement === root.host;
}
