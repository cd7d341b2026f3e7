import { expect } from 'chai';
import { html } from 'lit';
import type { ShippingClient } from '../../../src/client/index.ts';
import type { OrderBody, OrderButtonElement } from '../../../src/elements/index.ts';
import { next, one, record, render, settled, textOf } from '../../support/elements.ts';
import { contacts, rate } from '../../support/fixtures.ts';
import { shop } from '../../support/shop.ts';
import { order } from './rendered-button.ts';

/** A service whose first message is lost. */
function silentShop(lost: 'the next order' | 'the next answer to an order' = 'the next answer to an order') {
  const service = shop(rate());
  service.answers.lost = lost;
  return service;
}

interface Page {
  body?: OrderBody;
  reference?: string;
  id?: string;
  mode?: string;
}

/** Loads the page again. Only `sessionStorage` is left of the page before. */
async function load(client: ShippingClient, { body = order, reference = '', id = '', mode = 'order' }: Page = {}) {
  document.querySelector('ship-order-button')?.remove();
  const button = await render<OrderButtonElement>(html`
    <div></div>
  `).then(() =>
    render<OrderButtonElement>(html`
      <ship-order-button
        lang="en" id=${id} order-mode=${mode} reference=${reference}
        .client=${client} .order=${body} .rate=${rate()}
      ></ship-order-button>
    `),
  );
  await settled(button);
  return { button, click: () => one(button, '[part=button]').click() };
}

/** Leaves a page whose order got no answer. */
async function leave(client: ShippingClient, page: Page = {}) {
  const { button, click } = await load(client, page);
  click();
  return (await next(button, 'ship-order-unconfirmed')).reference;
}

const elsewhere: OrderBody = { ...order, destination_address: 'Jalan Asia Afrika 8, Bandung' };

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

  it('is found with another cart too. That cart is ordered by the next click', async () => {
    const { orders, page } = silentShop();
    await leave(page());
    const { button, click } = await load(page(), { body: elsewhere });
    click();
    expect(await next(button, 'ship-order-placed')).to.include({ id: 'order-1', recovered: true });
    expect(button.placed).to.include({ other: true, rate: undefined });
    expect(textOf(one(button, '.placed'))).to.include('This one was not.');
    expect(orders).to.have.length(1);
    expect(textOf(one(button, '[part=button]'))).to.include('Order again');
    click();
    expect(await next(button, 'ship-order-placed')).to.include({ id: 'order-2', recovered: false });
    expect(orders[1]?.destination_address).to.equal(elsewhere.destination_address);
  });

  it('stores no personal data', async () => {
    const reference = await leave(silentShop().page());
    const kept = JSON.stringify(sessionStorage);
    expect(kept).to.contain(reference);
    for (const secret of [contacts.destination_contact_name, contacts.destination_contact_phone, 'Braga'])
      expect(kept).to.not.contain(secret);
  });
});

describe('an element that is taken away and put back', () => {
  it('is replaced by one that knows its order', async () => {
    const { orders, page } = silentShop();
    const client = page();
    const { button, click } = await load(client);
    click();
    await next(button, 'ship-order-unconfirmed');
    const { button: again, click: clickAgain } = await load(client);
    expect(again.status).to.equal('unconfirmed');
    clickAgain();
    await next(again, 'ship-order-placed');
    expect(orders).to.have.length(1);
  });

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

  it('does not take the order of another element', async () => {
    const { page } = silentShop();
    const first = await load(page());
    const second = document.createElement('ship-order-button');
    second.orderMode = 'order';
    document.body.append(second);
    first.click();
    await next(first.button, 'ship-order-unconfirmed');
    await settled(second);
    expect(second.status).to.equal('ready');
    second.remove();
  });
});
