import { expect } from 'chai';
import { settled } from './plain-host.ts';
import { beginnings, type Sequence, sequences } from './sequences/inputs.ts';
import { Shop } from './sequences/shop.ts';
import { playSideBySide } from './sequences/side-by-side.ts';

/** What has to happen in some sequence. A model in which nothing happens would pass as well. */
const worthSeeing = [
  ...['ready', 'stale', 'loading', 'error', 'incomplete', 'placed', 'placed-before'],
  ...['ship-rate-change', 'ship-order-placed', 'ship-order-unconfirmed', 'ship-order-cancelled', 'ship-error'],
];
const seen = new Set<string>();

async function play(sequence: Sequence): Promise<void> {
  const shop = new Shop(sequence);
  try {
    await settled(6);
    const begun = (beginnings[sequence.begun] ?? []).map((step) => ({ ...step, atOnce: false }));
    for (const { atOnce, ...step } of [...begun, ...sequence.steps]) {
      shop.take(step);
      if (atOnce) continue;
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
  it('orders what was on screen, once, in 1,000 sequences of inputs and answers in any order', async () => {
    await playSideBySide({ sequences, play, seed: 20_261_123, count: 1_000, together: 100 });
    expect([...seen]).to.include.members(worthSeeing);
  }).timeout(110_000);
});
