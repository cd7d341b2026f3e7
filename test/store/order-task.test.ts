import { expect } from 'chai';
import { InvalidRequestError } from '../../src/client/index.ts';
import type { ShipOrderSubmitEvent } from '../../src/elements/element/events.ts';
import type { OrderBody } from '../../src/elements/store/submission.ts';
import { refusal } from '../client/service.ts';
import { contacts, json, orderRequest, rate } from '../support/fixtures.ts';
import { ordering, placed, withoutMemory } from './ordering.ts';
import { settled } from './plain-host.ts';

const switches = { insured: false, cashOnDelivery: false };
const sent = { ...JSON.parse(JSON.stringify(orderRequest)), origin_collection_method: 'pickup' };

describe('an order', () => {
  it('asks the page, then the price, then the service, and is placed', async () => {
    const page = await ordering();
    const { url, body } = await page.place();
    const reference = body.reference_id;
    expect(page.statuses).to.deep.equal(['asking', 'quoting', 'ordering', 'placed']);
    expect(page.submits[0]).to.deep.include({ rate: rate(), reference, again: false, ...switches });
    expect([page.submits.length, page.asked, url]).to.deep.equal([1, 2, '/v1/orders']);
    expect(body).to.deep.equal({ ...sent, reference_id: reference });
    expect(page.placed).to.deep.equal({
      ...{ id: 'order-1', reference, waybill: 'JNE-1', rate: rate(), price: undefined, payNow: 165_000 },
      ...{ draft: false, recovered: false, other: false, before: false },
      ...{ insured: undefined, payAtDoor: 0, readyAt: undefined, cancellable: true },
    });
    expect(page.told()).to.deep.equal(['ship-order-placed']);
  });

  it('is one, however often it is asked for', async () => {
    const page = await ordering();
    const clicks = Array.from({ length: 20 }, () => page.orders.place());
    const call = await page.request();
    clicks.push(page.orders.place());
    call.answer(placed());
    await Promise.all(clicks);
    await page.orders.place();
    expect([page.calls.length, page.submits.length, page.asked]).to.deep.equal([1, 1, 2]);
  });

  it('is a draft in draft mode, with the cart that the shop has signed', async () => {
    const page = await ordering({ orderMode: 'draft', cart: 'signed' });
    const { url, body } = await page.place();
    expect([url, body.cart]).to.deep.equal(['/v1/draft_orders', 'signed']);
    expect(page.placed).to.include({ draft: true, cancellable: false });
    await page.orders.cancel();
    expect([page.status, page.calls.length]).to.deep.equal(['placed', 1]);
  });

  it('of a button that stands alone is its body and its rate', async () => {
    const { courier_company: _company, courier_type: _type, ...body } = orderRequest;
    const page = await ordering({ body: body as OrderBody, rate: rate() });
    expect((await page.place()).body).to.include({ courier_company: 'jne', courier_type: 'reg' });
    const draft = await ordering({ body: body as OrderBody, rate: undefined, orderMode: 'draft', shipment: undefined });
    const { body: saved } = await draft.place();
    expect(saved).not.to.have.any.keys('courier_company', 'courier_type');
    expect(draft.placed).to.include({ rate: undefined });
  });

  it('is none without a client, without a choice, while prices are asked, or if the page wants none', async () => {
    const changes: ((page: Awaited<ReturnType<typeof ordering>>) => void)[] = [
      ({ host }) => {
        host.client = undefined;
      },
      ({ host }) => host.disconnect(),
      ({ store }) => store.dispatch({ type: 'set-value', key: null }),
      ({ store }) => store.dispatch({ type: 'switch', name: 'cashOnDelivery', on: true }),
      ({ set }) => set({ orderMode: 'none' }),
    ];
    for (const change of changes) {
      const page = await ordering();
      change(page);
      await page.orders.place();
      expect([page.status, page.submits.length]).to.deep.equal(['ready', 0]);
    }
  });

  it('is refused by the name of the property if the page has no contacts, and nothing is sent', async () => {
    const page = await ordering({ contacts: undefined });
    await page.orders.place();
    expect(page.error).to.include({ code: 'invalid-request' });
    expect((page.error as InvalidRequestError).fields.map(({ path }) => path)).to.deep.equal(['order']);
    expect(page.calls.length).to.equal(0);
  });
});

