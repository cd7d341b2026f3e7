/** Milliseconds that a button is shown before a pointer's press on it counts. */
const leastShown = 500;

/** Keeps the second tap of a double tap from a button that has just appeared beneath it. Keys and scripts always count. */
export class PressGuard {
  #what: string | undefined;
  #since = Number.NEGATIVE_INFINITY;

  /** @param what is shown in the place now. The first value counts as shown for long enough */
  watch(what: string): void {
    if (this.#what !== undefined && what !== this.#what) this.#since = performance.now();
    this.#what = what;
  }

  /** Whether a click comes from a pointer, and too soon to be meant for what stands there. */
  isTooSoon({ detail, timeStamp }: MouseEvent): boolean {
    // The time of the tap, because a busy page hears of it later.
    return detail > 0 && timeStamp - this.#since < leastShown;
  }
}
