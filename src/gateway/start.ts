import { faultOf, report } from './answered.ts';
import type { GatewayOptions } from './options.ts';

/** Milliseconds from the end of one run to the next one. */
const interval = 5_000;

/** Work of a gateway that belongs to no request. */
export interface Task {
  /** The operation of its events. */
  operation: 'settle' | 'news';
  run(signal: AbortSignal | undefined): Promise<unknown>;
}

export interface TaskOptions {
  observe: GatewayOptions['observe'];
  signal: AbortSignal | undefined;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  pause?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/**
 * Runs each task at once and then every few seconds, and none waits for another. A run that fails is reported to `observe`.
 * @returns resolves when the signal was aborted and the last runs have ended. It never rejects
 */
export async function runTasks(tasks: readonly Task[], options: TaskOptions): Promise<void> {
  const { observe, signal, pause = pauseFor } = options;
  const repeat = async ({ operation, run }: Task) => {
    while (!signal?.aborted) {
      const begun = performance.now();
      await run(signal).catch((problem) => {
        const milliseconds = performance.now() - begun;
        const failed = { status: 500, reason: 'gateway-failed', fault: faultOf(problem), quoted: false };
        report(observe, { operation, method: 'in process', milliseconds, ...failed });
      });
      await pause(interval, signal);
    }
  };
  await Promise.all(tasks.map(repeat));
}

/** A program that has nothing else to do may end meanwhile. */
function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resume) => {
    if (signal?.aborted) return resume();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resume();
    };
    const timer = setTimeout(end, milliseconds);
    // Only Node, Deno and Bun have it.
    timer.unref?.();
    signal?.addEventListener('abort', end);
  });
}
