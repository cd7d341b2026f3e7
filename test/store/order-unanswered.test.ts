import { expect } from 'chai';
import { english } from '../../src/elements/words/en.ts';
import { orderSentence } from '../../src/elements/words/sentences.ts';
import { contacts, item, rate, shipment } from '../support/fixtures.ts';
import { ordering, placed, refused, type Settings, used } from './ordering.ts';
import { settled } from './plain-host.ts';
import { voice } from './widget.ts';

const otherContacts = { ...contacts, order_note: 'ring twice' };

describe('an order without an answer', () => {
  it('is unconfirmed, and the page is told', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    expect(page.phase).to.include({ status: 'unconfirmed', reference: body.reference_id });
    expect(page.error).to.include({ code: 'network', outcome: 'unknown' });
    expect(page.events()).to.deep.equal(['ship-error', 'ship-order-unconfirmed']);
  });

  it('is sent again unchanged by the next click. Neither the page nor the price is asked', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    page.set({ contacts: otherContacts, orderMode: 'none' });
    const { asked } = page.service;
    expect((await page.place()).body).to.deep.equal(body);
    expect([page.submits.length, page.service.asked]).to.deep.equal([1, asked]);
    expect(page.statuses.slice(-3)).to.deep.equal(['unconfirmed', 'ordering', 'placed']);
    expect(page.placed).to.deep.include({ id: 'order-1', rate: rate(), recovered: false });
  });

  it('is found if it had been placed', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    await page.place(used(body.reference_id));
    expect(page.placed).to.deep.include({ id: 'order-1', waybill: 'JNE-1', recovered: true, other: false });
    expect(page.events()).to.include('ship-order-placed');
  });

  it('stays unconfirmed if it is refused for another reason', async () => {
    const page = await ordering();
    const { body } = await page.place('lost');
    expect((await page.place(refused())).body).to.deep.equal(body);
    expect(page.status).to.equal('unconfirmed');
    expect(page.error).to.include({ code: 'refused', outcome: 'unknown' });
    expect((await page.place()).body).to.deep.equal(body);
  });
});

/** A page that is loaded after one whose order had no answer. */
async function reloaded(after: Settings = {}, before: Settings = {}) {
  const earlier = await ordering(before);
  const { body } = await earlier.place('lost');
  const page = await ordering({ ...after, storage: earlier.storage });
  return Object.assign(page, { lost: body });
}

describe('a cancellation that an earlier page has left without an answer', () => {
  /** A page that is loaded after one whose cancellation had no answer. */
  async function reloadedAfterCancel(settings: Settings = {}, earlierSettings: Settings = {}) {
    const earlier = await ordering(earlierSettings);
    await earlier.place(placed({ id: 'Order-1' }));
    await earlier.cancel('lost');
    return ordering({ ...settings, storage: earlier.storage });
  }

  it('is known when the page is loaded, also after the page has set its order. It can be cancelled again', async () => {
    const page = await reloadedAfterCancel();
    page.set({ contacts: otherContacts });
    expect(page.status).to.equal('placed');
    expect(page.placed).to.include({ id: 'Order-1', before: true, cancellable: true });
    expect(orderSentence(page.phase, voice)).to.equal(english.cancelUnconfirmed);
    expect((await page.cancel()).url).to.equal('/v1/orders/Order-1/cancel');
    expect(page.status).to.equal('cancelled');
  });

  it('stays while the shopper is asked whether to cancel again, also if the page has other goods', async () => {
    const page = await reloadedAfterCancel({ shipment: { ...shipment, items: [{ ...item, quantity: 7 }] } });
    page.store.dispatch({ type: 'dismiss' });
    await settled(20);
    expect(page.phase).to.deep.include({ status: 'placed' }).and.not.to.have.property('error');
    expect((await page.cancel()).url).to.equal('/v1/orders/Order-1/cancel');
  });

  it('is not shown once it is answered, in another widget, or for a draft', async () => {
    const page = await reloadedAfterCancel();
    await page.cancel();
    expect((await ordering({ storage: page.storage })).status).to.equal('ready');
    expect((await reloadedAfterCancel({ widgetKey: 'another' })).status).to.equal('ready');
    expect((await reloadedAfterCancel({ orderMode: 'draft' })).status).to.equal('ready');
  });

  it('is not shown in place of what is sold under another reference of the shop', async () => {
    const earlier = { reference: 'INV-1' };
    expect((await reloadedAfterCancel(earlier, earlier)).placed).to.include({ id: 'Order-1', before: true });
    expect((await reloadedAfterCancel({ reference: 'INV-12' }, earlier)).status).to.equal('ready');
  });

  it('does not keep the shopper from another order', async () => {
    const page = await reloadedAfterCancel();
    await page.again();
    expect(page.status).to.equal('ready');
    await page.place();
    expect(page.placed).to.include({ id: 'order-1', before: false });
  });
});

