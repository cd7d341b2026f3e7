import { expect } from 'chai';
import '../../../src/define.ts';
import { pass } from '../sequences/field.ts';
import { settling } from '../sequences/model.ts';
import { playSideBySide } from '../sequences/side-by-side.ts';
import { beginnings, type Sequence, sequences, story } from './sequences/inputs.ts';
import { expectPromises } from './sequences/promises.ts';
import { readScreen } from './sequences/screen.ts';
import { Shop } from './sequences/shop.ts';

/** In the other engines as many as show that they are no different. */
const count = navigator.userAgent.includes('Chrome/') ? 200 : 20;

/** What has to become of some order in some sequence: a net that catches nothing any more would be green as well. */
const worthSeeing = ['order placed', 'order found', 'draft placed', 'draft found', 'unconfirmed', 'cancelled'];
const seen = new Set<string>();

const strays: unknown[] = [];
const keep = (event: PromiseRejectionEvent | ErrorEvent) =>
  strays.push('reason' in event ? event.reason : (event.error ?? event.message));

async function play({ steps, begun, ...page }: Sequence): Promise<void> {
  const shop = new Shop(page);
  try {
    await shop.shown();
    for (const input of beginnings[begun]) {
      if (input === 'rates') await answerRates(shop);
      else await shop.take(input);
      await shop.shown();
    }
    for (const { next, ...input } of steps) {
      const taken = shop.take(input);
      if (taken) await taken;
      if (next === 'a microtask later') await Promise.resolve();
      if (next !== 'settled') continue;
      await shop.shown();
      expectPromises(shop);
    }
    await end(shop);
    expectPromises(shop);
    expect(strays.splice(0), 'errors that nobody has handled').to.deep.equal([]);
  } finally {
    shop.close();
    for (const what of shop.seen) seen.add(what);
  }
}

/** The list of couriers comes before the rates, where all are compared. */
async function answerRates(shop: Shop): Promise<void> {
  for (let request = 0; request < 2; request += 1) {
    await shop.shown();
    for (const call of shop.page.service.held) call.reply('rates');
  }
  await shop.shown();
}

/** Everybody answers in the end, and what is unconfirmed is checked. */
async function end(shop: Shop): Promise<void> {
  if (!shop.page.present) await shop.take({ act: 'return' });
  // What the page has changed in place and not told.
  shop.page.checkout.requestUpdate();
  let checks = 0;
  for (let turns = 0; turns < 10; turns += 1) {
    shop.page.answer?.('yes');
    for (const { answer } of [...shop.ledger.held]) answer('done');
    await answerRates(shop);
    expectPromises(shop);
    const { status } = shop.page.checkout;
    if (status === 'error') await shop.take({ act: 'refresh' });
    else if (readScreen(shop.page.root).button === 'checks again' && shop.atRest && checks++ < 3)
      await shop.take({ act: 'order', says: 'yes', within: null });
    else if (shop.atRest) return;
    else await pass(settling + 10);
  }
  expect(shop.page.checkout.status, 'in the end').to.equal('at rest');
}

describe('what the service stores is what was on screen at the click, and what is on screen after it', () => {
  before(() => {
    addEventListener('error', keep);
    addEventListener('unhandledrejection', keep);
  });

  after(() => {
    removeEventListener('error', keep);
    removeEventListener('unhandledrejection', keep);
  });

  it(`in ${count} sequences of what shopper, page and service do`, async () => {
    await playSideBySide({ sequences, play, story, seed: 20_261_124, count, together: 50 });
    if (count > 20) expect([...seen], 'what became of the orders').to.include.members(worthSeeing);
  }).timeout(240_000);
});
