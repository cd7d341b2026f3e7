import type { Clock } from '../../src/sandbox/index.ts';

/** A clock in the test's hands: it moves when told to, and notes what was waited for. */
export function stopwatch() {
  let elapsed = 0;
  const waits: { milliseconds: number; signal: AbortSignal }[] = [];
  const clock: Clock = {
    elapsed: () => elapsed,
    async wait(milliseconds, signal) {
      waits.push({ milliseconds, signal });
    },
  };
  return {
    clock,
    waits,
    pass: (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
}
