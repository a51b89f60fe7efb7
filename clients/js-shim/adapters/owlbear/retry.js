/**
 * Owlbear answers "too often" when many ask at once; then the same is asked again a little later.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(ms: number) => Promise<unknown>} wait
 * @returns {Promise<T>} rejects with whatever else went wrong, and when it stays too often
 */
export async function withRetries(ask, wait) {
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch (error) {
      if (/** @type {any} */ (error)?.error?.name !== "RateLimitHit") throw error;
      await wait(pause);
    }
  }
  return ask();
}

const PAUSES = [500, 1000, 2000, 4000];
