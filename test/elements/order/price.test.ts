import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { next, one, render, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';
import { order } from './rendered-button.ts';

const dearer = rate({ price: 16_500, shipping_fee: 16_500 });

async function renderAlone(service = shop(rate())) {
  const button = await render<OrderButtonElement>(html`
    <ship-order-button lang="en" order-mode="order" .client=${service.client} .order=${order} .rate=${rate()}>
    </ship-order-button>
  `);
  return { ...service, button, click: () => one(button, '[part=button]').click() };
}

async function renderCheckout(service = shop(rate())) {
  const checkout = await render<CheckoutElement>(html`
    <ship-checkout
      lang="en" couriers="jne" value="jne/reg" order-mode="order"
      .client=${service.client} .shipment=${shipment} .order=${contacts}
    ></ship-checkout>
  `);
  await next(checkout, 'ship-rate-change');
  await settled(checkout);
  return { ...service, checkout, click: () => one(checkout, '[part=button]').click() };
}

/** Until the price of the order has changed, and all prices were asked again. */
async function priceChanged(checkout: CheckoutElement) {
  await next(checkout, 'ship-rate-change');
  while (checkout.matches(':state(stale)')) await new Promise(requestAnimationFrame);
  await settled(checkout);
}

describe('the price of an order', () => {
  it('is shown with both amounts if it has changed, and ordered at the next click', async () => {
    const { button, click, orders, answers } = await renderAlone();
    answers.rates = () => quote(dearer);
    click();
    const { reason, rate: fresh } = await next(button, 'ship-rate-change');
    expect([reason, fresh?.price]).to.deep.equal(['price-changed', 16_500]);
    await settled(button);
    expect(button.status).to.equal('price-changed');
    expect(orders).to.be.empty;
    expect(textOf(one(button, '.problem'))).to.equal('The price of JNE Reguler changed from Rp 15,000 to Rp 16,500.');
    expect(textOf(one(button, '[part=button]'))).to.include('Rp 16,500');
    click();
    await next(button, 'ship-order-placed');
    expect(orders).to.have.length(1);
    expect(textOf(one(button, '.placed'))).to.include('Rp 16,500');
  });

  it('is shown if it has changed and its service cannot be insured', async () => {
    const uninsured = { ...oke, available_for_insurance: false };
    const service = shop(rate(), uninsured);
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout
        lang="en" couriers="jne" value="jne/oke" order-mode="order" insured
        .client=${service.client} .shipment=${shipment} .order=${contacts}
      ></ship-checkout>
    `);
    await next(checkout, 'ship-rate-change');
    await settled(checkout);
    service.answers.rates = () => quote(dearer, { ...uninsured, price: 11_000, shipping_fee: 11_000 });
    one(checkout, '[part=button]').click();
    await priceChanged(checkout);
    expect(service.orders.length).to.equal(0);
    expect(textOf(one(checkout, '.news'))).to.equal('The price of JNE OKE changed from Rp 9,000 to Rp 11,000.');
    expect(textOf(one(checkout, '[part=button]'))).to.include('Rp 11,000');
  });

  it('is gone with its service: the rate is cleared, by name', async () => {
    const { button, click, orders, answers } = await renderAlone();
    answers.rates = () => json({ success: false, error: 'No courier', code: 40001010 }, { status: 400 });
    click();
    expect(await next(button, 'ship-rate-change')).to.include({ rate: undefined, reason: 'service-unavailable' });
    await settled(button);
    expect(textOf(button)).to.include('JNE Reguler is no longer available for this');
    expect(orders).to.be.empty;
  });

  it('is shown once and announced once in a checkout', async () => {
    const { checkout, click, answers } = await renderCheckout();
    const said: string[] = [];
    const region = one(checkout, '[role=status]');
    const listener = new MutationObserver(() => said.push(textOf(region)));
    listener.observe(region, { childList: true, subtree: true, characterData: true });
    answers.rates = () => quote(dearer);
    click();
    await priceChanged(checkout);
    const sentence = 'The price of JNE Reguler changed from Rp 15,000 to Rp 16,500.';
    expect(said.filter((words) => words.includes('changed'))).to.deep.equal([sentence]);
    expect(textOf(checkout).split('changed from')).to.have.length(3);
  });

  it('is not confirmed by the second click of a double click', async () => {
    const { checkout, orders, answers } = await renderCheckout();
    answers.rates = () => quote(dearer);
    const press = (detail: number) =>
      one(checkout, '[part=button]').dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail }));
    press(1);
    await priceChanged(checkout);
    press(2);
    await settled(checkout);
    expect([checkout.status, orders]).to.deep.equal(['price-changed', []]);
    press(1);
    await next(checkout, 'ship-order-placed');
    expect(orders).to.have.length(1);
  });
});
