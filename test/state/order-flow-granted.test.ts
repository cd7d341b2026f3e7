import { expect } from 'chai';
import { InvalidRequestError } from '../../src/client/index.ts';
import type { Consent } from '../../src/elements/state/order-flow.ts';
import { Refusal, type RefusalReason } from '../../src/gateway/upstream/index.ts';
import { json, rate } from '../support/fixtures.ts';
import { held, moved, ordering } from './ordering.ts';

/** What the gateway answers. */
function gateway(reason: RefusalReason, details: Record<string, unknown> = {}): Response {
  const { status, body } = new Refusal(reason, { details }).answer();
  return json(body, { status });
}

const placed = (cancel?: string) => json({ success: true, id: 'order-1', ...(cancel && { cancel }) });

/** A page whose shop grants what it is asked for: `grant 1`, then `grant 2` … */
function granting(settings = {}) {
  const flow = ordering(settings);
  let count = 0;
  flow.page.confirm = async () => {
    count += 1;
    return { grant: `grant ${count}` };
  };
  return flow;
}

describe('an order that the shop grants', () => {
  it('goes out with the grant, as it stood at the click, and the gateway asks for its price', async () => {
    const { flow, terms, page, asked, request, statuses } = ordering({
      cart: 'the cart',
      switches: { insured: true, cashOnDelivery: false },
    });
    const { promise, settle } = held<Consent>();
    page.confirm = () => promise;
    const placing = flow.place();
    const before = structuredClone(terms.body);
    terms.rate = rate({ price: 1, offer: 'another' });
    Object.assign(terms.body as object, { destination_address: 'elsewhere' });
    settle({ grant: 'signed' });
    const { body, answer } = await request();
    const reference = body.reference_id;
    expect(asked).to.deep.equal([{ rate: rate(), reference, again: false, insured: true, cashOnDelivery: false }]);
    expect(body).to.include({ grant: 'signed', destination_address: before?.destination_address });
    expect(body).to.not.have.property('cart');
    answer(placed());
    await placing;
    expect(statuses).to.deep.equal(['asking', 'ordering', 'placed']);
  });

  it('is not made where there is no grant: that is said, the widget is free, and the next click is granted', async () => {
    const { flow, page, calls, told, place } = ordering();
    const error = new InvalidRequestError('createOrder', [{ path: 'grant', remedy: 'was promised and not given' }]);
    page.confirm = async () => ({ error });
    await flow.place();
    expect([flow.status, flow.error, flow.locked]).to.deep.equal(['refused', error, false]);
    expect([calls, told]).to.deep.equal([[], [{ type: 'failed', error }]]);
    page.confirm = async () => ({ grant: 'signed' });
    expect((await place()).body).to.include({ grant: 'signed' });
    expect(flow.status).to.equal('placed');
  });

  it('is not made where its element has left the page by then', async () => {
    const { flow, page, calls } = ordering();
    const { promise, settle } = held<Consent>();
    page.confirm = () => promise;
    const placing = flow.place();
    page.present = () => false;
    settle({ grant: 'signed' });
    await placing;
    expect([flow.status, calls]).to.deep.equal(['ready', []]);
  });

  it('waits for its grant as long as that takes: no second click asks for another', async () => {
    const { flow, page, asked, calls } = ordering();
    page.confirm = () => held<Consent>().promise;
    void flow.place();
    for (let click = 0; click < 20; click += 1) void flow.place();
    await new Promise(setImmediate);
    expect([flow.status, flow.locked, asked.length, calls.length]).to.deep.equal(['asking', true, 1, 0]);
  });

  it('says that its price has risen, takes the new offer in, and is granted anew under the same reference', async () => {
    const { flow, page, asked, repriced, told, request } = granting();
    const placing = flow.place();
    const first = await request();
    first.answer(gateway('price-changed', { price: 17_000, accepted: 15_000, offer: 'new offer' }));
    await placing;
    const now = rate({ price: 17_000, offer: 'new offer' });
    expect(flow.state).to.deep.equal({ status: 'price-changed', news: moved(now) });
    expect([repriced, told]).to.deep.equal([[now], [{ type: 'price', news: moved(now) }]]);
    expect(flow.locked).to.equal(false);
    page.confirm = async () => ({ grant: 'for more' });
    const again = flow.place();
    const second = await request();
    expect(second.body).to.include({ grant: 'for more', reference_id: first.body.reference_id });
    expect(asked.at(-1)).to.include({ again: false });
    second.answer(placed());
    await again;
    expect(flow.status).to.equal('placed');
  });

  it('is refused where the gateway says nothing of the new price, or says the one that was shown', async () => {
    for (const details of [{}, { price: 15_000 }, { price: '17000' }, { price: -1 }, { price: Number.NaN }]) {
      const { flow, request, repriced } = granting();
      const placing = flow.place();
      (await request()).answer(gateway('price-changed', details));
      await placing;
      expect(flow.status).to.equal('refused');
      expect(flow.error).to.include({ reason: 'price-changed' });
      expect(repriced).to.deep.equal([]);
    }
  });

  it('that had no answer is sent again word for word, and nobody is asked', async () => {
    const { flow, asked, place, request } = granting();
    const first = await place('lost');
    expect(flow.status).to.equal('unconfirmed');
    const checking = flow.place();
    const second = await request();
    expect(second.body).to.deep.equal(first.body);
    expect(asked).to.have.lengthOf(1);
    second.answer(placed());
    await checking;
    expect(flow.status).to.equal('placed');
  });

  it('that had no answer is granted once more where its grant has expired meanwhile', async () => {
    const { flow, asked, place, request, statuses } = granting({ reference: 'INV-7' });
    const first = await place('lost');
    const checking = flow.place();
    (await request()).answer(gateway('token-expired', { token: 'grant' }));
    const { body, answer } = await request();
    expect(asked.at(-1)).to.deep.include({ rate: rate(), reference: 'INV-7', again: true });
    expect(body).to.deep.equal({ ...first.body, grant: 'grant 2' });
    expect(flow.locked).to.equal(true);
    answer(placed());
    await checking;
    expect([flow.status, flow.placed?.id]).to.deep.equal(['placed', 'order-1']);
    expect(statuses.slice(-3)).to.deep.equal(['unconfirmed', 'ordering', 'placed']);
  });

  it('stays unconfirmed where the page grants nothing any more, and forgets nothing', async () => {
    const why = new Error('no');
    for (const [consent, says] of [
      [async () => undefined, 'token-expired'],
      [async () => ({}), 'token-expired'],
      [async () => ({ error: why }), why],
      [() => Promise.reject(why), why],
      [
        () => {
          throw why;
        },
        why,
      ],
      [async () => ({ grant: 'expired as well' }), 'token-expired'],
    ] as const) {
      const { flow, page, place, request, told } = granting();
      const { body } = await place('lost');
      page.confirm = consent as () => Promise<Consent | undefined>;
      const checking = flow.place();
      (await request()).answer(gateway('token-expired', { token: 'grant' }));
      // Whatever else goes out is answered alike: no page is asked twice for one click.
      void request().then((next) => next.answer(gateway('token-expired', { token: 'grant' })));
      await checking;
      expect([flow.status, flow.locked]).to.deep.equal(['unconfirmed', true]);
      expect(says === why ? flow.error : flow.error && 'reason' in flow.error && flow.error.reason).to.equal(says);
      expect(told.at(-1)).to.deep.equal({ type: 'unconfirmed', reference: body.reference_id });
    }
  });

  it('is refused where its grant has expired before it was ever sent, and is granted with the next click', async () => {
    const { flow, asked, place, request } = granting();
    const placing = flow.place();
    (await request()).answer(gateway('token-expired', { token: 'grant' }));
    await placing;
    expect([flow.status, asked.length]).to.deep.equal(['refused', 1]);
    expect((await place()).body).to.include({ grant: 'grant 2' });
  });

  it('that a page before has left without an answer is granted once more, as what it is', async () => {
    const { store, place } = granting();
    const first = await place('lost');
    const later = granting({ store });
    later.flow.resume();
    const checking = later.flow.place();
    const { body, answer } = await later.request();
    expect(later.asked).to.have.lengthOf(1);
    expect(later.asked[0]).to.deep.include({ reference: first.body.reference_id, again: true });
    expect(body.reference_id).to.equal(first.body.reference_id);
    answer(placed());
    await checking;
    expect(later.flow.status).to.equal('placed');
  });

  it('that a page before has left stays unconfirmed where the page cannot grant it: nobody says that nothing was ordered', async () => {
    const { store, place } = granting();
    await place('lost');
    const later = ordering({ store });
    const error = new Error('no');
    later.page.confirm = async () => ({ error });
    later.flow.resume();
    await later.flow.place();
    expect([later.flow.status, later.told.at(-1)]).to.deep.equal(['unconfirmed', { type: 'failed', error }]);
    later.page.confirm = async () => ({ grant: 'signed' });
    const checking = later.flow.place();
    (await later.request()).answer(placed());
    await checking;
    expect([later.flow.status, later.asked.at(-1)]).to.have.nested.property('[1].again', true);
  });

  it('nobody knows of, as the shop has to look, is unconfirmed', async () => {
    const { flow, request } = granting();
    const placing = flow.place();
    (await request()).answer(gateway('needs-attention'));
    await placing;
    expect(flow.state).to.have.nested.property('error.reason', 'needs-attention');
    expect(flow.status).to.equal('unconfirmed');
  });
});

