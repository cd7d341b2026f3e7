import { expect } from 'chai';
import fc from 'fast-check';
import { isOurs } from './interleavings/asks.ts';
import { breath } from './interleavings/breath.ts';
import { last, lives } from './interleavings/steps.ts';
import { unhandledRejections } from './interleavings/unhandled.ts';
import { World } from './interleavings/world.ts';

// Any interleaving of 1,000 calls, aborts and replies leaves no pending request and no unhandled rejection, and ends every
// call as promised. What is promised stands in interleavings/reads.ts and interleavings/writes.ts.

describe('any interleaving of calls, aborts and replies', () => {
  const unhandled = unhandledRejections();

  it('ends every call as promised, and leaves nothing behind', async () => {
    const steps: number[] = [];
    const property = fc.asyncProperty(lives, async ({ moments, ...settings }) => {
      const world = new World(settings);
      for (const moment of moments) await world.moment(moment);
      for (let round = 0; world.wire.held.length; round += 1) await world.moment([last(round)]);
      await breath();
      expectNothingLeft(world);
      expect(unhandled).to.deep.equal([]);
      steps.push(world.steps);
    });
    await fc.assert(property, { seed: 2, numRuns: 5, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true });
    expect(Math.max(...steps), 'steps of the longest life').to.be.at.least(1000);
  }).timeout(120_000);
});

/** The plainest of what is promised, seen without any model. */
function expectNothingLeft({ callers: { all, ends }, wire: { arrived } }: World): void {
  expect(ends.size, 'calls that have ended').to.equal(all.length);
  for (const { answered, signal } of arrived) expect(answered || signal.aborted).to.equal(true);
  for (const [{ ask }, end] of ends) {
    const { recovered, reference_id } = ('value' in end ? end.value : {}) as Record<string, unknown>;
    const sends = arrived.filter(({ body }) => body?.reference_id === reference_id);
    if (recovered) expect(sends.length, `sends of ${reference_id}`).to.be.at.least(isOurs(ask) ? 1 : 2);
  }
}
