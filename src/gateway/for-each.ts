import type { Clock } from '../client/index.ts';

interface EachOptions {
  /** How many are worked on at the same time. */
  atOnce: number;
  /** Milliseconds after which one that is not done no longer keeps the next one waiting. */
  patience?: number;
  clock: Clock;
  /** Nothing more is begun after it. */
  signal?: AbortSignal | undefined;
}

/**
 * Does the work of each. One that fails stops none of the others.
 * @throws the first problem, after all have ended
 */
export async function forEach<T>(
  list: readonly T[],
  work: (one: T) => Promise<unknown>,
  { atOnce, patience, clock, signal }: EachOptions,
): Promise<void> {
  const waiting = list.values();
  const begun: Promise<unknown>[] = [];
  const problems: unknown[] = [];
  const worker = async () => {
    for (const one of waiting) {
      if (signal?.aborted) return;
      const done = work(one).catch((problem) => problems.push(problem));
      begun.push(done);
      await (patience === undefined ? done : answerWithin(done, patience, clock));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await Promise.all(begun);
  if (problems.length) throw problems[0];
}

/** Returns the answer. Undefined if it takes longer than so many milliseconds. */
export async function answerWithin<T>(answer: Promise<T>, milliseconds: number, clock: Clock): Promise<T | undefined> {
  let cancel = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(milliseconds, () => resolve(undefined));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    cancel();
  }
}