describe('what cancels an order', () => {
  it('comes with it, goes with its cancellation, and is told to nobody', async () => {
    const { flow, request, told } = granting();
    const placing = flow.place();
    (await request()).answer(placed('a.b.c'));
    await placing;
    expect(JSON.stringify([flow.state, flow.placed, told])).to.not.include('a.b.c');
    const cancelling = flow.cancel();
    const { body, answer } = await request();
    expect(body).to.include({ cancel: 'a.b.c' });
    answer(json({ success: true, id: 'order-1', status: 'cancelled' }));
    await cancelling;
    expect(flow.status).to.equal('cancelled');
  });

  it('is found by a page that is loaded again', async () => {
    const { flow, request, store } = granting();
    const placing = flow.place();
    (await request()).answer(placed('a.b.c'));
    await placing;
    const later = granting({ store });
    await later.flow.place();
    expect(later.flow.state).to.have.nested.property('order.before', true);
    void later.flow.cancel();
    expect((await later.request()).body).to.include({ cancel: 'a.b.c' });
  });

  it('is not there where the gateway gives none: the order is final then', async () => {
    const { flow, request } = granting();
    const placing = flow.place();
    (await request()).answer(placed());
    await placing;
    expect(flow.placed).to.have.property('cancellable', false);
    const plain = ordering();
    await plain.place();
    expect(plain.flow.placed).to.have.property('cancellable', true);
  });
});

