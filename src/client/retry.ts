import { isShippingFailure } from './errors/index.ts';

/** How a read is asked again after no answer. Orders and cancellations never are. */
export interface Retry {
  /** How often a read is retried: 0 to 2. 2 by default. */
  times?: number;
  /** Milliseconds before the first retry, doubled for the second, minus up to half at random. 300 by default. */
  delay?: number;
}

/** A retry does not change a refusal or an unreadable answer. */
const retriedCodes: ReadonlySet<string> = new Set(['network', 'timeout', 'unavailable']);

/**
 * Retries a read until the deadline. An attempt may take half of the remaining time, the last one all of it. There is no
 * retry if `Retry-After` is longer than that.
 * @param timeout milliseconds for all attempts and the waits between them
 * @throws the error of the last attempt, or the reason of `signal`
 */
export async function retried<T>(
  { times = 2, delay = 300 }: Retry,
  timeout: number,
  signal: AbortSignal,
  attempt: (attemptTimeout: number) => Promise<T>,
): Promise<T> {
  const end = performance.now() + timeout;
  const remaining = () => end - performance.now();
  for (let left = Math.min(times, 2), step = delay; ; left -= 1, step *= 2) {
    try {
      return await attempt(left > 0 ? remaining() / 2 : remaining());
    } catch (thrown) {
      if (left <= 0 || !isShippingFailure(thrown) || !retriedCodes.has(thrown.code)) throw thrown;
      const retryAfter = thrown.code === 'unavailable' ? (thrown.retryAfter ?? 0) * 1000 : 0;
      const wait = Math.max(retryAfter, step * (1 - Math.random() / 2));
      if (wait >= remaining()) throw thrown;
      await pause(wait, signal);
    }
  }
}

/** Waits. @throws the reason of `signal` */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) throw signal.reason;
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', onAbort);
  });
}
