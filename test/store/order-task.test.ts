import { expect } from 'chai';
import type { ShipOrderSubmitEvent } from '../../src/elements/core/events.ts';
import type { OrderBody } from '../../src/elements/core/submission.ts';
import { refusal } from '../client/service.ts';
import { contacts, orderRequest, rate } from '../support/fixtures.ts';
import { ordering, placed, refused } from './ordering.ts';
import { settled } from './plain-host.ts';

const switches = { insurance: false, cashOnDelivery: false };
const sent = { ...JSON.parse(JSON.stringify(orderRequest)), origin_collection_method: 'pickup' };

describe('an order', () => {
  it('asks the page, then the price, then the service, and is placed', async () => {
    const page = await ordering();
    const { url, body } = await page.place();
    const reference = body.reference_id;
    expect(page.statuses).to.deep.equal(['asking', 'quoting', 'ordering', 'placed']);
    expect(page.submits[0]).to.deep.include({ rate: rate(), reference, again: false, ...switches });
    expect([page.submits.length, page.service.asked, url]).to.deep.equal([1, 2, '/v1/orders']);
    expect(body).to.deep.equal({ ...sent, reference_id: reference });
    expect(page.placed).to.deep.equal({
      ...{ id: 'order-1', reference, waybill: 'JNE-1', rate: rate(), price: undefined, payNow: 165_000 },
      ...{ draft: false, recovered: false, other: false, before: false },
      ...{
        insuredAmount: undefined,
        goods: undefined,
        payAtDoor: 0,
        readyAt: undefined,
        track: undefined,
        cancellable: true,
      },
      ...{ arrival: undefined, isDroppedOff: false, isShopReference: false, cancelUntil: undefined },
    });
    expect(page.events()).to.deep.equal(['ship-order-placed']);
  });

  it('is placed once for twenty clicks, and for clicks while it is sent or after it is placed', async () => {
    const page = await ordering();
    const clicks = Array.from({ length: 20 }, () => page.orders.place());
    const call = await page.request();
    clicks.push(page.orders.place());
    call.answer(placed());
    await Promise.all(clicks);
    await page.orders.place();
    expect([page.calls.length, page.submits.length, page.service.asked]).to.deep.equal([1, 1, 2]);
  });

  it('is saved as a draft in draft mode, with the signed cart, and cannot be cancelled', async () => {
    const page = await ordering({ orderMode: 'draft', cart: 'signed' });
    const { url, body } = await page.place();
    expect([url, body.cart]).to.deep.equal(['/v1/draft_orders', 'signed']);
    expect(page.placed).to.include({ draft: true, cancellable: false });
    await page.orders.cancel();
    expect([page.status, page.calls.length]).to.deep.equal(['placed', 1]);
  });

  it('has the body and the rate of a button that stands alone', async () => {
    const { courier_company: _company, courier_type: _type, ...body } = orderRequest;
    const page = await ordering({ body: body as OrderBody, rate: rate() });
    expect((await page.place()).body).to.include({ courier_company: 'jne', courier_type: 'reg' });
    const draft = await ordering({ body: body as OrderBody, rate: undefined, orderMode: 'draft', shipment: undefined });
    const { body: saved } = await draft.place();
    expect(saved).not.to.have.any.keys('courier_company', 'courier_type');
    expect(draft.placed).to.include({ rate: undefined });
  });

  const obstacles: Record<string, (page: Awaited<ReturnType<typeof ordering>>) => void> = {
    'there is no client': ({ host }) => {
      host.client = undefined;
    },
    'the element has left the page': ({ host }) => host.disconnect(),
    'nothing is chosen': ({ store }) => store.dispatch({ type: 'set-value', key: null }),
    'prices are being asked': ({ store }) => store.dispatch({ type: 'switch', name: 'cashOnDelivery', on: true }),
    'the order mode is none': ({ set }) => set({ orderMode: 'none' }),
  };
  for (const [what, change] of Object.entries(obstacles))
    it(`does not start if ${what}`, async () => {
      const page = await ordering();
      change(page);
      await page.orders.place();
      expect([page.status, page.submits.length]).to.deep.equal(['ready', 0]);
    });

  it('is refused without contacts: the error names the property `contacts`', async () => {
    const page = await ordering({ contacts: undefined });
    await page.orders.place();
    expect(page.error).to.include({ code: 'invalid-request' }).and.have.nested.property('fields[0].path', 'contacts');
    expect(page.calls.length).to.equal(0);
  });

  it('is refused if JSON cannot hold a field, which the error names', async () => {
    const body = { ...orderRequest, metadata: { thing: 1n } } as unknown as OrderBody;
    const page = await ordering({ body, rate: rate() });
    await page.orders.place();
    expect(page.error).to.include({ code: 'invalid-request' });
    expect(page.error?.message).to.match(/metadata\.thing/);
  });

  it('is refused with the reason, and placed by the next click under the same reference', async () => {
    const page = await ordering();
    const { body } = await page.place(refused());
    expect(page.error).to.include({ code: 'refused', serviceCode: 40002027 });
    expect(page.events()).to.include('ship-error');
    expect((await page.place()).body).to.deep.equal(body);
    expect(page.submits.map(({ reference }) => reference)).to.deep.equal(Array(2).fill(body.reference_id));
  });

  it('is refused with the error that a client of the page throws', async () => {
    const page = await ordering();
    const error = new Error('out of luck');
    const throws = () => {
      throw error;
    };
    for (const createOrder of [() => Promise.reject(error), throws]) {
      page.host.client = { ...page.client, createOrder };
      await page.orders.place();
      expect(page.phase).to.deep.equal({ status: 'refused', error });
    }
  });
});