describe('a draft', () => {
  it('goes out with the cart that the shop had signed at the click, once its price was asked', async () => {
    const { flow, terms, page, asked, request } = ordering({ mode: 'draft', cart: 'signed' });
    const { promise, settle } = held<Consent>();
    page.confirm = () => promise;
    void flow.place();
    terms.cart = 'another';
    settle({});
    const { url, body } = await request();
    expect([url, body.cart, asked.length]).to.deep.equal(['/v1/draft_orders', 'signed', 2]);
  });

  it('without an answer is checked with the cart that the page has signed since, where that of the click has expired', async () => {
    const { flow, terms, place, request } = ordering({ mode: 'draft', cart: 'first' });
    const first = await place('lost');
    for (const [cart, status] of [
      ['first', 'unconfirmed'],
      ['second', 'placed'],
    ] as const) {
      terms.cart = cart;
      const checking = flow.place();
      const again = await request();
      expect(again.body).to.deep.equal(first.body);
      again.answer(gateway('token-expired', { token: 'cart' }));
      if (status === 'placed') {
        const signed = await request();
        expect(signed.body).to.deep.equal({ ...first.body, cart });
        signed.answer(placed());
      }
      await checking;
      expect(flow.status).to.equal(status);
    }
  });

  it('goes out with a grant as well where the page sets one', async () => {
    const { flow, page, request } = ordering({ mode: 'draft' });
    page.confirm = async () => ({ grant: 'granted' });
    void flow.place();
    const { body } = await request();
    expect(body).to.include({ grant: 'granted' });
    expect(body).to.not.have.property('cart');
  });
});

describe('an offer that is signed anew', () => {
  it('is no other order: what was said of it stays said', async () => {
    const { flow, terms, place } = ordering({ rate: rate({ offer: 'first' }) });
    await place('refused');
    terms.rate = rate({ offer: 'second' });
    flow.reconsider();
    expect(flow.status).to.equal('refused');
    terms.rate = rate({ price: 1, offer: 'second' });
    flow.reconsider();
    expect(flow.status).to.equal('ready');
  });
});
