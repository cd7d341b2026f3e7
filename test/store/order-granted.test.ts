import { expect } from 'chai';
import type { ShipOrderSubmitEvent } from '../../src/elements/core/events.ts';
import { Refusal, type RefusalReason } from '../../src/gateway/http/refusal.ts';
import { signGrant } from '../../src/tokens/index.ts';
import { json, orderRequest, rate } from '../support/fixtures.ts';
import { ordering, placed, type Settings } from './ordering.ts';
import { settled } from './plain-host.ts';

/** A refusal of the gateway. */
function refusal(reason: RefusalReason, details: Record<string, unknown> = {}): Response {
  const { status, body } = new Refusal(reason, { details }).answer();
  return json(body, { status });
}

const expired = (token = 'grant') => refusal('token-expired', { token });

/** A listener that sets this value as the grant. */
const grants = (grant: unknown) => (event: ShipOrderSubmitEvent) => {
  event.grant = grant as string;
};

/** A page whose shop grants each order: `grant 1`, then `grant 2`. */
function granting(settings: Settings = {}) {
  let count = 0;
  const onSubmit = (event: ShipOrderSubmitEvent) => {
    count += 1;
    event.grant = `grant ${count}`;
  };
  return ordering({ onSubmit, ...settings });
}

describe('an order with a grant', () => {
  it('is sent with the grant and without the cart. The gateway asks for its price', async () => {
    const page = await granting({ cart: 'signed' });
    const { asked } = page.service;
    const { body } = await page.place();
    expect(body).to.include({ grant: 'grant 1' }).and.not.have.property('cart');
    expect(page.statuses).to.deep.equal(['asking', 'ordering', 'placed']);
    expect(page.service.asked).to.equal(asked);
  });

  it('may be a draft', async () => {
    const page = await granting({ orderMode: 'draft' });
    expect((await page.place()).body).to.include({ grant: 'grant 1' });
  });

  it('waits for the promise of a grant', async () => {
    let grant: (token: string) => void = () => {};
    const page = await ordering({ onSubmit: grants(new Promise((resolve) => (grant = resolve))) });
    const placing = page.place();
    await settled();
    expect(page.status).to.equal('asking');
    grant('late');
    expect((await placing).body).to.include({ grant: 'late' });
  });

  it('is refused if the promise of a grant is rejected. The message does not quote the error', async () => {
    const declined = new Error('The card was declined.');
    const page = await ordering({ onSubmit: (event) => grants(Promise.reject(declined))(event) });
    await page.orders.place();
    expect(page.phase).to.include({ status: 'refused', byPage: true });
    expect(page.error).to.include({ code: 'invalid-request', cause: declined });
    expect(page.error?.message)
      .to.match(/was promised and not given/)
      .and.not.include('card');
  });

  it('is refused if the grant is no text, or is signed for another reference', async () => {
    const keys = { account: 'toko', current: { kid: 'a', secret: 'x'.repeat(32) } };
    const other = await signGrant({ order: orderRequest, reference: 'cart-2', price_max: 1 }, keys);
    const alike = await signGrant({ order: orderRequest, reference: 'cart-12', price_max: 1 }, keys);
    for (const grant of ['', null, 7, {}, Promise.resolve(), other, alike]) {
      const page = await ordering({ reference: 'cart-1', onSubmit: grants(grant) });
      await page.orders.place();
      expect(page.error, String(grant)).to.have.nested.property('fields[0].path', 'grant');
      expect(page.calls.length).to.equal(0);
    }
    const page = await ordering({ reference: 'cart-2', onSubmit: grants(other) });
    expect((await page.place()).body).to.include({ grant: other });
  });

  // Three clicks may wait for a server that sleeps, and each has another service.
  it('is refused if the grant is signed for another service than the one that the gateway has offered', async () => {
    const keys = { account: 'toko', current: { kid: 'a', secret: 'x'.repeat(32) } };
    const grantOf = (courier_type: string) =>
      signGrant({ order: { ...orderRequest, courier_type }, reference: 'cart-1', price_max: 1 }, keys);
    const page = await ordering({ reference: 'cart-1', rows: [rate({ offer: 'signed' })] });
    page.onSubmit = grants(grantOf('yes'));
    await page.orders.place();
    expect(page.error?.message).to.include('must be signed for the service of ship-order-submit');
    expect(page.calls.length).to.equal(0);
    page.onSubmit = grants(grantOf('reg'));
    expect((await page.place()).body).to.include({ reference_id: 'cart-1' });
  });

  it('after a refusal goes under the further number that the shop has granted. The page hears its own', async () => {
    const keys = { account: 'toko', current: { kid: 'a', secret: 'x'.repeat(32) } };
    const grantOf = (reference: string) => signGrant({ order: orderRequest, reference, price_max: 1 }, keys);
    const page = await ordering({ reference: 'cart-1' });
    const answers: ['cart-1' | `cart-1-${number}`, Response | 'lost'][] = [
      ['cart-1', refusal('cod-limit')],
      ['cart-1-2', refusal('cod-limit')],
      ['cart-1-3', 'lost'],
      ['cart-1-3', placed()],
    ];
    for (const [reference, answer] of answers) {
      page.onSubmit = grants(grantOf(reference));
      expect((await page.place(answer)).body).to.include({ reference_id: reference });
    }
    expect(page.submits.map(({ reference }) => reference)).to.deep.equal(['cart-1', 'cart-1', 'cart-1']);
    expect(page.phase).to.have.nested.property('order.reference', 'cart-1-3');
  });

  it('takes no grant and no promise after its event', async () => {
    const page = await ordering();
    await page.place();
    const [event] = page.submits as [ShipOrderSubmitEvent];
    expect(() => grants('late')(event)).to.throw(DOMException, 'grant came too late');
    expect(() => event.waitUntil(Promise.resolve())).to.throw(DOMException, 'waitUntil() came too late');
  });

  it('shows a new price and its offer. The next click has another grant and the same reference', async () => {
    const page = await granting();
    const placing = page.orders.place();
    const first = await page.request();
    first.answer(refusal('price-changed', { price: 17_000, accepted: 15_000, offer: 'new offer' }));
    await placing;
    expect(page.phase).to.have.nested.property('notice.rate.price', 17_000);
    expect(page.store.state.choice.rate).to.include({ price: 17_000, offer: 'new offer' });
    page.service.rows = [rate({ price: 17_000, shipping_fee: 17_000 })];
    await settled(20);
    expect((await page.place()).body).to.include({ grant: 'grant 2', reference_id: first.body.reference_id });
  });

  for (const details of [{}, { price: 15_000 }, { price: '17000' }, { price: -1 }])
    it(`is refused if its price has changed and the gateway says ${JSON.stringify(details)}`, async () => {
      const page = await granting();
      await page.place(refusal('price-changed', details));
      expect(page.phase).to.include({ status: 'refused' }).and.have.nested.property('error.reason', 'price-changed');
    });

  it('is refused if its grant has expired. The next click asks for another grant', async () => {
    const page = await granting();
    await page.place(expired());
    expect([page.status, page.submits.length]).to.deep.equal(['refused', 1]);
    expect((await page.place()).body).to.include({ grant: 'grant 2' });
  });

  it('says that it was not placed, and may be sent again, once the page has signed another cart', async () => {
    const page = await ordering({ orderMode: 'draft', cart: 'first' });
    await page.place(expired('cart'));
    page.set({ cart: 'first' });
    expect(page.phase).to.include({ status: 'refused' }).and.not.have.property('byPage');
    page.set({ cart: 'second' });
    expect(page.phase).to.include({ status: 'refused', byPage: true });
    await settled();
    await page.place();
    expect(page.status).to.equal('placed');
  });

  it('is unconfirmed if the shop has to look after it', async () => {
    const page = await granting();
    await page.place(refusal('needs-attention'));
    expect(page.phase)
      .to.include({ status: 'unconfirmed' })
      .and.have.nested.property('error.reason', 'needs-attention');
  });
});

