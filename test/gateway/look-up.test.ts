import { expect } from 'chai';
import type { Found, GatewayOptions } from '../../src/gateway/index.ts';
import { signGrant } from '../../src/server.ts';
import { rate } from '../support/fixtures.ts';
import { openShop, order, store } from './shop.ts';

const minute = 60_000;
const begun = new Date('2026-11-22T05:00:00Z');
const json = (body: object, status = 200) => Response.json(body, { status });
const made = () => json({ success: true, object: 'order', id: 'o1', status: 'confirmed' });
const used = () => json({ success: false, error: 'used', code: 40002060 }, 400);
const lost = () => Promise.reject<Response>(new TypeError('cut off'));

/** A shop of which one order, or its cancellation, needs attention; `pass` lets time go by. */
async function inDoubt(answers: (() => Response | Promise<Response>)[], options: Partial<GatewayOptions> = {}) {
  let now = begun;
  const waiting = [...answers];
  const shop = openShop(
    ({ url }) => (url.includes('/rates/') ? json({ success: true, pricing: [rate()] }) : (waiting.shift() ?? lost)()),
    {
      orders: 'order',
      cancels: true,
      timeouts: { pause: 0, wait: 0, sends: 1 },
      now: () => now,
      ...options,
    },
  );
  const claims = { order, reference: 'CART-1', price_max: 100_000 };
  const granted = { grant: await signGrant(claims, shop.keys, now) };
  const ask = () => shop.post('/v1/orders', granted);
  const told = await ask();
  return {
    ...shop,
    told,
    order: ask,
    pass: (minutes: number) => {
      now = new Date(now.getTime() + minutes * minute);
    },
    /** A grant of now: the first one has expired. */
    orderAgain: async () => {
      const grant = await signGrant(claims, shop.keys, now);
      return shop.post('/v1/orders', { grant });
    },
    settle: (found: Found, reference = 'CART-1') =>
      shop.gateway.settleOrder({ reference }, found).catch((problem: Error) => problem.message),
    entry: () => shop.settings.store.ledger.find({ account: shop.account, kind: 'order', reference: 'CART-1' }),
  };
}

