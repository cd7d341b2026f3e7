import { expect } from 'chai';
import type { InvalidRequestError, ShippingClient } from '../../src/client/index.ts';
import type { Consent, OrderTerms } from '../../src/elements/state/order-flow.ts';
import { refusal } from '../client/service.ts';
import { json, orderRequest, rate } from '../support/fixtures.ts';
import { gone, held, moved, ordering, placed } from './ordering.ts';

function circle(): object {
  const ring: { around?: object } = {};
  ring.around = ring;
  return ring;
}

describe('an order', () => {
  it('asks the page, then the price, then the service, and is placed', async () => {
    const { flow, terms, page, asked, statuses, told, request } = ordering();
    const { promise, settle } = held<Consent | undefined>();
    page.confirm = () => promise;
    expect([flow.status, flow.locked]).to.deep.equal(['ready', false]);
    const placing = flow.place();
    expect([flow.status, flow.locked]).to.deep.equal(['asking', true]);
    settle({});
    const { url, body, answer } = await request();
    expect([flow.status, flow.locked]).to.deep.equal(['ordering', true]);
    const reference = body.reference_id;
    expect(asked).to.deep.equal([
      { rate: terms.rate, reference, again: false, ...terms.switches },
      [terms.client, terms.body, terms.rate],
    ]);
    expect(url).to.equal('/v1/orders');
    expect(body).to.deep.equal({ ...JSON.parse(JSON.stringify(orderRequest)), reference_id: reference });
    answer(placed());
    await placing;
    const order = {
      ...{ id: 'order-1', reference, waybill: 'JNE-1', rate: terms.rate },
      ...{ price: undefined, paid: 15_000, draft: false, recovered: false, other: false, before: false },
      ...{ insured: undefined, collected: undefined, readyAt: undefined, cancellable: true },
    };
    expect(statuses).to.deep.equal(['asking', 'quoting', 'ordering', 'placed']);
    expect(flow.state).to.deep.equal({ status: 'placed', order });
    expect(flow.placed).to.deep.equal(order);
    expect(flow.locked).to.equal(true);
    expect(told).to.deep.equal([{ type: 'placed', order }]);
  });

  it('is one, however often it is asked for', async () => {
    const { flow, calls, request, asked } = ordering();
    const clicks = Array.from({ length: 20 }, () => flow.place());
    const call = await request();
    clicks.push(flow.place());
    call.answer(placed());
    await Promise.all(clicks);
    await flow.place();
    expect(calls).to.have.length(1);
    expect(asked).to.have.length(2);
  });

  it('is a draft in draft mode', async () => {
    const { flow, place } = ordering({ mode: 'draft' });
    expect((await place()).url).to.equal('/v1/draft_orders');
    expect(flow.placed).to.include({ draft: true });
  });

  it('is a draft without a courier where no rate is chosen, and no price is asked then', async () => {
    const { flow, place, asked } = ordering({ mode: 'draft', rate: undefined });
    const { body } = await place();
    expect(body).not.to.have.any.keys('courier_company', 'courier_type');
    expect(asked).to.have.length(1);
    expect(flow.placed).to.include({ rate: undefined });
  });

  it('has no waybill until the courier has booked the parcel', async () => {
    for (const courier of [undefined, {}, { waybill_id: null }]) {
      const { flow, request } = ordering();
      const placing = flow.place();
      (await request()).answer(json({ success: true, id: 'order-1', courier }));
      await placing;
      expect(flow.placed).to.include({ id: 'order-1', waybill: undefined });
    }
  });

  it('is none where there is nobody to ask, where it is not ready, or where the page wants none', async () => {
    for (const terms of [{ client: undefined }, { ready: false }, { mode: 'none' as const }]) {
      const { flow, asked, statuses } = ordering(terms);
      await flow.place();
      expect([flow.status, asked, statuses]).to.deep.equal(['ready', [], []]);
    }
  });

  it('is refused by the property to set where the page has no contacts to give, and nothing is sent', async () => {
    const { flow, calls, asked } = ordering({ body: undefined });
    await flow.place();
    expect(flow.error).to.include({ code: 'invalid-request' });
    expect((flow.error as InvalidRequestError).fields.map(({ path }) => path)).to.deep.equal(['order']);
    expect(flow.error?.message).to.include('set the property `order`');
    expect([calls, asked.length]).to.deep.equal([[], 1]);
  });

  it('cannot be tried at all where the page says so', () => {
    const { flow, told } = ordering();
    const error = new Error('no checkout of that name');
    flow.fail(error);
    expect(flow.state).to.deep.equal({ status: 'refused', error });
    expect(told).to.deep.equal([{ type: 'failed', error }]);
  });
});