describe('a page that is asked for its consent', () => {
  const onSubmit = async (listener: (event: ShipOrderSubmitEvent) => void, consentTimeout?: number) => {
    const page = await ordering({ consentTimeout });
    page.page.onSubmit = listener;
    return page;
  };

  it('may say no, for this click alone', async () => {
    const page = await onSubmit((event) => event.preventDefault());
    await page.orders.place();
    expect([page.statuses, page.calls.length, page.told()]).to.deep.equal([['asking', 'ready'], 0, []]);
    page.page.onSubmit = () => {};
    await page.place();
    expect(page.status).to.equal('placed');
  });

  it('refuses with a promise that is rejected: that is told, and nothing is ordered', async () => {
    const error = new Error('the card was declined');
    const page = await onSubmit((event) => event.waitUntil(Promise.reject(error)));
    await page.orders.place();
    expect(page.phase).to.deep.equal({ status: 'refused', error, byPage: true });
    expect([page.told(), page.calls.length]).to.deep.equal([['ship-error'], 0]);
  });

  it('refuses with a promise that does not settle in time, and unlocks', async () => {
    for (const listener of [
      (event: ShipOrderSubmitEvent) => event.waitUntil(new Promise(() => {})),
      (event: ShipOrderSubmitEvent) => {
        event.grant = new Promise<string>(() => {});
      },
    ]) {
      const page = await onSubmit(listener, 5);
      await page.orders.place();
      expect(page.phase).to.include({ status: 'refused', byPage: true });
      expect(page.error?.message).to.match(/did not settle within 0.005 seconds: nothing was ordered/);
      page.page.onSubmit = () => {};
      await page.place();
      expect(page.status).to.equal('placed');
    }
  });

  it('is asked once while it decides', async () => {
    const page = await onSubmit((event) => event.waitUntil(new Promise(() => {})));
    for (let click = 0; click < 20; click += 1) void page.orders.place();
    await settled();
    expect([page.status, page.submits.length]).to.deep.equal(['asking', 1]);
  });

  it('may give contacts in its listener, or until it agrees if it had none', async () => {
    const page = await onSubmit(() => page.set({ contacts: { ...contacts, order_note: 'ring twice' } }));
    expect((await page.place()).body).to.include({ order_note: 'ring twice' });
    const late = await ordering({ contacts: undefined });
    late.page.onSubmit = (event) =>
      event.waitUntil(Promise.resolve().then(() => late.set({ contacts: { ...contacts, order_note: 'knock' } })));
    expect((await late.place()).body).to.include({ order_note: 'knock' });
  });

  it('is handed a copy of the rate', async () => {
    const page = await onSubmit(({ rate: row }) => Object.assign(row as object, { courier_code: 'tiki', price: 1 }));
    expect((await page.place()).body).to.include({ courier_company: 'jne' });
    expect(page.placed?.rate).to.deep.equal(rate());
  });

  it('has ordered what was on screen at the click, whatever it sets later', async () => {
    const page = await onSubmit((event) => {
      event.waitUntil(
        Promise.resolve().then(() => {
          page.set({ contacts: { ...contacts, order_note: 'late' }, orderMode: 'draft', reference: 'late' });
          page.store.dispatch({ type: 'set-value', key: null });
          page.set({ shipment: undefined });
        }),
      );
    });
    const { url, body } = await page.place();
    expect(url).to.equal('/v1/orders');
    expect(body).to.deep.equal({ ...sent, reference_id: body.reference_id });
  });

  it('orders nothing once its element has left the page', async () => {
    const page = await onSubmit(() => page.host.disconnect());
    await page.orders.place();
    expect([page.status, page.calls.length]).to.deep.equal(['ready', 0]);
  });
});

describe('the price of an order, asked again', () => {
  it('is told if it has changed, and is ordered by the next click', async () => {
    const page = await ordering();
    page.service.rows = [rate({ price: 17_000, shipping_fee: 17_000 })];
    await page.orders.place();
    expect([page.status, page.calls.length]).to.deep.equal(['price-changed', 0]);
    expect(page.told()).to.include('ship-rate-change');
    await settled(20);
    await page.place();
    expect(page.placed?.rate?.price).to.equal(17_000);
  });

  it('clears the choice if its service is gone', async () => {
    const page = await ordering();
    page.service.rows = [];
    await page.orders.place();
    expect(page.phase).to.have.nested.property('news.kind', 'cleared');
    expect([page.store.state.choice.key, page.calls.length]).to.deep.equal([null, 0]);
  });

  it('refuses the order if it cannot be asked', async () => {
    const page = await ordering();
    const error = new Error('no answer');
    page.host.client = { ...page.client, quoteRates: () => Promise.reject(error) };
    await settled(10);
    await page.orders.place();
    expect(page.phase).to.deep.equal({ status: 'refused', error });
  });

  it('is asked with exactly the switches of the order, and its courier alone', async () => {
    const page = await ordering();
    const asked: unknown[] = [];
    const { quoteRates } = page.client;
    page.store.dispatch({ type: 'switch', name: 'cashOnDelivery', on: true });
    await settled(20);
    page.host.client = {
      ...page.client,
      quoteRates(...question) {
        asked.push(question[0]);
        return quoteRates(...question);
      },
    };
    await page.place();
    expect(asked[0]).to.include({ couriers: 'jne', destination_cash_on_delivery: 150_000 });
    expect(asked[0]).to.not.have.property('courier_insurance');
    expect(page.placed).to.include({ payNow: 0, payAtDoor: 165_000 });
  });
});