describe('a mistake in this code', () => {
  it('is not swallowed: it rejects the call, and is no outcome of the order', async () => {
    const page = await ordering();
    const mistake = new Error('a subscriber has thrown');
    const stop = page.store.subscribe(({ type }) => {
      if (type === 'placed') throw mistake;
    });
    const thrown = page.orders.place().catch((error: unknown) => error);
    (await page.request()).answer(placed());
    expect([await thrown, page.status]).to.deep.equal([mistake, 'placed']);
    stop();
  });
});

describe('a page that is asked for its consent', () => {
  it('may stop this click alone', async () => {
    const page = await ordering({ onSubmit: (event) => event.preventDefault() });
    await page.orders.place();
    expect([page.statuses, page.calls.length, page.events()]).to.deep.equal([['asking', 'ready'], 0, []]);
    page.onSubmit = () => {};
    const { body } = await page.place();
    expect(page.status).to.equal('placed');
    expect(page.submits[0]?.reference).to.equal(body.reference_id);
  });

  it('refuses the order with a promise that is rejected, and gets the error', async () => {
    const error = new Error('the card was declined');
    const page = await ordering({ onSubmit: (event) => event.waitUntil(Promise.reject(error)) });
    await page.orders.place();
    expect(page.phase).to.deep.equal({ status: 'refused', error, byPage: true });
    expect([page.events(), page.calls.length]).to.deep.equal([['ship-error'], 0]);
  });

  const forever = new Promise<never>(() => {});
  const late: Record<string, (event: ShipOrderSubmitEvent) => void> = {
    waitUntil: (event) => event.waitUntil(forever),
    grant: (event) => {
      event.grant = forever;
    },
  };
  for (const [what, onSubmit] of Object.entries(late))
    it(`refuses the order if the promise of ${what} does not settle in time. The next click orders`, async () => {
      const page = await ordering({ onSubmit, consentTimeout: 5 });
      await page.orders.place();
      expect(page.phase).to.include({ status: 'refused', byPage: true });
      expect(page.error?.message).to.match(/did not settle within 0.005 seconds: nothing was ordered/);
      page.onSubmit = () => {};
      await page.place();
      expect(page.status).to.equal('placed');
    });

  it('may set contacts in its listener, or until its promise settles if it had none', async () => {
    const page = await ordering({ onSubmit: () => page.set({ contacts: { ...contacts, order_note: 'ring twice' } }) });
    expect((await page.place()).body).to.include({ order_note: 'ring twice' });
    const late = await ordering({
      contacts: undefined,
      onSubmit: (event) =>
        event.waitUntil(Promise.resolve().then(() => late.set({ contacts: { ...contacts, order_note: 'knock' } }))),
    });
    expect((await late.place()).body).to.include({ order_note: 'knock' });
  });

  it('gets a copy of the rate', async () => {
    const onSubmit = ({ rate: row }: ShipOrderSubmitEvent) =>
      void Object.assign(row as object, { courier_code: 'tiki', price: 1 });
    const page = await ordering({ onSubmit });
    expect((await page.place()).body).to.include({ courier_company: 'jne' });
    expect(page.placed?.rate).to.deep.equal(rate());
  });

  it('orders what was on screen at the click, whatever it sets before its promise settles', async () => {
    const change = () => {
      page.set({ contacts: { ...contacts, order_note: 'late' }, orderMode: 'draft', reference: 'late' });
      page.store.dispatch({ type: 'set-value', key: null });
      page.set({ shipment: undefined });
    };
    const page = await ordering({ onSubmit: (event) => event.waitUntil(Promise.resolve().then(change)) });
    const { url, body } = await page.place();
    expect(url).to.equal('/v1/orders');
    expect(body).to.deep.equal({ ...sent, reference_id: body.reference_id });
  });

  it('orders nothing once its element has left the page', async () => {
    const page = await ordering({ onSubmit: () => page.host.disconnect() });
    await page.orders.place();
    expect([page.status, page.calls.length]).to.deep.equal(['ready', 0]);
  });
});

