import { expect } from 'chai';
import { isShippingFailure } from '../../src/client/index.ts';
import type { OrderState } from '../../src/elements/state/order-flow.ts';
import { unhandledRejections } from '../client/interleavings/unhandled.ts';
import { settling } from '../elements/sequences/model.ts';
import { playSideBySide } from '../elements/sequences/side-by-side.ts';
import { beginnings, type Sequence, sequences, story } from './sequences/inputs.ts';
import { expectPromises } from './sequences/promises.ts';
import { pass, Shop } from './sequences/shop.ts';

/** What has to become of some order in some sequence: a net that catches nothing any more would be green as well. */
const worthSeeing = [
  ...['order placed', 'order found', 'another order found', 'draft placed', 'draft found', 'another draft found'],
  ...['unconfirmed', 'failed', 'cancelled', 'price price-changed', 'price cleared', 'ordered before'],
];
const seen = new Set<string>();

async function play({ steps, begun, ...page }: Sequence): Promise<void> {
  const shop = new Shop({ steps, begun, ...page });
  try {
    await shop.settled();
    for (const input of beginnings[begun]) {
      if (input === 'rates') await answerRates(shop);
      else await shop.take(input);
      await shop.settled();
    }
    for (const { next, ...input } of steps) {
      const taken = shop.take(input);
      if (taken) await taken;
      if (next === 'a microtask later') await Promise.resolve();
      if (next !== 'settled') continue;
      await shop.settled();
      expectPromises(shop);
    }
    await end(shop);
    expectPromises(shop);
  } finally {
    shop.page.unload();
    shop.close();
    for (const what of shop.seen) seen.add(what);
  }
}

/** The list of couriers comes before the rates, where all are compared. */
async function answerRates(shop: Shop): Promise<void> {
  for (let request = 0; request < 2; request += 1) {
    await shop.settled();
    for (const call of shop.page.service.held) call.reply('rates');
  }
  await shop.settled();
}

/** Everybody answers in the end, and what is unconfirmed is checked. */
async function end(shop: Shop): Promise<void> {
  if (!shop.page.present) await shop.take({ act: 'return' });
  for (let turns = 0; turns < 8; turns += 1) {
    shop.take({ act: 'page answers', says: 'yes' });
    for (const { answer } of [...shop.ledger.held]) answer('done');
    await answerRates(shop);
    const { selection, flow } = shop.page;
    if (selection.status === 'error') await shop.take({ act: 'refresh' });
    else if (flow.status === 'unconfirmed' && isUsed(flow.error)) {
      // The shop has used its number before: nobody here can tell for what, and it is said.
      const { reference } = flow.state as OrderState & { status: 'unconfirmed' };
      expect(shop.ledger.orders.map(({ body }) => body.reference_id)).to.include(reference);
      return;
    } else if (flow.status === 'unconfirmed' && flow.locked) await shop.take({ act: 'order', says: 'yes' });
    else if (shop.atRest) return;
    else await pass(settling + 10);
  }
  expect([shop.page.selection.status, shop.page.flow.status], 'in the end').to.equal('at rest');
}

const isUsed = (error: Error | undefined) =>
  isShippingFailure(error) && error.code === 'refused' && error.reason === 'reference-used';

describe('what is ordered is what was shown, and the latest input wins', () => {
  const strays = unhandledRejections();

  it('in 1,000 sequences of inputs, whatever order answers arrive in', async () => {
    await playSideBySide({ sequences, play, story, seed: 20_261_123, count: 1_000, together: 100 });
    expect(strays, 'errors that nobody has handled').to.deep.equal([]);
    expect([...seen], 'what became of the orders').to.include.members(worthSeeing);
  }).timeout(110_000);
});