describe('a refused order', () => {
  it('says why, frees the choice, and can be placed again under the same reference', async () => {
    const page = await ordering();
    const { body } = await page.place('refused');
    expect(page.error).to.include({ code: 'refused', serviceCode: 40002027 });
    expect(page.told()).to.include('ship-error');
    await settled(20);
    expect((await page.place()).body).to.deep.equal(body);
    expect(page.status).to.equal('placed');
  });

  it('is refused with what the page’s own client throws', async () => {
    const page = await ordering();
    const error = new Error('out of luck');
    page.host.client = withoutMemory(page.client, { createOrder: () => Promise.reject(error) });
    await settled(20);
    await page.orders.place();
    expect(page.phase).to.deep.equal({ status: 'refused', error });
  });

  it('names the field that JSON cannot hold', async () => {
    const body = { ...orderRequest, metadata: { thing: 1n } } as unknown as OrderBody;
    const page = await ordering({ body, rate: rate() });
    await page.orders.place();
    expect(page.error).to.be.instanceOf(InvalidRequestError);
    expect(page.error?.message).to.match(/metadata\.thing/);
  });
});

describe('a placed order', () => {
  it('is cancelled with the reason of the shopper, once', async () => {
    const page = await ordering();
    await page.place();
    page.told();
    const cancelling = [page.orders.cancel('change_address'), page.orders.cancel(), page.orders.cancel()];
    const { url, body, answer } = await page.request();
    expect([url, body]).to.deep.equal([
      ...['/v1/orders/order-1/cancel', { cancellation_reason_code: 'change_address' }],
    ]);
    answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
    await Promise.all(cancelling);
    expect([page.status, page.told(), page.calls.length]).to.deep.equal(['cancelled', ['ship-order-cancelled'], 2]);
  });

  it('stays placed if it cannot be cancelled, and says why until that is read', async () => {
    const page = await ordering();
    await page.place();
    await page.cancel(refusal(40002053));
    expect(page.error).to.include({ code: 'refused', reason: 'not-cancellable' });
    expect(page.phase).to.have.nested.property('order.cancellable', false);
    page.store.dispatch({ type: 'dismiss' });
    expect([page.status, page.error]).to.deep.equal(['placed', undefined]);
  });

  it('is cancelled if the answer to that was lost and the service says so', async () => {
    const page = await ordering();
    await page.place();
    const lost = page.orders.cancel();
    (await page.request()).lose();
    await lost;
    expect([page.status, page.placed?.cancellable]).to.deep.equal(['placed', true]);
    await page.cancel(json({ success: false, error: 'Order already cancelled', code: 40002053 }, { status: 400 }));
    expect(page.status).to.equal('cancelled');
  });

  it('is cancelled at the client that has placed it', async () => {
    const page = await ordering();
    await page.place();
    page.host.client = undefined;
    expect((await page.cancel()).url).to.equal('/v1/orders/order-1/cancel');
  });

  it('is over in another mode: the next one has another reference', async () => {
    const page = await ordering({ orderMode: 'draft', reference: 'cart' });
    await page.place();
    page.set({ orderMode: 'order' });
    expect((await page.place()).body).to.include({ reference_id: 'cart-2' });
  });

  it('has the price that the service charges, and a waybill once the courier has booked it', async () => {
    const page = await ordering();
    const placing = page.orders.place();
    (await page.request()).answer(json({ success: true, id: 'order-1', price: 16_000, courier: {} }));
    await placing;
    expect(page.placed).to.include({ price: 16_000, payNow: 165_000, waybill: undefined });
  });
});

describe('the reference of an order', () => {
  for (const reference of ['cart', ''])
    it(`${reference ? 'of the shop gets a further number' : 'is another random one'} after each cancellation`, async () => {
      const page = await ordering({ reference });
      const references: unknown[] = [];
      for (let time = 0; time < 3; time += 1) {
        references.push((await page.place()).body.reference_id);
        await page.cancel();
        await settled(20);
      }
      if (reference) expect(references).to.deep.equal(['cart', 'cart-2', 'cart-3']);
      else {
        expect(new Set(references).size).to.equal(3);
        for (const random of references) expect(random).to.match(/^[0-9a-f]{32}$/);
      }
    });

  it('is the same for the consent and for every try of one order', async () => {
    const page = await ordering();
    page.page.onSubmit = (event) => event.preventDefault();
    await page.orders.place();
    page.page.onSubmit = () => {};
    const bodies = [(await page.place('refused')).body, (await page.place()).body];
    const references = [...page.submits.map(({ reference }) => reference), ...bodies.map((body) => body.reference_id)];
    expect(new Set(references).size).to.equal(1);
  });

  it('is the one that the shop has at the click', async () => {
    const page = await ordering({ reference: 'cart-1' });
    page.page.onSubmit = (event) => event.preventDefault();
    await page.orders.place();
    page.page.onSubmit = () => {};
    page.set({ reference: 'cart-2' });
    expect((await page.place()).body).to.include({ reference_id: 'cart-2' });
  });

  it('that is used is left for another one of the shop', async () => {
    const page = await ordering({ reference: 'A-1' });
    const placing = page.orders.place();
    (await page.request()).answer(refusal(40002060, { order_id: 'o-9', reference_id: 'A-1' }));
    await placing;
    expect(page.status).to.equal('unconfirmed');
    page.set({ reference: 'A-2' });
    await settled(20);
    expect(page.status).to.equal('ready');
    expect((await page.place()).body).to.include({ reference_id: 'A-2' });
  });
});
