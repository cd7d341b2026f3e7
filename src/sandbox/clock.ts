/** A stopwatch. Not the calendar, which is `now` and may stand still: waits and rate limits go on all the same. */
export interface Clock {
  /** Milliseconds since some moment, never going back. */
  elapsed(): number;
  /** Resolves after that many milliseconds, or rejects with the signal's reason where that aborts first. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  elapsed: () => performance.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};
