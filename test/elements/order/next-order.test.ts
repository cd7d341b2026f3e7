import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { next, one, render, settled } from '../../support/elements.ts';
import { contacts, rate, shipment } from '../../support/fixtures.ts';
import { oke, shop } from '../../support/shop.ts';
import { reaches, renderButton } from './rendered.ts';

describe('the next order of a page that stays', () => {
  it('is started by the button of another place in the page, too', async () => {
    const { client, orders } = shop(rate(), oke);
    const place = await render(html`
      <div>
        <ship-checkout lang="en" id="drawer" couriers="jne" value="jne/reg" .client=${client} .shipment=${shipment} .contacts=${contacts}>
        </ship-checkout>
        <ship-order-button lang="en" for="drawer" order-mode="order" reference="A-1"></ship-order-button>
      </div>
    `);
    const [checkout, button] = [one<CheckoutElement>(place, '#drawer'), one<OrderButtonElement>(place, '[for]')];
    await next(checkout, 'ship-rate-change');
    for (const reference of ['A-1', 'A-2', 'A-2-2']) {
      if (reference === 'A-2') button.reference = reference;
      if (reference === 'A-2-2') button.reset();
      await settled(checkout);
      checkout.value = 'jne/reg';
      await settled(checkout);
      await button.placeOrder();
      await reaches(checkout, 'placed');
    }
    expect(orders.map(({ reference_id }) => reference_id)).to.deep.equal(['A-1', 'A-2', 'A-2-2']);
  });

  it('of a button that stands alone is the order that its page sets', async () => {
    const { client, orders } = shop(rate());
    const { button } = await renderButton(client);
    await button.placeOrder();
    button.order = button.order && { ...button.order, order_note: 'the second' };
    expect(button.status).to.equal('placed');
    button.reference = 'second';
    await settled(button);
    expect([button.status, button.placed]).to.deep.equal(['ready', undefined]);
    await button.placeOrder();
    expect(orders.map(({ order_note = '', reference_id }) => [order_note, reference_id === 'second'])).to.deep.equal([
      ['', false],
      ['the second', true],
    ]);
  });
});