describe('a page that is asked', () => {
  it('may say no', async () => {
    const { flow, page, calls, told, statuses } = ordering();
    page.confirm = async () => undefined;
    await flow.place();
    expect(statuses).to.deep.equal(['asking', 'ready']);
    expect([calls, told]).to.deep.equal([[], []]);
  });

  it('says no to this try alone: what was said before stays said', async () => {
    const { flow, page, place } = ordering();
    await place('refused');
    const before = flow.state;
    page.confirm = async () => undefined;
    await flow.place();
    expect(flow.state).to.equal(before);
  });

  it('says no where its promise fails, which is told', async () => {
    const { flow, page, calls, told } = ordering();
    const error = new Error('the shop could not save the order');
    page.confirm = () => Promise.reject(error);
    await flow.place();
    expect(flow.state).to.deep.equal({ status: 'ready' });
    expect(told).to.deep.equal([{ type: 'failed', error }]);
    expect(calls).to.deep.equal([]);
  });

  for (const [what, change] of Object.entries<Partial<OrderTerms>>({
    'chooses another rate': { rate: rate({ courier_service_code: 'oke' }) },
    'takes the rate away': { rate: undefined },
    'has prices asked anew': { ready: false },
    'has other contacts and another cart': { body: { ...orderRequest, items: [], order_note: 'knock' } },
    'saves drafts': { mode: 'draft' },
    'orders nothing any more': { mode: 'none' },
    'has another reference': { reference: 'cart-2' },
    'has no client any more': { client: undefined },
    'is another place': { place: 'sidebar' },
  }))
    it(`has ordered what stood there at the click, whatever it sets meanwhile: it ${what}`, async () => {
      for (const moment of ['confirm', 'requote'] as const) {
        const { flow, terms, page, asked, place } = ordering({ reference: 'cart' });
        const { body, client } = terms;
        const before = page[moment] as (...parameters: unknown[]) => Promise<never>;
        page[moment] = async (...parameters: unknown[]) => {
          await Promise.resolve();
          Object.assign(terms, change);
          return before(...parameters);
        };
        const sent = await place();
        expect(sent.url).to.equal('/v1/orders');
        expect(sent.body).to.deep.equal({
          ...JSON.parse(JSON.stringify(orderRequest)),
          reference_id: 'cart',
        });
        expect(asked[1]).to.deep.equal([client, body, rate()]);
        expect(flow.placed).to.deep.include({ rate: rate(), draft: false, reference: 'cart' });
      }
    });

  it('may change its cart in place meanwhile', async () => {
    const { terms, page, place } = ordering();
    const { body, rate: shown } = terms;
    page.confirm = async () => {
      await Promise.resolve();
      Object.assign(body?.items[0] as object, { quantity: 40 });
      Object.assign(shown as object, { price: 1, courier_service_code: 'oke' });
      return {};
    };
    expect((await place()).body).to.deep.include({ items: orderRequest.items, courier_type: 'reg' });
  });

  it('may hand over a Proxy of its cart, and functions in it, which JSON leaves out', async () => {
    const { terms, place } = ordering();
    const reactive = <T extends object>(target: T): T =>
      new Proxy(target, {
        get: (object, key) => {
          const value = Reflect.get(object, key);
          return value && typeof value === 'object' ? reactive(value) : value;
        },
      });
    terms.body = reactive({ ...orderRequest, metadata: { paid: 1, log: () => {} } });
    terms.rate = reactive(rate());
    expect((await place()).body).to.deep.include({ items: orderRequest.items, metadata: { paid: 1 } });
  });

  for (const [what, thing] of Object.entries<unknown>({ 'a BigInt': 1n, 'a circle': circle() }))
    it(`is told where JSON cannot hold what it hands over: ${what}`, async () => {
      const { flow, terms, calls, told } = ordering();
      terms.body = { ...orderRequest, metadata: { thing } };
      await flow.place();
      expect([flow.status, flow.locked, calls]).to.deep.equal(['refused', false, []]);
      expect(flow.error).to.include({ code: 'invalid-request' });
      expect(flow.error?.message).to.match(/metadata\.thing/);
      expect(told).to.deep.equal([{ type: 'failed', error: flow.error }]);
      flow.reconsider();
      expect(flow.status, 'it is said as long as that is so').to.equal('refused');
      terms.body = orderRequest;
      flow.reconsider();
      expect(flow.status).to.equal('ready');
    });

  it('is told where the page cannot even be asked', async () => {
    const { flow, page, calls, told } = ordering();
    const error = new TypeError('Event is not a constructor');
    page.confirm = () => {
      throw error;
    };
    await flow.place();
    expect(flow.state).to.deep.equal({ status: 'refused', error });
    expect(told).to.deep.equal([{ type: 'failed', error }]);
    expect(calls).to.deep.equal([]);
  });

  it('has the order stopped where it has gone meanwhile', async () => {
    for (const moment of ['confirm', 'requote'] as const) {
      const { flow, page, calls } = ordering();
      const before = page[moment] as (...parameters: unknown[]) => Promise<never>;
      page[moment] = (...parameters: unknown[]) => {
        page.present = () => false;
        return before(...parameters);
      };
      await flow.place();
      expect([flow.status, calls]).to.deep.equal(['ready', []]);
    }
  });

  it('is handed a copy of the rate: what its listener makes of that is not ordered', async () => {
    const { page, place, flow } = ordering();
    page.confirm = async (submit) => {
      Object.assign(submit.rate as object, { courier_code: 'tiki', courier_service_code: 'eko', price: 1 });
      return {};
    };
    expect((await place()).body).to.include({ courier_company: 'jne', courier_type: 'reg' });
    expect(flow.placed?.rate).to.deep.equal(rate());
  });

  it('may give the contacts by then, where it had none', async () => {
    const { terms, page, place } = ordering({ body: undefined });
    page.confirm = async () => {
      await Promise.resolve();
      terms.body = orderRequest;
      return {};
    };
    expect((await place()).body).to.include({ destination_contact_name: orderRequest.destination_contact_name });
  });

  it('may give other contacts in its listener, which is part of the click', async () => {
    const { terms, page, place } = ordering();
    page.confirm = () => {
      terms.body = { ...terms.body, order_note: 'ring twice' } as typeof terms.body;
      return Promise.resolve({});
    };
    expect((await place()).body).to.include({ order_note: 'ring twice' });
  });
});

