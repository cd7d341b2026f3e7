/** The time and the chance that the code lives in. A simulation hands in its own. */
export interface Clock {
  /** Milliseconds since 1970. Whoever owns the machine may set it back. */
  now(): number;
  /** Milliseconds since some moment. It only grows, and may stop while the machine sleeps. */
  elapsed(): number;
  /** Calls `act` once, after so many milliseconds. @returns cancels it */
  after(milliseconds: number, act: () => void): () => void;
  /** From 0 to 1, never 1. */
  chance(): number;
  /** Fills the bytes at random. They must not be guessed. */
  random<Bytes extends Uint8Array<ArrayBuffer>>(bytes: Bytes): Bytes;
}

/** Milliseconds. A timer with a longer delay fires at once. */
const maxDelay = 2 ** 31 - 1;

/** The clock of this machine. */
export const machineClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, Math.min(milliseconds, maxDelay));
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
  random: (bytes) => crypto.getRandomValues(bytes),
};

/** Waits. @throws the reason of `signal` */
export function pause(milliseconds: number, signal?: AbortSignal, clock: Clock = machineClock): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw signal.reason;
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort);
  });
}

/** Waits, or until the signal aborts. A program that has nothing else to do may end meanwhile. */
export function idle(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resume) => {
    if (signal?.aborted) return resume();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resume();
    };
    const timer = setTimeout(end, milliseconds);
    // Only Node, Deno and Bun have it.
    (timer as { unref?(): void }).unref?.();
    signal?.addEventListener('abort', end);
  });
}

/**
 * Works until the deadline or an abort, also if the work ignores its signal. Not with `AbortSignal.any()`: Safari has it since 2024 only,
 * jsdom's signals are refused, and Node 20 keeps each of them for as long as the process runs.
 * @throws what `work` throws, or the reason of a signal
 */
export async function within<T>(
  milliseconds: number,
  abort: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  clock: Clock = machineClock,
): Promise<T> {
  if (abort?.aborted) throw abort.reason;
  const end = new AbortController();
  const cancel = clock.after(milliseconds, () => end.abort());
  const leave = () => end.abort(abort?.reason);
  abort?.addEventListener('abort', leave);
  try {
    return await new Promise((resolve, reject) => {
      end.signal.addEventListener('abort', () => reject(end.signal.reason));
      work(end.signal).then(resolve, reject);
    });
  } finally {
    cancel();
    abort?.removeEventListener('abort', leave);
  }
}
