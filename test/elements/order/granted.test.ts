import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement, ShipOrderSubmitEvent } from '../../../src/elements/index.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { all, clientOf, next, one, record, render, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { oke } from '../../support/shop.ts';

type Body = Record<string, unknown>;

const no = (status: number, reason: string, details: Body = {}) =>
  json({ success: false, error: '', code: status * 100_000, reason, details }, { status });

/** A gateway that offers two rows and records the requests. */
function gateway() {
  const asked: Body[] = [];
  const ordered: Body[] = [];
  const cancelled: Body[] = [];
  const answers = {
    rates: () => json({ success: true, pricing: [rate({ offer: 'offer 1' }), oke] }),
    orders: (): Response =>
      json({
        success: true,
        id: 'order-1',
        reference_id: ordered.at(-1)?.reference_id,
        price: 15_000,
        cancel: 'secret',
      }),
  };
  const client = clientOf(async (request) => {
    if (request.method === 'GET') return json({ success: true, couriers: [] });
    const body: Body = await request.json();
    if (/rates/.test(request.url)) {
      asked.push(body);
      return answers.rates();
    }
    if (/cancel$/.test(request.url)) {
      cancelled.push(body);
      return json({ success: true, id: 'order-1', status: 'cancelled' });
    }
    ordered.push(body);
    return answers.orders();
  });
  return { client, answers, asked, ordered, cancelled };
}

/** A checkout with a signed cart and `jne/reg` chosen. The test gives the grant. */
async function renderGranted(grant: (event: ShipOrderSubmitEvent) => unknown = () => 'signed', mode = 'order') {
  const service = gateway();
  const form = await render<HTMLFormElement>(html`
    <form lang="en">
      <ship-checkout
        name="shipping" couriers="jne" value="jne/reg" order-mode=${mode} cart="the cart"
        .client=${service.client} .shipment=${structuredClone(shipment)} .order=${contacts}
      ></ship-checkout>
    </form>
  `);
  const checkout = form.firstElementChild as CheckoutElement;
  const heard: ShipOrderSubmitEvent[] = [];
  checkout.addEventListener('ship-order-submit', (event) => {
    heard.push(event);
    event.grant = grant(event) as string;
  });
  await next(checkout, 'ship-rate-change');
  await settled(checkout);
  return {
    ...service,
    form,
    checkout,
    heard,
    entries: () => Object.fromEntries(new FormData(form)),
    click: () => one(checkout, '[part=button]').click(),
    said: () => all(checkout, '.message').map(textOf).join(' '),
  };
}

/** Waits for a status. */
async function becomes(checkout: CheckoutElement, status: string): Promise<void> {
  while (checkout.status !== status) await new Promise(requestAnimationFrame);
  await settled(checkout);
}

/** Until the price of the order has changed, and all prices were asked again. */
async function priceChanged(checkout: CheckoutElement): Promise<void> {
  await next(checkout, 'ship-rate-change');
  while (checkout.matches(':state(stale)')) await new Promise(requestAnimationFrame);
  await settled(checkout);
}

const raised = () => no(409, 'price-changed', { price: 17_000, accepted: 15_000, offer: 'offer 1b' });

