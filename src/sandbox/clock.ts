/** Measures waits and rate limits. It runs even if the option `now` stands still. */
export interface Clock {
  /** Milliseconds, monotonic. */
  elapsed(): number;
  /** Resolves after so many milliseconds. Rejects with the reason of the signal if it aborts first. */
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
