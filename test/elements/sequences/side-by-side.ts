import * as fc from 'fast-check';

interface Run<Sequence> {
  sequences: fc.Arbitrary<Sequence>;
  /** @throws what a sequence breaks */
  play(sequence: Sequence): Promise<void>;
  /** A sequence as a reader follows it. */
  story(sequence: Sequence): string;
  /** The same sequences in every run. */
  seed: number;
  count: number;
  /** So many at a time: while one waits for a shipment to settle, the others go on. */
  together: number;
}

/** Milliseconds for finding the shortest sequence that fails. */
const patience = 30_000;

/** @throws what the first sequence that fails breaks, and the shortest that still does */
export async function playSideBySide<Sequence>(run: Run<Sequence>): Promise<void> {
  const { sequences, play, story, seed, count } = run;
  const all = fc.sample(sequences, { seed, numRuns: count });
  const failure = await firstFailure(all, run);
  if (!failure) return;
  // Alone, and ever shorter: fast-check names the shortest that still fails.
  const shortest = await fc.check(fc.asyncProperty(sequences, play), {
    ...{ seed, path: String(failure.index), numRuns: 1, interruptAfterTimeLimit: patience },
  });
  const { counterexample, counterexamplePath, errorInstance } = shortest;
  const sequence = counterexample?.[0] ?? all[failure.index];
  const error = (counterexample ? errorInstance : failure.error) as Error;
  const where = `seed ${seed}, path ${counterexamplePath ?? failure.index}`;
  // A new one: of an assertion the runner would show the difference alone.
  throw new Error(`${error.message}\n\n${where}\n${story(sequence as Sequence)}`, { cause: error });
}

/** The place of the first sequence that fails, many of them side by side. */
async function firstFailure<Sequence>(all: readonly Sequence[], { play, together }: Run<Sequence>) {
  let failure: { index: number; error: unknown } | undefined;
  let next = 0;
  const playOn = async () => {
    for (let index = next++; index < all.length && !failure; index = next++) {
      await play(all[index] as Sequence).catch((error) => {
        failure ??= { index, error };
      });
    }
  };
  await Promise.all(Array.from({ length: together }, playOn));
  return failure;
}