describe('the price of an order, asked once more', () => {
  it('is said where it moved, and ordered when the shopper says so', async () => {
    const { flow, terms, page, calls, told, place, asked } = ordering();
    const news = moved(rate({ price: 17_000 }));
    page.requote = async () => {
      terms.rate = rate({ price: 17_000 });
      return news;
    };
    await flow.place();
    expect(flow.state).to.deep.equal({ status: 'price-changed', news });
    expect([flow.news, flow.locked, calls]).to.deep.equal([news, false, []]);
    expect(told).to.deep.equal([{ type: 'price', news }]);
    page.requote = async (_client, _body, rate) => ({ kind: 'kept', rate });
    await place();
    expect(flow.placed?.rate?.price).to.equal(17_000);
    expect(asked).to.have.length(4);
    expect(flow.news).to.equal(undefined);
  });

  it('is none where the service is gone: that is said, and nothing is ordered', async () => {
    const { flow, page, calls, told } = ordering();
    const news = gone();
    page.requote = async () => news;
    await flow.place();
    expect(flow.state).to.deep.equal({ status: 'ready', news });
    expect(told).to.deep.equal([{ type: 'price', news }]);
    expect(calls).to.deep.equal([]);
  });

  it('stops the order where it cannot be asked', async () => {
    const { flow, page, calls, told, statuses } = ordering();
    const error = new Error('no answer');
    page.requote = () => Promise.reject(error);
    await flow.place();
    expect(statuses).to.deep.equal(['asking', 'quoting', 'refused']);
    expect(flow.state).to.deep.equal({ status: 'refused', error });
    expect(told).to.deep.equal([{ type: 'failed', error }]);
    expect(calls).to.deep.equal([]);
  });

  it('stops the order, without another word, where nobody could be asked and that has been told', async () => {
    const { flow, page, calls, told } = ordering();
    page.requote = async () => undefined;
    await flow.place();
    expect([flow.status, calls, told]).to.deep.equal(['ready', [], []]);
  });

  it('says nothing any more of what was said before', async () => {
    const { flow, page } = ordering();
    page.requote = async () => gone();
    await flow.place();
    const { promise } = held<undefined>();
    page.requote = () => promise;
    void flow.place();
    expect([flow.status, flow.news]).to.deep.equal(['asking', undefined]);
  });
});

