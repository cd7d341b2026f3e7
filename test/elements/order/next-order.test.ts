import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { all, next, one, record, render, requoted, settled } from '../../support/elements.ts';
import { contacts, rate, shipment } from '../../support/fixtures.ts';
import { oke, shop } from '../../support/shop.ts';
import { reaches, renderButton, renderCheckout } from './rendered.ts';

/** A drawer that stays in the page: the shopper chooses `jne/reg` and orders. */
async function renderDrawer(reference: string) {
  const service = shop(rate(), oke);
  const drawer = await renderCheckout(service.client, { reference });
  const { checkout, click } = drawer;
  const buy = async () => {
    click();
    await reaches(checkout, 'placed');
  };
  await buy();
  return { ...service, ...drawer, buy };
}

const choose = async (checkout: CheckoutElement, key: string) => {
  one(one(checkout, 'ship-rate-comparison'), `[value="${key}"]`).click();
  await settled(checkout);
};

const elsewhere = { ...shipment, destination_postal_code: 60111 };

describe('the next order of a page that stays', () => {
  const starts: Record<string, (checkout: CheckoutElement) => void> = {
    'reset()': (checkout) => checkout.reset(),
    'another reference': (checkout) => checkout.setAttribute('reference', 'cart-8'),
  };
  for (const [what, start] of Object.entries(starts))
    it(`is placed after ${what}, with the cart that the page has set since`, async () => {
      const { checkout, orders, buy, entries } = await renderDrawer('cart-7');
      const told = record(checkout, 'ship-rate-change', 'ship-order-placed');
      checkout.removeAttribute('value');
      await requoted(checkout, () => {
        checkout.shipment = elsewhere;
        start(checkout);
      });
      expect([checkout.status, checkout.value, entries()]).to.deep.equal(['ready', null, {}]);
      expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(true);
      await choose(checkout, 'jne/oke');
      await buy();
      expect(told).to.deep.equal(['ship-rate-change', 'ship-rate-change', 'ship-order-placed']);
      const sent = orders.map((order) => [order.reference_id, order.courier_type, order.destination_postal_code]);
      expect(sent).to.deep.equal([
        ['cart-7', 'reg', 40111],
        [what === 'reset()' ? 'cart-7-2' : 'cart-8', 'oke', 60111],
      ]);
    });

  it('is not started by anything else: a newly signed cart, another shipment, contacts, the order mode or a form reset', async () => {
    const { checkout, form, orders } = await renderDrawer('cart-7');
    Object.assign(checkout, {
      cart: 'signed.again.x',
      shipment: elsewhere,
      contacts: { ...contacts, order_note: 'x' },
    });
    Object.assign(checkout, { orderMode: 'draft', value: 'jne/oke', couriers: 'jne', insured: true });
    form.reset();
    await checkout.refresh();
    await settled(checkout);
    expect([checkout.status, orders.length]).to.deep.equal(['placed', 1]);
  });

  it('does not start while the order is on its way, and the receipt stays', async () => {
    const { client, answers } = shop(rate(), oke);
    const { checkout, click } = await renderCheckout(client, { reference: 'cart-7' });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { orders } = answers;
    answers.orders = () => held.then(() => orders());
    click();
    await reaches(checkout, 'ordering');
    checkout.reset();
    checkout.reference = 'cart-8';
    await settled(checkout);
    expect(checkout.status).to.equal('ordering');
    answer();
    await reaches(checkout, 'placed');
    expect(all(one(checkout, 'ship-order-button'), '[part=receipt]').length).to.equal(1);
  });

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
