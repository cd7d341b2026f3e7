import { expect } from 'chai';
import * as fc from 'fast-check';
import { settled } from './plain-host.ts';
import { type Sequence, sequences } from './sequences/inputs.ts';
import { Shop } from './sequences/shop.ts';

/** What has to happen in some sequence. A model in which nothing happens would pass as well. */
const worthSeeing = [
  ...['ready', 'stale', 'loading', 'error', 'incomplete', 'placed', 'placed-before'],
  ...['suspended', 'nobody collects', 'asked without insurance'],
  ...['ship-rate-change', 'ship-order-placed', 'ship-order-unconfirmed', 'ship-order-cancelled', 'ship-error'],
];
const seen = new Set<string>();

async function play({ begun, steps, ...settings }: Sequence): Promise<void> {
  const shop = new Shop(settings);
  try {
    await settled(6);
    for (const step of [...begun, ...steps]) {
      shop.take(step);
      if (step.atOnce) continue;
      await settled(6);
      shop.expectPromises();
    }
    await shop.end();
    shop.expectPromises();
  } finally {
    shop.close();
    for (const what of shop.seen) seen.add(what);
  }
}

describe('a checkout without a screen', () => {
  // Some 20 s, and longer on a busy machine.
  it('orders what was on screen, once, in 1,000 sequences of inputs and answers in any order', async () => {
    const settings = { seed: 20_261_123, numRuns: 1_000 };
    await fc.assert(fc.asyncProperty(sequences, play), settings);
    expect([...seen]).to.include.members(worthSeeing);
  }).timeout(600_000);
});