describe('the price of an order', () => {
  it('is asked again. If it has changed, nothing is ordered, and the next click orders at the new price', async () => {
    const page = await ordering();
    page.service.rows = [rate({ price: 17_000, shipping_fee: 17_000 })];
    await page.orders.place();
    expect([page.status, page.calls.length]).to.deep.equal(['price-changed', 0]);
    expect(page.events()).to.include('ship-rate-change');
    await settled(20);
    await page.place();
    expect(page.placed?.rate?.price).to.equal(17_000);
  });

  it('refuses the order if it cannot be asked', async () => {
    const page = await ordering();
    const error = new Error('no answer');
    page.host.client = { ...page.client, quoteRates: () => Promise.reject(error) };
    await page.orders.place();
    expect(page.phase).to.deep.equal({ status: 'refused', error });
  });
});

describe('a placed order', () => {
  it('is cancelled once, with the reason of the shopper', async () => {
    const page = await ordering();
    await page.place();
    page.events();
    const cancelling = [page.orders.cancel('change_address'), page.orders.cancel()];
    const { url, body } = await page.cancel();
    await Promise.all(cancelling);
    const reason = { cancellation_reason_code: 'change_address' };
    expect([url, body]).to.deep.equal(['/v1/orders/order-1/cancel', reason]);
    expect([page.status, page.events(), page.calls.length]).to.deep.equal(['cancelled', ['ship-order-cancelled'], 2]);
  });

  it('stays placed if it cannot be cancelled. The reason is shown until it is dismissed', async () => {
    const page = await ordering();
    await page.place();
    await page.cancel('lost');
    expect([page.status, page.placed?.cancellable]).to.deep.equal(['placed', true]);
    await page.cancel(refusal(40002053));
    expect(page.error).to.include({ code: 'refused', reason: 'not-cancellable' });
    expect(page.placed?.cancellable).to.equal(false);
    page.store.dispatch({ type: 'dismiss' });
    expect([page.status, page.error]).to.deep.equal(['placed', undefined]);
  });

  it('is cancelled at the client that has placed it', async () => {
    const page = await ordering();
    await page.place();
    page.host.client = undefined;
    expect((await page.cancel()).url).to.equal('/v1/orders/order-1/cancel');
  });
});

describe('the reference of an order', () => {
  for (const reference of ['cart', ''])
    it(`${reference ? 'of the shop gets a number' : 'is another random one'} after a cancellation`, async () => {
      const page = await ordering({ reference });
      const references: unknown[] = [];
      for (let time = 0; time < 2; time += 1) {
        references.push((await page.place()).body.reference_id);
        await page.cancel();
      }
      if (reference) expect(references).to.deep.equal(['cart', 'cart-2']);
      else expect(new Set(references).size).to.equal(2);
    });

  for (const reference of ['cart', ''])
    it(`${reference ? 'gets a number' : 'is another random one'} when the page starts the next order of the same goods`, async () => {
      const page = await ordering({ reference });
      const first = (await page.place()).body.reference_id;
      await page.orders.place();
      expect(page.calls.length, 'one order').to.equal(1);
      page.store.dispatch({ type: 'next-order' });
      page.store.dispatch({ type: 'choose', key: 'jne/reg' });
      const second = (await page.place()).body.reference_id;
      expect([page.status, page.submits.length]).to.deep.equal(['placed', 2]);
      if (reference) expect([first, second]).to.deep.equal(['cart', 'cart-2']);
      else expect(second).not.to.equal(first);
    });

  it('is the next one of the shop if the service says that the first is used', async () => {
    const page = await ordering({ reference: 'A-1' });
    await page.place(refusal(40002060, { order_id: 'o-9', reference_id: 'A-1' }));
    expect(page.status).to.equal('unconfirmed');
    page.set({ reference: 'A-2' });
    await settled(20);
    expect(page.status).to.equal('ready');
    expect((await page.place()).body).to.include({ reference_id: 'A-2' });
  });
});
