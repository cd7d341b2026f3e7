import { expect } from 'chai';
import { isShippingFailure } from '../../src/client/index.ts';
import { refusal } from '../client/service.ts';
import { contacts, rate } from '../support/fixtures.ts';
import { ordering, placed, used, withoutMemory } from './ordering.ts';
import { settled } from './plain-host.ts';

type Settings = Parameters<typeof ordering>[0];

const otherContacts = { ...contacts, order_note: 'ring twice' };

describe('an order without an answer', () => {
  it('is unconfirmed, and keeps everything as it is', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    expect(page.phase).to.include({ status: 'unconfirmed', reference: body.reference_id });
    expect(page.error).to.satisfy(isShippingFailure).and.include({ code: 'network', outcome: 'unknown' });
    expect(page.told()).to.deep.equal(['ship-error', 'ship-order-unconfirmed']);
    page.store.dispatch({ type: 'set-value', key: null });
    page.set({ orderMode: 'none', reference: 'other' });
    expect([page.status, page.store.state.choice.key]).to.deep.equal(['unconfirmed', 'jne/reg']);
  });

  it('is sent again as it was by the next click. Neither the page nor the price is asked', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    page.set({ contacts: otherContacts, orderMode: 'none' });
    const [submits, asked] = [page.submits.length, page.asked];
    expect((await page.place()).body).to.deep.equal(body);
    expect([page.submits.length, page.asked]).to.deep.equal([submits, asked]);
    expect(page.statuses.slice(-3)).to.deep.equal(['unconfirmed', 'ordering', 'placed']);
    expect(page.placed).to.deep.include({ id: 'order-1', rate: rate(), recovered: false });
  });

  it('is found if it had been placed', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    const checking = page.orders.place();
    (await page.request()).answer(used(body.reference_id));
    await checking;
    expect(page.placed).to.deep.include({ id: 'order-1', waybill: 'JNE-1', recovered: true, other: false });
    expect(page.told()).to.include('ship-order-placed');
  });

  it('that was a draft is found without an id, and cannot be cancelled', async () => {
    const page = await ordering({ orderMode: 'draft' });
    await page.place('lost');
    const checking = page.orders.place();
    (await page.request()).answer(refusal(42211015, undefined, 422));
    await checking;
    expect(page.placed).to.include({ id: undefined, draft: true, recovered: true, cancellable: false });
  });

  it('stays unconfirmed if it is refused for another reason', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    const again = await page.place('refused');
    expect([page.status, again.body]).to.deep.equal(['unconfirmed', body]);
    expect(page.error).to.include({ code: 'refused', outcome: 'unknown' });
    expect((await page.place()).body).to.deep.equal(body);
  });

  it('is checked once, however often it is asked for', async () => {
    const page = await ordering();
    await page.place('lost');
    const checks = [page.orders.place(), page.orders.place(), page.orders.place()];
    (await page.request()).answer(placed());
    await Promise.all(checks);
    expect(page.calls.length).to.equal(2);
  });
});

