/** From full size down to where a name can still be read on a stream. */
const SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2];

/**
 * A screen on the wall has no scroll bar: what does not fit is drawn smaller, as often as it changes.
 * @param {HTMLElement} main
 * @param {HTMLElement} tracker
 */
export function fitted(main, tracker) {
  const root = document.documentElement;
  const fit = () => {
    for (const size of SIZES) {
      main.style.setProperty("zoom", String(size));
      if (root.scrollHeight <= innerHeight) return;
    }
  };
  new ResizeObserver(fit).observe(tracker);
  addEventListener("resize", fit);
}