describe('an order that an earlier page has left without an answer', () => {
  it('is found when the page is loaded', async () => {
    const page = await reloaded();
    const { reference_id: reference } = page.lost;
    expect(page.phase).to.deep.equal({ status: 'unconfirmed', reference, shopReference: '' });
  });

  it('is sent again by the next click. The page is asked, the price is not', async () => {
    const page = await reloaded();
    const { asked } = page.service;
    const { body } = await page.place(used(page.lost.reference_id));
    expect(body).to.deep.equal(page.lost);
    expect(page.submits[0]).to.deep.include({ reference: page.lost.reference_id, again: true });
    expect(page.service.asked).to.equal(asked);
    expect(page.placed).to.deep.include({ id: 'order-1', rate: rate(), recovered: true, other: false });
  });

  it('is shown as another order if the page orders something else now, which the next click orders', async () => {
    const page = await reloaded({ contacts: otherContacts, reference: 'cart' }, { reference: 'cart' });
    await page.place(used('cart'));
    expect(page.placed).to.deep.include({ other: true, rate: undefined, payNow: undefined, reference: 'cart' });
    const { body } = await page.place();
    expect(body).to.include({ order_note: 'ring twice', reference_id: 'cart-2' });
    expect(page.placed).to.include({ other: false });
  });

  it('stays unconfirmed if the page refuses the first click, because nobody knows that nothing was ordered', async () => {
    const page = await reloaded({ onSubmit: (event) => event.waitUntil(Promise.reject(new Error('no'))) });
    page.events();
    await page.orders.place();
    expect([page.status, page.events()]).to.deep.equal(['unconfirmed', ['ship-error']]);
    page.onSubmit = () => {};
    expect((await page.place()).body).to.deep.equal(page.lost);
  });

  it('keeps its reference through a changed price', async () => {
    const page = await reloaded({ contacts: otherContacts, reference: 'A-1' }, { reference: 'A-1' });
    page.service.rows = [rate({ price: 18_000, shipping_fee: 18_000 })];
    await page.orders.place();
    expect(page.status).to.equal('price-changed');
    await settled(20);
    expect((await page.place()).body).to.include({ reference_id: 'A-1' });
  });

  it('is found by the number that the reference of the shop had', async () => {
    const before = await ordering({ reference: 'cart' });
    await before.place();
    before.store.dispatch({ type: 'next-order' });
    before.store.dispatch({ type: 'choose', key: 'jne/reg' });
    expect((await before.place('lost')).body).to.include({ reference_id: 'cart-2' });
    const page = await ordering({ reference: 'cart', storage: before.storage });
    expect(page.phase).to.include({ status: 'unconfirmed', reference: 'cart-2' });
  });

  const found = { reference: 'cart' };
  for (const [where, after, status] of [
    ['found by a page without a reference', {}, 'unconfirmed'],
    ['not found under another reference of the shop', { reference: 'cart-10' }, 'ready'],
    ['not found by another widget', { ...found, widgetKey: 'gift' }, 'ready'],
    ['not found in another order mode', { ...found, orderMode: 'draft' }, 'ready'],
  ] as const)
    it(`is ${where}`, async () => {
      expect((await reloaded(after, found)).status).to.equal(status);
    });

  for (const [what, late] of [
    ['order mode', { orderMode: 'order' }],
    ['reference', { reference: 'cart' }],
  ] as const)
    it(`is found when the page sets its ${what} late`, async () => {
      const page = await reloaded(
        { ...found, ...(what === 'reference' ? { reference: 'gift' } : { orderMode: 'draft' }) },
        found,
      );
      page.set(late);
      await settled();
      expect(page.status).to.equal('unconfirmed');
    });

  it('is not looked for if a client of the page remembers no orders', async () => {
    const page = await reloaded();
    page.host.client = { ...page.client, unanswered: undefined, placed: undefined } as never;
    page.set({ orderMode: 'draft' });
    await settled();
    expect(page.status).to.equal('ready');
  });
});