describe('an order that the page has granted', () => {
  it('sends the grant, leaves the price to the gateway, and is cancelled with the token of the answer', async () => {
    const { checkout, asked, ordered, cancelled, heard, click } = await renderGranted();
    expect(asked.map(({ cart }) => cart)).to.deep.equal(['the cart']);
    click();
    await next(checkout, 'ship-order-placed');
    await settled(checkout);
    expect(heard[0]).to.deep.include({ insured: false, cashOnDelivery: false, again: false });
    expect(heard[0]?.rate?.offer).to.equal('offer 1');
    expect(ordered.map(({ grant, cart }) => [grant, cart])).to.deep.equal([['signed', undefined]]);
    expect(asked).to.have.lengthOf(1);
    await expectAccessible(checkout);
    await Promise.all([next(checkout, 'ship-order-cancelled'), checkout.cancelOrder()]);
    expect(cancelled.map(({ cancel }) => cancel)).to.deep.equal(['secret']);
  });

  it('shows the token that cancels it in no attribute, event, text or property', async () => {
    const { checkout, form, click } = await renderGranted();
    const told: unknown[] = [];
    for (const type of ['ship-order-placed', 'ship-order-submit', 'ship-quote', 'ship-rate-change'])
      form.addEventListener(type, (event) => told.push({ ...event }));
    click();
    await becomes(checkout, 'placed');
    const button = one<OrderButtonElement>(checkout, 'ship-order-button');
    const everywhere = [
      form.outerHTML,
      checkout.shadowRoot?.innerHTML,
      button.shadowRoot?.innerHTML,
      button.placed,
      told,
    ];
    expect(JSON.stringify(everywhere)).to.not.include('secret');
  });

  it('is not made if the shop refuses it. The choice stays, and the next click orders', async () => {
    let grant: () => unknown = () => Promise.reject(new Error('declined'));
    const { checkout, ordered, entries, click, said } = await renderGranted(() => grant());
    const before = entries();
    click();
    const { error } = await next(checkout, 'ship-error');
    await settled(checkout);
    expect(error).to.include({ code: 'invalid-request' });
    expect([checkout.status, ordered.length]).to.deep.equal(['refused', 0]);
    expect(said()).to.include('The shop has not confirmed your order: nothing was ordered.');
    expect(entries()).to.deep.equal(before);
    expect(one<HTMLInputElement>(checkout, 'input[type=radio]').matches(':disabled')).to.equal(false);
    grant = () => 'signed';
    click();
    await next(checkout, 'ship-order-placed');
    expect(ordered).to.have.lengthOf(1);
  });

  it('says both prices if the gateway’s has risen, submits the new offer and asks for a new grant', async () => {
    const { checkout, answers, asked, ordered, heard, entries, click } = await renderGranted();
    answers.orders = raised;
    answers.rates = () =>
      json({ success: true, pricing: [rate({ price: 17_000, shipping_fee: 17_000, offer: 'offer 2' }), oke] });
    const events = record(checkout, 'ship-rate-change', 'ship-error');
    click();
    await priceChanged(checkout);
    expect(events).to.deep.equal(['ship-rate-change']);
    expect(checkout.rate?.price).to.equal(17_000);
    expect(entries()).to.include({ shipping: 'jne/reg', 'shipping-offer': 'offer 2' });
    expect(textOf(one(checkout, '.panel'))).to.match(/from Rp.15,000 to Rp.17,000/);
    expect(asked.length, 'all prices are asked again').to.equal(2);
    answers.orders = () => json({ success: true, id: 'order-1', price: 17_000 });
    click();
    await next(checkout, 'ship-order-placed');
    expect(heard.map((event) => [event.rate?.offer, event.rate?.price])).to.deep.equal([
      ['offer 1', 15_000],
      ['offer 2', 17_000],
    ]);
    expect(new Set(ordered.map(({ reference_id }) => reference_id)).size).to.equal(1);
    await settled(checkout);
    expect(all(checkout, '[part=cancel]').length, 'the gateway has sent no token that cancels it').to.equal(0);
  });

  it('takes the sentence about the price away once the order is placed', async () => {
    const { checkout, answers } = await renderGranted();
    answers.orders = raised;
    answers.rates = () => json({ success: true, pricing: [rate({ price: 17_000, shipping_fee: 17_000 })] });
    // With focus on the button, which then moves to the receipt.
    const press = () => {
      one(checkout, '[part=button]').focus();
      one(checkout, '[part=button]').click();
    };
    const said = () => textOf(one(checkout, '[role=status]'));
    press();
    await priceChanged(checkout);
    expect(said()).to.match(/from Rp.15,000 to Rp.17,000/);
    answers.orders = () => json({ success: true, id: 'order-1', price: 17_000 });
    press();
    await next(checkout, 'ship-order-placed');
    await settled(checkout);
    expect(said()).to.equal('');
  });

  it('asks the shopper to contact the shop if the gateway cannot find it', async () => {
    const { checkout, answers, click, said } = await renderGranted();
    answers.orders = () => no(504, 'needs-attention');
    click();
    await becomes(checkout, 'unconfirmed');
    expect(said()).to.include('Please contact the shop before you order again.');
  });
});

describe('a signed cart', () => {
  it('is sent with a draft. If it has expired, the page is told, and the next click saves the draft', async () => {
    const { checkout, answers, ordered, click, said } = await renderGranted(() => undefined, 'draft');
    answers.orders = () => no(403, 'token-expired', { token: 'cart' });
    click();
    const { error } = await next(checkout, 'ship-error');
    await settled(checkout);
    expect(error).to.include({ code: 'refused', reason: 'token-expired' });
    expect(said()).to.include('This page is out of date.');
    checkout.cart = 'signed anew';
    await next(checkout, 'ship-quote');
    await settled(checkout);
    answers.orders = () => json({ success: true, id: 'draft-1' });
    click();
    await next(checkout, 'ship-order-placed');
    expect(ordered.map(({ cart }) => cart)).to.deep.equal(['the cart', 'signed anew']);
  });

  it('that has expired is reported to the page when rates are asked, and the page signs another', async () => {
    const { checkout, answers, asked, said } = await renderGranted();
    const { rates } = answers;
    answers.rates = () => no(403, 'token-expired', { token: 'cart' });
    checkout.addEventListener('ship-error', () => {
      answers.rates = rates;
      checkout.cart = 'signed anew';
    });
    const quoted = next(checkout, 'ship-quote');
    checkout.shipment = { ...shipment, destination_postal_code: 60111 };
    await quoted;
    await settled(checkout);
    expect(checkout.status).to.equal('ready');
    expect(said()).to.not.include('out of date');
    expect(asked.map(({ cart }) => cart)).to.deep.equal(['the cart', 'the cart', 'signed anew']);
  });

  it('may be answered with estimates. Row and total say so', async () => {
    const { checkout, answers } = await renderGranted();
    answers.rates = () => json({ success: true, pricing: [rate({ offer: 'offer', estimate: true }), oke] });
    await checkout.refresh();
    await settled(checkout);
    const row = one(checkout, '[value="jne/reg"]').closest('label') as HTMLElement;
    expect(textOf(row)).to.include('Estimated price');
    expect(textOf(one(checkout, '.total'))).to.include('Delivery total (Estimated price)');
    expect(all(checkout, '[part=badge]').map(textOf)).to.include('Estimated price');
    checkout.lang = 'id';
    await settled(checkout);
    expect(textOf(one(checkout, '.total'))).to.include('Harga perkiraan');
  });
});
