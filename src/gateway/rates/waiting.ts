/** How much of the time for an answer is left to somebody else who asks the same. */
const forOthers = 0.4;

/** Milliseconds between two looks at whether another process has the answer. */
const glance = 100;

/**
 * How long a question waits for the answer that somebody else is asking for: for as long as whoever asks may be there, and time to ask
 * by itself is left. A process may end meanwhile, and what a Worker waits for never comes when its page has gone away.
 */
export class Waiting {
  /** Milliseconds for others, in all. */
  readonly whole: number;
  readonly #timeout: number;
  readonly #begun = performance.now();

  /** @param timeout milliseconds for an answer, in all */
  constructor(timeout: number) {
    this.#timeout = timeout;
    this.whole = Math.round(timeout * forOthers);
  }

  /** Milliseconds for asking oneself. */
  left(): number {
    return this.#timeout - Math.min(this.#waited(), this.whole);
  }

  /** What it comes to; undefined where there is nothing to wait for, or the time for others is over. */
  async for<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
    if (!answer) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.whole - this.#waited());
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits a moment. @returns whether the time for others is over */
  async isOver(): Promise<boolean> {
    if (this.#waited() >= this.whole) return true;
    await new Promise((later) => setTimeout(later, glance));
    return false;
  }

  #waited(): number {
    return performance.now() - this.#begun;
  }
}
