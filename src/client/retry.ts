import { isShippingFailure } from './errors/index.ts';

export interface Retry {
  /** How often a read is asked again, at most twice. 2 by default; 0 asks once. */
  times?: number;
  /** Milliseconds before the first retry, twice as long before the second; up to half of it is left to chance. 300. */
  delay?: number;
}

/** Neither a refusal nor an answer that cannot be read becomes another one by asking again. */
const worthAsking: ReadonlySet<string> = new Set(['network', 'timeout', 'unavailable']);

/**
 * Asks until there is an answer, and never past the deadline: an attempt may take half of the time that is left, the last
 * one all of it; a service that wants to be left alone for longer than that is not asked again.
 * @param timeout milliseconds for all attempts and the waits between them
 * @throws what the last attempt threw, or the reason of `signal`
 */
export async function retried<T>(
  { times = 2, delay = 300 }: Retry,
  timeout: number,
  signal: AbortSignal,
  attempt: (patience: number) => Promise<T>,
): Promise<T> {
  const end = performance.now() + timeout;
  const rest = () => end - performance.now();
  for (let left = Math.min(times, 2), step = delay; ; left -= 1, step *= 2) {
    try {
      return await attempt(left > 0 ? rest() / 2 : rest());
    } catch (thrown) {
      if (left <= 0 || !isShippingFailure(thrown) || !worthAsking.has(thrown.code)) throw thrown;
      const asked = thrown.code === 'unavailable' ? (thrown.retryAfter ?? 0) * 1000 : 0;
      const wait = Math.max(asked, step * (1 - Math.random() / 2));
      if (wait >= rest()) throw thrown;
      await pause(wait, signal);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw signal.reason;
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', leave);
  });
}