describe('an order with a grant and without an answer', () => {
  it('is sent again with the same grant', async () => {
    const page = await granting();
    const { body } = await page.place('lost');
    expect((await page.place()).body).to.deep.equal(body);
    expect(page.submits.length).to.equal(1);
  });

  it('asks the page for another grant if the first has expired', async () => {
    const page = await granting({ reference: 'INV-7' });
    const first = await page.place('lost');
    const checking = page.place(expired());
    const { body, answer } = await page.request();
    expect(page.submits.at(-1)).to.deep.include({ reference: 'INV-7', again: true });
    expect(body).to.deep.equal({ ...first.body, grant: 'grant 2' });
    answer(placed());
    await checking;
    expect(page.status).to.equal('placed');
  });

  const answers: Record<string, (event: ShipOrderSubmitEvent) => void> = {
    'prevents the event': (event) => event.preventDefault(),
    'sets no grant': () => {},
    'rejects a promise': (event) => event.waitUntil(Promise.reject(new Error('no'))),
    'sets a grant that has expired too': grants('expired as well'),
  };
  for (const [what, onSubmit] of Object.entries(answers))
    it(`stays unconfirmed if the first grant has expired and the page ${what}`, async () => {
      const page = await granting();
      await page.place('lost');
      page.onSubmit = onSubmit;
      const checking = page.place(expired());
      if (what.includes('too')) (await page.request()).answer(expired());
      await checking;
      expect([page.status, page.events().at(-1)]).to.deep.equal(['unconfirmed', 'ship-order-unconfirmed']);
      expect(page.submits.length, 'the page is asked once for one click').to.equal(2);
    });

  it('asks for a grant again after a reload, under its reference', async () => {
    const before = await granting();
    const { body } = await before.place('lost');
    const page = await granting({ storage: before.storage });
    expect((await page.place()).body.reference_id).to.equal(body.reference_id);
    expect(page.submits[0]).to.include({ reference: body.reference_id, again: true });
  });
});

