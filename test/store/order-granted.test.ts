import { expect } from 'chai';
import type { ShipOrderSubmitEvent } from '../../src/elements/element/events.ts';
import { Refusal, type RefusalReason } from '../../src/gateway/upstream/index.ts';
import { signGrant } from '../../src/tokens/index.ts';
import { json, orderRequest, rate } from '../support/fixtures.ts';
import { held, ordering, placed } from './ordering.ts';
import { settled } from './plain-host.ts';

/** What the gateway answers. */
function gateway(reason: RefusalReason, details: Record<string, unknown> = {}): Response {
  const { status, body } = new Refusal(reason, { details }).answer();
  return json(body, { status });
}

const granted = (cancel?: string) => json({ success: true, id: 'order-1', ...(cancel && { cancel }) });

/** A page whose shop grants each order: `grant 1`, then `grant 2`. */
async function granting(settings: Parameters<typeof ordering>[0] = {}) {
  const page = await ordering(settings);
  let count = 0;
  page.page.onSubmit = (event) => {
    count += 1;
    event.grant = `grant ${count}`;
  };
  return page;
}

describe('an order that the shop grants', () => {
  it('is sent with the grant and without the cart, and the gateway asks for its price', async () => {
    const page = await granting({ cart: 'signed' });
    const { asked } = page;
    const placing = page.orders.place();
    const { body, answer } = await page.request();
    expect(body).to.include({ grant: 'grant 1' }).and.not.have.property('cart');
    answer(placed());
    await placing;
    expect(page.statuses).to.deep.equal(['asking', 'ordering', 'placed']);
    expect(page.asked).to.equal(asked);
  });

  it('waits for a promised grant, or is not made if the promise is rejected', async () => {
    const page = await ordering();
    const { promise, settle } = held<string>();
    page.page.onSubmit = (event) => {
      event.grant = promise;
    };
    const placing = page.orders.place();
    await settled();
    expect(page.status).to.equal('asking');
    settle('late');
    const call = await page.request();
    expect(call.body).to.include({ grant: 'late' });
    call.answer(placed());
    await placing;
    const declined = new Error('The card was declined.');
    const refused = await ordering();
    refused.page.onSubmit = (event) => {
      event.grant = Promise.reject(declined);
    };
    await refused.orders.place();
    expect(refused.phase).to.include({ status: 'refused', byPage: true });
    expect(refused.error).to.include({ code: 'invalid-request', cause: declined });
    expect(refused.error?.message)
      .to.match(/was promised and not given/)
      .and.not.include('card');
  });

  it('is not made if the grant is no text, or is signed for another reference', async () => {
    const keys = { account: 'toko', current: { kid: 'a', secret: 'x'.repeat(32) } };
    const other = await signGrant({ order: orderRequest, reference: 'cart-2', price_max: 1 }, keys);
    for (const grant of ['', null, 7, {}, Promise.resolve(), other]) {
      const page = await ordering({ reference: 'cart-1' });
      page.page.onSubmit = (event) => {
        event.grant = grant as string;
      };
      await page.orders.place();
      expect(page.error, String(grant)).to.have.nested.property('fields[0].path', 'grant');
      expect(page.calls.length).to.equal(0);
    }
    const page = await ordering({ reference: 'cart-2' });
    page.page.onSubmit = (event) => {
      event.grant = other;
    };
    expect((await page.place()).body).to.include({ grant: other });
  });

  it('takes no grant and no promise after its event', async () => {
    const page = await ordering();
    await page.place();
    const [event] = page.submits as [ShipOrderSubmitEvent];
    expect(() => {
      event.grant = 'late';
    }).to.throw(DOMException, 'grant came too late');
    expect(() => event.waitUntil(Promise.resolve())).to.throw(DOMException, 'waitUntil() came too late');
  });

  it('shows the new price and its offer, and is granted again under the same reference', async () => {
    const page = await granting();
    const placing = page.orders.place();
    const first = await page.request();
    first.answer(gateway('price-changed', { price: 17_000, accepted: 15_000, offer: 'new offer' }));
    await placing;
    expect(page.phase).to.have.nested.property('news.rate.price', 17_000);
    expect(page.store.state.choice.rate).to.include({ price: 17_000, offer: 'new offer' });
    page.service.rows = [rate({ price: 17_000, shipping_fee: 17_000 })];
    await settled(20);
    const second = await page.place();
    expect(second.body).to.include({ grant: 'grant 2', reference_id: first.body.reference_id });
  });

  it('is refused if the gateway does not say the new price', async () => {
    for (const details of [{}, { price: 15_000 }, { price: '17000' }, { price: -1 }]) {
      const page = await granting();
      const placing = page.orders.place();
      (await page.request()).answer(gateway('price-changed', details));
      await placing;
      expect(page.phase).to.include({ status: 'refused' }).and.have.nested.property('error.reason', 'price-changed');
    }
  });

  it('is refused if its grant had expired before it was sent, and is granted by the next click', async () => {
    const page = await granting();
    const placing = page.orders.place();
    (await page.request()).answer(gateway('token-expired', { token: 'grant' }));
    await placing;
    expect([page.status, page.submits.length]).to.deep.equal(['refused', 1]);
    await settled(20);
    expect((await page.place()).body).to.include({ grant: 'grant 2' });
  });

  it('is unconfirmed if the shop has to look after it', async () => {
    const page = await granting();
    const placing = page.orders.place();
    (await page.request()).answer(gateway('needs-attention'));
    await placing;
    expect(page.phase)
      .to.include({ status: 'unconfirmed' })
      .and.have.nested.property('error.reason', 'needs-attention');
  });
});

