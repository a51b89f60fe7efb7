/** In a page that nobody sees there are no frames: then it is drawn so many ms later. */
const UNSEEN = 250;

/**
 * Runs at once, and then at most once in so many ms; what comes in between is not lost, but late.
 * @param {() => void} run
 * @param {number} ms
 */
export function seldom(run, ms) {
  let [resting, due] = [false, false];
  return function ask() {
    due = resting;
    if (resting) return;
    run();
    resting = true;
    setTimeout(() => {
      resting = false;
      if (due) ask();
    }, ms);
  };
}

/**
 * Draws once before the next picture, however much changes until then.
 * @param {() => void} draw
 * @returns {{soon: () => void, now: () => void}} `now` draws at once, and what was to come is in it
 */
export function framed(draw) {
  /** @type {{frame: number, timer: ReturnType<typeof setTimeout>} | undefined} */
  let due;
  const now = () => {
    if (due) {
      cancelAnimationFrame(due.frame);
      clearTimeout(due.timer);
      due = undefined;
    }
    draw();
  };
  const soon = () => {
    due ??= { frame: requestAnimationFrame(now), timer: setTimeout(now, UNSEEN) };
  };
  return { soon, now };
}
