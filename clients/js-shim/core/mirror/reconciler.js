/**
 * What looks at what is there and at what ought to be there, and makes the one like the other. It may be
 * told to look at any time, and too often does no harm.
 */
export class Reconciler {
  #running = false;
  #again = false;

  /** One look at a time; what changes meanwhile is looked at afterwards. */
  async look() {
    this.#again = true;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.reconcile();
      }
    } finally {
      this.#running = false;
    }
  }

  /** Makes what is there as it ought to be. @protected */
  async reconcile() {}
}