describe('an order that is refused', () => {
  it('says why, leaves the choice free, and can be placed again', async () => {
    const { flow, told, place, calls } = ordering();
    await place('refused');
    expect(flow.error).to.include({ code: 'refused', serviceCode: 40002027 });
    expect(flow.state).to.deep.equal({ status: 'refused', error: flow.error });
    expect(told).to.deep.equal([{ type: 'failed', error: flow.error }]);
    expect(flow.locked).to.equal(false);
    await place();
    expect(flow.status).to.equal('placed');
    expect(flow.error).to.equal(undefined);
    expect(calls[1]?.body).to.deep.equal(calls[0]?.body);
  });

  it('is refused where the page’s own client throws what no client of ours does', async () => {
    const { flow, terms } = ordering();
    const error = new Error('out of luck');
    const createOrder = () => Promise.reject(error);
    // Of a page's own, it may have the five operations alone.
    terms.client = { ...(terms.client as ShippingClient), createOrder, unanswered: undefined } as never;
    flow.resume();
    await flow.place();
    expect(flow.state).to.deep.equal({ status: 'refused', error });
  });

  it('is refused though it is reconsidered for the first time', async () => {
    const { flow, place } = ordering();
    await place('refused');
    flow.reconsider();
    expect(flow.status).to.equal('refused');
  });

  it('is refused as long as it is the same one', async () => {
    const { flow, terms, place, statuses } = ordering();
    flow.reconsider();
    await place('refused');
    statuses.length = 0;
    terms.body = structuredClone(terms.body);
    flow.reconsider();
    expect([flow.status, statuses]).to.deep.equal(['refused', []]);
  });

  for (const [what, change] of Object.entries({
    'for another rate': { rate: rate({ courier_service_code: 'oke' }) },
    'for other contacts': { body: undefined },
  }))
    it(`is another one ${what}`, async () => {
      const { flow, terms, place, told } = ordering();
      await place('refused');
      Object.assign(terms, change);
      flow.reconsider();
      expect(flow.state).to.deep.equal({ status: 'ready' });
      expect(told).to.have.length(1);
    });

  it('is another one in another mode', async () => {
    const { flow, terms, place } = ordering();
    flow.reconsider();
    await place('refused');
    terms.mode = 'draft';
    flow.reconsider();
    expect(flow.status).to.equal('ready');
  });
});

describe('what is said of a price', () => {
  for (const [what, news] of Object.entries({ moved: moved(rate({ price: 17_000 })), gone: gone() }))
    it(`that is ${what} is said as long as it is about this order`, async () => {
      const { flow, terms, page } = ordering();
      page.requote = async () => news;
      await flow.place();
      flow.reconsider();
      expect(flow.news).to.deep.equal(news);
      terms.rate = rate({ courier_service_code: 'oke' });
      flow.reconsider();
      expect(flow.state).to.deep.equal({ status: 'ready' });
    });

  it('is about the order as it is once the price is known', async () => {
    const { flow, terms, page } = ordering();
    page.requote = async () => {
      terms.rate = rate({ price: 17_000 });
      return moved(rate({ price: 17_000 }));
    };
    await flow.place();
    flow.reconsider();
    expect(flow.status).to.equal('price-changed');
  });

  it('is nothing where there was nothing to say', () => {
    const { flow, terms, statuses } = ordering();
    flow.reconsider();
    terms.rate = undefined;
    flow.reconsider();
    terms.mode = 'draft';
    flow.reconsider();
    expect(statuses).to.deep.equal([]);
  });
});