describe('a draft without an answer', () => {
  it('is sent again with the cart that the page has signed since, if the first has expired', async () => {
    const page = await ordering({ orderMode: 'draft', cart: 'first' });
    const first = await page.place('lost');
    await page.place(expired('cart'));
    expect(page.status, 'the page has signed no other cart').to.equal('unconfirmed');
    page.set({ cart: 'second' });
    const again = page.place(expired('cart'));
    const { body, answer } = await page.request();
    expect(body).to.deep.equal({ ...first.body, cart: 'second' });
    answer(placed());
    await again;
    expect(page.status).to.equal('placed');
  });

  it('is not sent with the cart of another order', async () => {
    const cartOf = (reference: string) => `h.${btoa(JSON.stringify({ reference }))}.s`;
    const page = await ordering({ orderMode: 'draft', cart: cartOf('INV-1') });
    await page.place('lost');
    page.set({ cart: cartOf('INV-2') });
    await page.place(expired('cart'));
    expect([page.status, page.calls.length]).to.deep.equal(['unconfirmed', 2]);
  });
});

describe('the token that cancels an order', () => {
  it('is sent with the cancellation, and is in no state and no event', async () => {
    const page = await granting();
    await page.place(placed({ cancel: 'a.b.c' }));
    expect(JSON.stringify([page.store.state, page.heard])).to.not.include('a.b.c');
    expect((await page.cancel()).body).to.include({ cancel: 'a.b.c' });
    expect(page.status).to.equal('cancelled');
  });

  it('is found by a page that is loaded again', async () => {
    const before = await granting();
    await before.place(placed({ cancel: 'a.b.c' }));
    const page = await granting({ storage: before.storage });
    await page.orders.place();
    expect((await page.cancel()).body).to.include({ cancel: 'a.b.c' });
  });
});