describe('an order that needs attention', () => {
  it('is placed if the merchant has found it: the next request gets it, with a token that cancels it', async () => {
    const { told, settle, order, entry, paths } = await inDoubt([used]);
    expect(told.body.reason).to.equal('needs-attention');
    expect(await settle({ found: 'placed', order: 'o9' })).to.equal('placed');
    expect(await entry()).to.include({ state: 'placed', order: 'o9', body: null });
    const { status, body } = await order();
    expect(status).to.equal(200);
    expect(body).to.include({ success: true, id: 'o9', reference_id: 'CART-1', price: 15_000, recovered: true });
    expect(body.cancel).to.be.a('string');
    expect(paths().filter((path) => path === 'POST /v1/orders')).to.have.lengthOf(1);
  });

  it('is cancelled where the merchant has found it so, and brings no token that cancels it', async () => {
    const { settle, order } = await inDoubt([used]);
    expect(await settle({ found: 'cancelled', order: 'o9' })).to.equal('cancelled');
    const { body } = await order();
    expect(body).to.include({ id: 'o9', status: 'cancelled' });
    expect(body).to.not.have.property('cancel');
  });

  it('was not placed where nothing is there: the page is told, and the shop may grant it again', async () => {
    const { settle, orderAgain, order, entry, pass } = await inDoubt([used, made]);
    expect(await settle({ found: 'nothing' })).to.equal(
      'What was sent of CART-1 may still arrive: look it up again after 2026-11-22T05:10:00.000Z.',
    );
    pass(9);
    expect(await settle({ found: 'nothing' })).to.match(/may still arrive/);
    pass(1);
    expect(await settle({ found: 'nothing' })).to.equal('refused');
    expect(await entry()).to.include({ state: 'refused', body: null });
    const { status, body } = await order();
    expect([status, body.reason]).to.deep.equal([409, 'not-placed']);
    expect((await orderAgain()).body).to.include({ id: 'o1', status: 'confirmed' });
  });

  it('whose cancellation is in doubt keeps what the page was told, and its id', async () => {
    const { told, settle, post, order, entry } = await inDoubt([made, lost, lost]);
    const cancel = () => post('/v1/orders/o1/cancel', { cancel: told.body.cancel });
    await cancel();
    expect((await cancel()).body.reason).to.equal('needs-attention');
    expect((await entry())?.state).to.equal('needs-attention');
    expect(await settle({ found: 'nothing' })).to.match(/^CART-1 was placed as o1, and its cancellation is in doubt/);
    expect(await settle({ found: 'placed', order: 'o2' })).to.equal(
      'CART-1 was placed as o1, not as o2: look it up again.',
    );
    expect(await settle({ found: 'placed', order: 'o1' })).to.match(/may still arrive/);
    expect(await settle({ found: 'cancelled', order: 'o1' })).to.equal('cancelled');
    expect((await order()).body).to.include({ id: 'o1', status: 'cancelled', price: 15_000 });
  });

  it('whose cancellation did not arrive is placed as before, once it cannot arrive any more', async () => {
    const { told, settle, post, orderAgain, pass } = await inDoubt([made, lost, lost]);
    await post('/v1/orders/o1/cancel', { cancel: told.body.cancel });
    await post('/v1/orders/o1/cancel', { cancel: told.body.cancel });
    pass(10);
    expect(await settle({ found: 'placed', order: 'o1' })).to.equal('placed');
    expect((await orderAgain()).body).to.include({ id: 'o1', status: 'confirmed' });
  });

  it('is settled once, under its own reference, by an id that is one', async () => {
    const { settle } = await inDoubt([used]);
    expect(await settle({ found: 'placed', order: 'o9' }, 'CART-2')).to.equal(
      'There is no order CART-2 in the ledger.',
    );
    for (const order of ['', '../o9', 'o 9', 'x'.repeat(65)])
      expect(await settle({ found: 'placed', order })).to.match(/^The id must be the one that the service gave/);
    expect(await settle({ found: 'placed', order: 'o9' })).to.equal('placed');
    expect(await settle({ found: 'cancelled', order: 'o9' })).to.equal(
      'CART-1 is placed: only what needs attention is settled by hand.',
    );
  });
});

describe('an answer of the service about another order', () => {
  it('proves nothing of this one', async () => {
    const others = () =>
      json({ success: true, object: 'order', id: 'o7', status: 'confirmed', reference_id: 'CART-2' });
    const { told, entry } = await inDoubt([others], { timeouts: { pause: 60_000, wait: 0 } });
    expect(told.body.reason).to.equal('unconfirmed');
    expect(await entry()).to.include({ state: 'unknown', order: null });
  });

  it('cancels nothing', async () => {
    const others = () => json({ success: true, object: 'order', id: 'o7', status: 'cancelled' });
    const { told, post, entry } = await inDoubt([made, others], { timeouts: { pause: 60_000, wait: 0 } });
    const { body } = await post('/v1/orders/o1/cancel', { cancel: told.body.cancel });
    expect(body.reason).to.equal('unconfirmed');
    expect((await entry())?.state).to.equal('cancelling');
  });
});

describe('a process that is suspended for longer than its lease', () => {
  it('sends nothing when it wakes: another process may have settled the order', async () => {
    let now = begun;
    const replace: typeof store.ledger.replace = async (...write) => {
      const written = await store.ledger.replace(...write);
      now = new Date(begun.getTime() + minute);
      return written;
    };
    const suspended = { ...store, ledger: { ...store.ledger, replace } };
    const { told, paths } = await inDoubt([made], { store: suspended, now: () => now, timeouts: { wait: 0 } });
    expect(told.body.reason).to.equal('unconfirmed');
    expect(paths()).to.not.include('POST /v1/orders');
  });
});