describe('a placed order', () => {
  it('stays placed whatever is chosen next', async () => {
    const { flow, terms, place } = ordering();
    flow.reconsider();
    await place();
    terms.rate = undefined;
    flow.reconsider();
    expect(flow.status).to.equal('placed');
  });

  it('is done with in another mode: the next one has another reference', async () => {
    const { flow, terms, place } = ordering({ mode: 'draft', reference: 'cart' });
    flow.reconsider();
    await place();
    terms.mode = 'order';
    flow.reconsider();
    expect([flow.status, flow.locked]).to.deep.equal(['ready', false]);
    expect((await place()).body).to.include({ reference_id: 'cart-2' });
  });

  it('is cancelled with the reason that the shopper gives', async () => {
    const { flow, place, request, told, statuses } = ordering();
    await place();
    const order = flow.placed;
    statuses.length = 0;
    const cancelling = flow.cancel('change_address');
    expect(flow.state).to.deep.equal({ status: 'cancelling', order });
    expect(flow.locked).to.equal(true);
    const { url, body, answer } = await request();
    expect(url).to.equal('/v1/orders/order-1/cancel');
    expect(body).to.deep.equal({ cancellation_reason_code: 'change_address' });
    answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
    await cancelling;
    expect(flow.state).to.deep.equal({ status: 'cancelled', order });
    expect(statuses).to.deep.equal(['cancelling', 'cancelled']);
    expect(told.at(-1)).to.deep.equal({ type: 'cancelled', id: 'order-1' });
    expect([flow.placed, flow.locked]).to.deep.equal([order, false]);
  });

  it('is cancelled once, however often that is asked for, and for another reason where none is given', async () => {
    const { flow, place, request, calls } = ordering();
    await place();
    const cancelling = [flow.cancel(), flow.cancel(), flow.cancel()];
    const { body, answer } = await request();
    expect(body).to.deep.equal({ cancellation_reason_code: 'others' });
    answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
    await Promise.all(cancelling);
    await flow.cancel();
    expect(calls).to.have.length(2);
  });

  it('stays placed where it cannot be cancelled, says why until that is read, and can be tried again', async () => {
    const { flow, place, request, told } = ordering();
    await place();
    const order = { ...flow.placed, cancellable: false };
    const cancelling = flow.cancel();
    (await request()).answer(refusal(40002053));
    await cancelling;
    expect(flow.state).to.deep.equal({ status: 'placed', order, error: flow.error });
    expect(flow.error).to.include({ code: 'refused', reason: 'not-cancellable' });
    expect(told.at(-1)).to.deep.equal({ type: 'failed', error: flow.error });
    flow.dismissError();
    expect(flow.state).to.deep.equal({ status: 'placed', order });
    const again = flow.cancel();
    (await request()).answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
    await again;
    expect(flow.status).to.equal('cancelled');
  });

  it('is cancelled where the answer to that was lost, once the service says that it is', async () => {
    const { flow, place, request } = ordering();
    await place();
    const cancelling = flow.cancel();
    (await request()).lose();
    await cancelling;
    expect(flow.status).to.equal('placed');
    const again = flow.cancel();
    (await request()).answer(
      json({ success: false, error: 'Order already cancelled', code: 40002053 }, { status: 400 }),
    );
    await again;
    expect(flow.status).to.equal('cancelled');
  });

  it('is not cancelled where it is a draft', async () => {
    const { flow, calls, place } = ordering({ mode: 'draft' });
    await place();
    await flow.cancel();
    expect([flow.status, calls.length]).to.deep.equal(['placed', 1]);
  });

  it('is cancelled where it was placed, whatever client the page has by then', async () => {
    const { flow, terms, request, place } = ordering();
    await place();
    terms.client = undefined;
    const cancelling = flow.cancel();
    const { url, answer } = await request();
    expect(url).to.equal('/v1/orders/order-1/cancel');
    answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
    await cancelling;
    expect(flow.status).to.equal('cancelled');
  });

  it('is shown though the page’s cart cannot be read any more', async () => {
    const { flow, terms, request } = ordering();
    const { proxy, revoke } = Proxy.revocable({ ...orderRequest }, {});
    terms.body = proxy;
    const placing = flow.place();
    const { answer } = await request();
    revoke();
    answer(placed());
    await placing;
    for (const look of [() => flow.reconsider(), () => flow.resume()]) expect(look).not.to.throw();
    expect(flow.status).to.equal('placed');
  });

  it('is there before it can be cancelled, and before there is an error to read', async () => {
    const { flow, place, calls, statuses } = ordering();
    await flow.cancel();
    flow.dismissError();
    expect([flow.status, statuses]).to.deep.equal(['ready', []]);
    await place('refused');
    flow.dismissError();
    await flow.cancel();
    expect([flow.status, calls.length]).to.deep.equal(['refused', 1]);
  });

  it('is none any more when the page that ordered changes its mode after it was cancelled', async () => {
    const { flow, terms, place, request } = ordering();
    flow.reconsider();
    await place();
    const cancelling = flow.cancel();
    (await request()).answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
    await cancelling;
    flow.reconsider();
    expect(flow.status).to.equal('cancelled');
    terms.mode = 'draft';
    flow.reconsider();
    expect(flow.status).to.equal('ready');
  });
});