describe('an order that an earlier page has left without an answer', () => {
  /** A page that is loaded after one whose order had no answer. */
  async function reload(after: Settings = {}, before: Settings = {}) {
    const earlier = await ordering(before);
    const { body } = await earlier.place('lost');
    const page = await ordering({ ...after, storage: earlier.storage });
    return Object.assign(page, { lost: body });
  }

  it('is found as soon as the page is there, and another rate can still be chosen', async () => {
    const page = await reload({ rows: [rate(), rate({ courier_service_code: 'oke' })] });
    expect(page.phase).to.deep.equal({
      ...{ status: 'unconfirmed', reference: page.lost.reference_id, shopReference: '' },
    });
    page.store.dispatch({ type: 'choose', key: 'jne/oke' });
    expect(page.store.state.choice.key).to.equal('jne/oke');
  });

  it('is found under its reference by the next click. The page is asked, the price is not', async () => {
    const page = await reload();
    const { asked } = page;
    const checking = page.orders.place();
    const { body, answer } = await page.request();
    expect(body).to.deep.equal(page.lost);
    expect(page.submits[0]).to.deep.include({ reference: page.lost.reference_id, again: true });
    expect(page.asked).to.equal(asked);
    answer(used(page.lost.reference_id));
    await checking;
    expect(page.placed).to.deep.include({ id: 'order-1', rate: rate(), recovered: true, other: false });
  });

  it('is placed by that click if it had not arrived', async () => {
    const page = await reload();
    expect((await page.place()).body).to.deep.equal(page.lost);
    expect(page.placed).to.include({ recovered: false });
  });

  it('is told as another order if the page orders something else now, which can be ordered next', async () => {
    const page = await reload({ contacts: otherContacts, reference: 'cart' }, { reference: 'cart' });
    const checking = page.orders.place();
    (await page.request()).answer(used('cart'));
    await checking;
    expect(page.placed).to.deep.include({ other: true, rate: undefined, payNow: undefined, reference: 'cart' });
    const { body } = await page.place();
    expect(body).to.include({ order_note: 'ring twice', reference_id: 'cart-2' });
    expect(page.placed).to.include({ other: false });
  });

  it('is found again though the first try was refused by the page', async () => {
    const page = await reload();
    page.page.onSubmit = (event) => event.waitUntil(Promise.reject(new Error('no')));
    await page.orders.place();
    expect([page.status, page.told()], 'nobody says that nothing was ordered').to.deep.equal([
      ...['unconfirmed', ['ship-error']],
    ]);
    page.page.onSubmit = () => {};
    expect((await page.place()).body).to.deep.equal(page.lost);
  });

  it('is found by the number that the shop’s reference had', async () => {
    const before = await ordering({ orderMode: 'draft', reference: 'cart' });
    await before.place();
    before.set({ orderMode: 'order' });
    expect((await before.place('lost')).body).to.include({ reference_id: 'cart-2' });
    const page = await ordering({ reference: 'cart', storage: before.storage });
    expect(page.phase).to.include({ status: 'unconfirmed', reference: 'cart-2' });
  });

  it('is found by a page that has no reference of its own', async () => {
    expect((await reload({}, { reference: 'cart' })).phase).to.include({ reference: 'cart' });
  });

  for (const [where, after] of Object.entries<NonNullable<Settings>>({
    'under another reference of the shop': { reference: 'cart-10' },
    'at another place': { place: 'gift' },
    'in another mode': { orderMode: 'draft' },
  }))
    it(`is not found ${where}`, async () => {
      const page = await reload({ reference: 'cart-1', ...after }, { reference: 'cart-1' });
      expect([page.status, page.told()]).to.deep.equal(['ready', []]);
    });

  it('is found again when the page sets its mode or its reference late', async () => {
    for (const [first, late] of [
      [{ orderMode: 'draft' }, { orderMode: 'order' }],
      [{ reference: 'gift' }, { reference: 'cart' }],
    ] as const) {
      const page = await reload({ reference: 'cart', ...first }, { reference: 'cart' });
      expect(page.status).to.equal('ready');
      page.set(late);
      await settled();
      expect(page.status).to.equal('unconfirmed');
    }
  });

  it('keeps its reference until there is an answer, also through a changed price', async () => {
    const page = await reload({ contacts: otherContacts, reference: 'A-1' }, { reference: 'A-1' });
    page.service.rows = [rate({ price: 18_000, shipping_fee: 18_000 })];
    await page.orders.place();
    expect(page.status).to.equal('price-changed');
    await settled(20);
    expect((await page.place()).body).to.include({ reference_id: 'A-1' });
  });

  it('is not looked for by a client without a memory', async () => {
    const page = await reload();
    page.host.client = withoutMemory(page.client, {});
    page.set({ orderMode: 'draft' });
    await settled();
    expect(page.status).to.equal('ready');
  });
});

describe('an order that was placed before', () => {
  async function reload(after: Settings = {}, before: Settings = {}) {
    const earlier = await ordering(before);
    await earlier.place();
    return ordering({ ...after, storage: earlier.storage });
  }

  it('is told instead of ordering the same goods twice', async () => {
    const page = await reload();
    await page.orders.place();
    expect(page.phase).to.have.nested.property('order.before', true);
    expect([page.placed?.id, page.calls.length, page.submits.length]).to.deep.equal(['order-1', 0, 0]);
  });

  it('is ordered again by the next click, under another reference', async () => {
    for (const reference of ['cart', '']) {
      const page = await reload({ reference }, { reference });
      await page.orders.place();
      const before = page.placed?.reference;
      const { body } = await page.place();
      expect(page.placed).to.include({ id: 'order-1', before: false });
      expect(body.reference_id).to.not.equal(before);
      if (reference) expect(body.reference_id).to.equal('cart-2');
    }
  });

  it('is cancelled where it was placed', async () => {
    const page = await reload();
    await page.orders.place();
    expect((await page.cancel()).url).to.equal('/v1/orders/order-1/cancel');
    expect(page.status).to.equal('cancelled');
  });

  it('does not stop other goods, another mode, or a cancelled order', async () => {
    const other = await reload({ orderMode: 'draft' });
    expect((await other.place()).url).to.equal('/v1/draft_orders');
    const earlier = await ordering();
    await earlier.place();
    await earlier.cancel();
    const page = await ordering({ storage: earlier.storage });
    await page.place();
    expect(page.placed).to.include({ before: false });
  });
});
