import { expect } from 'chai';
import { html } from 'lit';
import type { ShippingClient } from '../../../src/client/index.ts';
import type { OrderButtonElement } from '../../../src/elements/index.ts';
import { next, one, record, render, settled, textOf } from '../../support/elements.ts';
import { rate } from '../../support/fixtures.ts';
import { shop } from '../../support/shop.ts';
import { order } from './rendered-button.ts';

/** A service whose next answer to an order is lost. */
function silentShop() {
  const service = shop(rate());
  service.answers.lost = 'the next answer to an order';
  return service;
}

/** Loads the page again. Only `sessionStorage` is left of the page before. */
async function load(client: ShippingClient) {
  document.querySelector('ship-order-button')?.remove();
  await render(html`<div></div>`);
  const button = await render<OrderButtonElement>(html`
    <ship-order-button lang="en" order-mode="order" .client=${client} .order=${order} .rate=${rate()}>
    </ship-order-button>
  `);
  await settled(button);
  return { button, click: () => one(button, '[part=button]').click() };
}

/** Leaves a page whose order got no answer. */
async function leave(client: ShippingClient) {
  const { button, click } = await load(client);
  click();
  return (await next(button, 'ship-order-unconfirmed')).reference;
}

describe('an order that a page has left without an answer', () => {
  it('is unconfirmed in the next page, and a click finds it', async () => {
    const { orders, page } = silentShop();
    const reference = await leave(page());
    const { button, click } = await load(page());
    expect(button.status).to.equal('unconfirmed');
    expect(button.matches(':state(unconfirmed)')).to.equal(true);
    expect(textOf(one(button, '[part=button]'))).to.equal('Check again');
    click();
    expect(await next(button, 'ship-order-placed')).to.include({ id: 'order-1', recovered: true });
    expect(button.placed).to.include({ reference, other: false });
    expect(textOf(one(button, '.placed'))).to.match(/Courier JNE Reguler .*Delivery price Rp 15,000/);
    expect(orders).to.have.length(1);
  });

  it('is reported by an event when the page is loaded', async () => {
    const { page } = silentShop();
    const reference = await leave(page());
    document.querySelector('ship-order-button')?.remove();
    const button = document.createElement('ship-order-button');
    button.orderMode = 'order';
    const told = next(button, 'ship-order-unconfirmed');
    document.body.append(button);
    expect((await told).reference).to.equal(reference);
    button.remove();
  });
});

describe('an element that is taken away and put back', () => {
  it('places its order once if it is moved', async () => {
    const { orders, page } = shop(rate());
    const { button, click } = await load(page());
    const events = record(button, 'ship-order-placed');
    click();
    const placed = next(button, 'ship-order-placed');
    document.body.append(button);
    await placed;
    expect([events.length, orders.length]).to.deep.equal([1, 1]);
    button.remove();
  });
});