describe('the reference of an order', () => {
  const randomly = /^[0-9a-f]{32}$/;

  it('is random where the shop has none, and the same for all tries', async () => {
    const { flow, page, asked, place } = ordering();
    page.confirm = async () => undefined;
    await flow.place();
    page.confirm = async () => ({});
    const references = [asked[0], (await place('refused')).body, (await place()).body].map(
      (from) =>
        (from as { reference?: string; reference_id?: string }).reference ??
        (from as { reference_id: string }).reference_id,
    );
    expect(references[0]).to.match(randomly);
    expect(new Set(references).size).to.equal(1);
  });

  it('is the shop’s own, the one that it has when the shopper orders', async () => {
    const { flow, terms, page, asked, place } = ordering({ reference: 'cart-1' });
    page.confirm = async () => undefined;
    await flow.place();
    page.confirm = async () => ({});
    terms.reference = 'cart-2';
    expect((await place()).body).to.include({ reference_id: 'cart-2' });
    expect(asked[0]).to.deep.include({ rate: terms.rate, reference: 'cart-1' });
    expect(flow.placed).to.include({ reference: 'cart-2' });
  });

  for (const reference of ['cart', undefined])
    it(`${reference ? 'of the shop is counted on' : 'is another random one'} after each cancellation`, async () => {
      const { flow, place, request } = ordering({ reference });
      const sent: unknown[] = [];
      for (let time = 0; time < 3; time += 1) {
        sent.push((await place()).body.reference_id);
        const cancelling = flow.cancel();
        (await request()).answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
        await cancelling;
      }
      if (reference) expect(sent).to.deep.equal(['cart', 'cart-2', 'cart-3']);
      else {
        expect(new Set(sent).size).to.equal(3);
        for (const random of sent) expect(random).to.match(randomly);
      }
    });
});

describe('a number of the shop’s that is used', () => {
  it('is left for another one that the shop gives', async () => {
    const { flow, terms, request } = ordering({ reference: 'A-1' });
    const placing = flow.place();
    (await request()).answer(refusal(40002060, { order_id: 'o-9', reference_id: 'A-1' }));
    await placing;
    expect([flow.status, flow.locked]).to.deep.equal(['unconfirmed', true]);
    flow.reconsider();
    expect(flow.status, 'as long as it is the same number').to.equal('unconfirmed');
    terms.reference = 'A-2';
    flow.reconsider();
    expect([flow.status, flow.locked]).to.deep.equal(['ready', false]);
    const again = flow.place();
    const { body, answer } = await request();
    expect(body).to.include({ reference_id: 'A-2' });
    answer(placed('order-2'));
    await again;
    expect(flow.placed).to.include({ id: 'order-2', reference: 'A-2' });
  });
});
