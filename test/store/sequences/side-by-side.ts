import * as fc from 'fast-check';

interface Run<Sequence> {
  sequences: fc.Arbitrary<Sequence>;
  /** @throws if the sequence breaks a promise */
  play(sequence: Sequence): Promise<void>;
  seed: number;
  count: number;
  /** How many are played at a time. */
  together: number;
}

/** @throws the first failure, with the shortest sequence that still fails */
export async function playSideBySide<Sequence>({
  sequences,
  play,
  seed,
  count,
  together,
}: Run<Sequence>): Promise<void> {
  const all = fc.sample(sequences, { seed, numRuns: count });
  for (let first = 0; first < count; first += together) {
    const outcomes = await Promise.allSettled(all.slice(first, first + together).map(play));
    const failed = outcomes.findIndex(({ status }) => status === 'rejected');
    if (failed < 0) continue;
    const path = String(first + failed);
    const settings = { seed, path, numRuns: 1, interruptAfterTimeLimit: 20_000, endOnFailure: false };
    await fc.assert(fc.asyncProperty(sequences, play), settings);
    throw (outcomes[failed] as PromiseRejectedResult).reason;
  }
}