describe('an order that an earlier page has placed', () => {
  async function reload(after: Settings = {}, before: Settings = {}) {
    const earlier = await ordering(before);
    await earlier.place();
    return ordering({ ...after, storage: earlier.storage });
  }

  for (const reference of ['cart', ''])
    it(`is shown before any click, and no click orders. The next order is another one: ${reference ? 'cart-2' : 'another reference'}`, async () => {
      const page = await reload({ reference }, { reference });
      expect(page.phase).to.have.nested.property('order.before', true);
      await page.orders.place();
      expect([page.placed?.id, page.calls.length, page.submits.length]).to.deep.equal(['order-1', 0, 0]);
      const before = page.placed?.reference;
      await page.again();
      expect(page.status).to.equal('ready');
      const { body } = await page.place();
      expect(page.placed).to.include({ before: false });
      if (reference) expect([before, body.reference_id]).to.deep.equal(['cart', 'cart-2']);
      else expect(body.reference_id).to.not.equal(before);
    });

  it('is shown as long as the page has its goods or its reference, and asked about once more when they are back', async () => {
    const other = { ...shipment, items: [{ ...item, quantity: 7 }] };
    for (const [reference, changed, back] of [
      ['', { shipment: other }, { shipment }],
      ['cart', { reference: 'gift' }, { reference: 'cart' }],
    ] as const) {
      const page = await reload({ reference }, { reference });
      page.set(changed);
      await settled(20);
      expect(page.status, 'another order').to.equal('ready');
      page.set(back);
      await settled(20);
      page.store.dispatch({ type: 'choose', key: 'jne/reg' });
      await page.orders.place();
      expect(page.phase).to.have.nested.property('order.before', true);
      expect(page.calls).to.have.length(0);
    }
  });

  for (const reference of ['cart', ''])
    it(`is the newest of several, which one press leaves: ${reference ? 'with' : 'without'} a reference of the shop`, async () => {
      const earlier = await ordering({ reference });
      await earlier.place(placed({ id: 'order-1' }));
      await earlier.again();
      await earlier.place(placed({ id: 'order-2' }));
      const page = await ordering({ reference, storage: earlier.storage });
      expect(page.placed).to.include({ id: 'order-2', before: true });
      await page.again();
      expect(page.status).to.equal('ready');

      const other = await ordering({ reference, storage: earlier.storage });
      expect((await other.cancel()).url).to.equal('/v1/orders/order-2/cancel');
      await other.again();
      expect(other.status).to.equal('ready');
    });

  it('is shown at the click if it is a draft, which may be saved with another courier', async () => {
    const page = await reload({ orderMode: 'draft' }, { orderMode: 'draft' });
    expect(page.status).to.equal('ready');
    await page.orders.place();
    expect([page.status, page.calls.length]).to.deep.equal(['placed', 0]);
  });

  it('does not stop the next order after its cancellation, which has another reference', async () => {
    const earlier = await ordering({ reference: 'cart' });
    await earlier.place();
    await earlier.cancel();
    const page = await ordering({ reference: 'cart', storage: earlier.storage });
    expect((await page.place()).body).to.include({ reference_id: 'cart-2' });
  });

  it('does not stop another order mode', async () => {
    const page = await reload({ orderMode: 'draft' });
    expect((await page.place(placed())).url).to.equal('/v1/draft_orders');
  });
});