describe('a granted order without an answer', () => {
  it('is sent again with the same grant', async () => {
    const page = await granting();
    const { body } = await page.place('lost');
    expect((await page.place()).body).to.deep.equal(body);
    expect(page.submits.length).to.equal(1);
  });

  it('is granted again if its grant has expired by then', async () => {
    const page = await granting({ reference: 'INV-7' });
    const first = await page.place('lost');
    const checking = page.orders.place();
    (await page.request()).answer(gateway('token-expired', { token: 'grant' }));
    const { body, answer } = await page.request();
    expect(page.submits.at(-1)).to.deep.include({ reference: 'INV-7', again: true });
    expect(body).to.deep.equal({ ...first.body, grant: 'grant 2' });
    answer(placed());
    await checking;
    expect(page.status).to.equal('placed');
  });

  it('stays unconfirmed if the page does not grant it again', async () => {
    const no = new Error('no');
    const listeners: ((event: ShipOrderSubmitEvent) => void)[] = [
      (event) => event.preventDefault(),
      () => {},
      (event) => event.waitUntil(Promise.reject(no)),
      (event) => {
        event.grant = 'expired as well';
      },
    ];
    for (const listener of listeners) {
      const page = await granting();
      await page.place('lost');
      page.page.onSubmit = listener;
      const checking = page.orders.place();
      (await page.request()).answer(gateway('token-expired', { token: 'grant' }));
      void page.request().then((next) => next.answer(gateway('token-expired', { token: 'grant' })));
      await checking;
      expect([page.status, page.told().at(-1)]).to.deep.equal(['unconfirmed', 'ship-order-unconfirmed']);
      expect(page.submits.length, 'the page is asked once for one click').to.equal(2);
    }
  });

  it('of an earlier page is granted again, as the order that it is', async () => {
    const before = await granting();
    const { body } = await before.place('lost');
    const page = await granting({ storage: before.storage });
    expect((await page.place()).body.reference_id).to.equal(body.reference_id);
    expect(page.submits[0]).to.include({ reference: body.reference_id, again: true });
  });
});

describe('the token that cancels an order', () => {
  it('comes with the order, is sent with its cancellation, and is told to no listener', async () => {
    const page = await granting();
    const placing = page.orders.place();
    (await page.request()).answer(granted('a.b.c'));
    await placing;
    expect(JSON.stringify([page.store.state, page.events])).to.not.include('a.b.c');
    expect((await page.cancel()).body).to.include({ cancel: 'a.b.c' });
    expect(page.status).to.equal('cancelled');
  });

  it('is found by a page that is loaded again', async () => {
    const before = await granting();
    const placing = before.orders.place();
    (await before.request()).answer(granted('a.b.c'));
    await placing;
    const page = await granting({ storage: before.storage });
    await page.orders.place();
    expect((await page.cancel()).body).to.include({ cancel: 'a.b.c' });
  });

  it('is missing from an order that is final', async () => {
    const page = await granting();
    const placing = page.orders.place();
    (await page.request()).answer(granted());
    await placing;
    expect(page.placed).to.have.property('cancellable', false);
  });
});

describe('a draft', () => {
  it('without an answer is sent with the cart that the page has signed since, if the first has expired', async () => {
    const page = await ordering({ orderMode: 'draft', cart: 'first' });
    const first = await page.place('lost');
    const checking = page.orders.place();
    (await page.request()).answer(gateway('token-expired', { token: 'cart' }));
    await checking;
    expect(page.status, 'the page has signed no other cart').to.equal('unconfirmed');
    page.set({ cart: 'second' });
    const again = page.orders.place();
    (await page.request()).answer(gateway('token-expired', { token: 'cart' }));
    const signed = await page.request();
    expect(signed.body).to.deep.equal({ ...first.body, cart: 'second' });
    signed.answer(placed());
    await again;
    expect(page.status).to.equal('placed');
  });

  it('has its grant instead of the cart if the page sets one', async () => {
    const page = await granting({ orderMode: 'draft' });
    expect((await page.place()).body)
      .to.include({ grant: 'grant 1' })
      .and.not.have.property('cart');
  });
});
