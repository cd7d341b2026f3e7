import { expect } from 'chai';
import { html } from 'lit';
import type { ShippingClient } from '../../../src/client/index.ts';
import type { CheckoutElement, OrderBody, OrderButtonElement } from '../../../src/elements/index.ts';
import { next, one, record, render, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';
import { order } from './rendered-button.ts';

/** Loads the page again. Only `sessionStorage` is left of the page before. */
async function load(client: ShippingClient, { body = order, reference = '' as string | number } = {}) {
  await render(html`<p></p>`);
  const button = await render<OrderButtonElement>(html`
    <ship-order-button
      lang="en" order-mode="order" .reference=${reference} .client=${client} .order=${body} .rate=${rate()}
    ></ship-order-button>
  `);
  await settled(button);
  return { button, click: () => one(button, '[part=button]').click() };
}

async function place(client: ShippingClient, page: { body?: OrderBody; reference?: string } = {}) {
  const { button, click } = await load(client, page);
  click();
  await next(button, 'ship-order-placed');
}

/** Waits for a status. */
async function is(button: OrderButtonElement, status: OrderButtonElement['status']) {
  while (button.status !== status) await new Promise(requestAnimationFrame);
  await settled(button);
}

describe('a page that is loaded again after its order was placed', () => {
  it('asks before it orders the same again', async () => {
    const { page, orders } = shop(rate());
    await place(page(), { reference: 'cart-7' });
    const { button, click } = await load(page(), { reference: 'cart-7' });
    expect(textOf(one(button, '[part=button]'))).to.include('Confirm delivery');
    const told = record(button, 'ship-order-submit', 'ship-order-placed');
    click();
    await is(button, 'placed');
    expect([orders.length, told]).to.deep.equal([1, []]);
    expect(textOf(one(button, '.headline'))).to.equal(
      'You have already ordered this. Nothing was ordered a second time.',
    );
    expect(textOf(one(button, '[role=status]'))).to.include('already ordered');
    expect(textOf(one(button, '.placed'))).to.include('order-1');
    expect(textOf(one(button, '[part=button]'))).to.equal('Order again Rp 15,000');
    click();
    await next(button, 'ship-order-placed');
    expect(orders.map(({ reference_id }) => reference_id)).to.deep.equal(['cart-7', 'cart-7-2']);
  });
});

describe('another order than the one that was found', () => {
  it('can be placed by the next click, under a reference of its own', async () => {
    const { page, orders, answers } = shop(rate(), oke);
    const open = async (value: string) => {
      await render(html`<p></p>`);
      const checkout = await render<CheckoutElement>(html`
        <ship-checkout
          lang="en" couriers="jne" value=${value} order-mode="order"
          .client=${page()} .shipment=${shipment} .order=${contacts}
        ></ship-checkout>
      `);
      await next(checkout, 'ship-rate-change');
      await settled(checkout);
      return { checkout, click: () => one(checkout, '[part=button]').click() };
    };
    answers.lost = 'the next answer to an order';
    const left = await open('jne/oke');
    left.click();
    await next(left.checkout, 'ship-order-unconfirmed');
    const { checkout, click } = await open('jne/reg');
    click();
    await next(checkout, 'ship-order-placed');
    await settled(checkout);
    expect(textOf(one(checkout, '.headline'))).to.equal('Your earlier order was placed. This one was not.');
    expect(textOf(one(checkout, '[part=button]'))).to.equal('Order again Rp 15,000');
    click();
    await next(checkout, 'ship-order-placed');
    expect(orders.map(({ courier_type }) => courier_type)).to.deep.equal(['oke', 'reg']);
    expect(orders[1]?.reference_id).not.to.equal(orders[0]?.reference_id);
  });
});

describe('an id that the page sets after the last update', () => {
  it('is where the order is found again', async () => {
    const { page, orders, answers } = shop(rate());
    answers.lost = 'the next answer to an order';
    const { button, click } = await load(page());
    button.id = 'late';
    click();
    await next(button, 'ship-order-unconfirmed');
    await render(html`<p></p>`);
    const later = await render<OrderButtonElement>(html`
      <ship-order-button id="late" lang="en" order-mode="order" .client=${page()} .order=${order} .rate=${rate()}>
      </ship-order-button>
    `);
    await settled(later);
    expect(later.status).to.equal('unconfirmed');
    one(later, '[part=button]').click();
    await next(later, 'ship-order-placed');
    expect(orders).to.have.length(1);
  });
});

describe('the price of a placed order', () => {
  it('is the one that the service answers. The receipt says both prices if they differ', async () => {
    const { client, answers } = shop(rate({ price: 11_000, shipping_fee: 11_000 }));
    answers.rates = () => quote(rate());
    answers.orders = () => json({ success: true, id: 'order-1', status: 'confirmed', price: 16_100 });
    const { button, click } = await load(client);
    click();
    expect((await next(button, 'ship-order-placed')).price).to.equal(16_100);
    await settled(button);
    expect(button.placed).to.include({ price: 16_100 });
    expect(textOf(one(button, '.placed'))).to.match(/Courier JNE Reguler .*Delivery price Rp 16,100/);
    expect(textOf(one(button, '.placed'))).to.include('The courier charges Rp 16,100; you were shown Rp 15,000.');
    expect(textOf(one(button, '[role=status]'))).to.include('Rp 16,100');
  });
});

describe('the shop’s own reference', () => {
  it('may be a number', async () => {
    const { client, orders } = shop(rate());
    const { button, click } = await load(client, { reference: 42 });
    click();
    await next(button, 'ship-order-placed');
    expect(orders[0]?.reference_id).to.equal('42');
  });
});
