import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { all, next, one, record, render, settled, textOf } from '../../support/elements.ts';
import { contacts, item, json, rate, shipment } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';

type Service = ReturnType<typeof shop>;

/** A promise that the test settles. */
function held<T = void>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** A checkout in a form with `jne/reg` chosen, insured and paid on delivery. */
async function renderChosen(service: Service, reference = '') {
  const form = await render<HTMLFormElement>(html`
    <form lang="en">
      <ship-checkout
        name="shipping" couriers="jne" value="jne/reg" order-mode="order" insured cash-on-delivery required
        reference=${reference} .client=${service.page()} .shipment=${structuredClone(shipment)} .order=${contacts}
      ></ship-checkout>
      <div></div>
    </form>
  `);
  const checkout = form.firstElementChild as CheckoutElement;
  await next(checkout, 'ship-rate-change');
  await settled(checkout);
  return {
    form,
    checkout,
    entries: () => Object.fromEntries(new FormData(form)),
    click: () => one(checkout, '[part=button]').click(),
  };
}

const clicked = {
  ...{ courier_company: 'jne', courier_type: 'reg', destination_postal_code: 40111, order_note: undefined },
  ...{ courier_insurance: 150_000, destination_cash_on_delivery: 165_000, items: [item] },
};

const submitted = { shipping: 'jne/reg', 'shipping-insured': 'on', 'shipping-cash-on-delivery': 'on' };

/** Changes that a page may make while an order is in progress. */
const changes: ((checkout: CheckoutElement) => unknown)[] = [
  (checkout) => {
    const own = checkout.shipment as typeof shipment;
    own.destination_postal_code = 60111;
    own.items = [{ ...item, value: 10_000_000 }];
  },
  (checkout) => {
    checkout.shipment = { ...shipment, destination_postal_code: 60111, items: [{ ...item, value: 10_000_000 }] };
  },
  (checkout) => Object.assign(checkout, { shipment: undefined }),
  (checkout) => Object.assign(checkout, { value: 'jne/oke' }),
  (checkout) => Object.assign(checkout, { value: null }),
  (checkout) => Object.assign(checkout, { insured: false, cashOnDelivery: false }),
  (checkout) => Object.assign(checkout, { insuranceAmount: 1, cashOnDeliveryAmount: 2 }),
  (checkout) => Object.assign(checkout, { couriers: 'sicepat', words: { ordering: 'Wait for it' } }),
  (checkout) => Object.assign(checkout, { order: { ...contacts, order_note: 'knock' } }),
  (checkout) => Object.assign(checkout, { order: undefined }),
  (checkout) => checkout.setAttribute('order-mode', 'draft'),
  (checkout) => checkout.setAttribute('order-mode', 'none'),
  (checkout) => checkout.setAttribute('reference', 'cart-8'),
  (checkout) => checkout.setAttribute('id', 'delivery'),
  (checkout) => checkout.setAttribute('lang', 'id'),
  (checkout) => void checkout.refresh(),
  (checkout) => checkout.form?.reset(),
  (checkout) => checkout.form?.lastElementChild?.append(checkout),
];

describe('an order is what was on screen at the click', () => {
  for (const moment of ['the page is asked', 'the price is asked', 'the order is sent'])
    it(`though the page changes everything while ${moment}`, async () => {
      const service = shop(rate(), oke);
      const { orders, answers } = service;
      const { checkout, entries, click } = await renderChosen(service, 'cart-7');
      const { promise, settle } = held();
      let reached = held();
      const wait = async () => {
        reached.settle();
        await promise;
      };
      if (moment === 'the page is asked') {
        checkout.addEventListener('ship-order-submit', (event) => event.waitUntil(wait()));
      }
      if (moment === 'the price is asked') answers.rates = () => wait().then(() => quote(rate(), oke));
      if (moment === 'the order is sent') {
        answers.orders = () => wait().then(() => json({ success: true, id: 'order-1', status: 'confirmed' }));
      }
      const told = record(checkout, 'ship-order-placed', 'ship-rate-change', 'ship-extras-change', 'ship-error');
      click();
      await reached.promise;
      await settled(checkout);
      reached = held();
      for (const change of changes) {
        change(checkout);
        await settled(checkout);
      }
      expect(entries(), 'submitted meanwhile').to.deep.equal(submitted);
      const placed = next(checkout, 'ship-order-placed');
      settle();
      await placed;
      await settled(checkout);
      expect(orders).to.have.length(1);
      const { reference_id, ...order } = orders[0] ?? { reference_id: '' };
      expect(order).to.deep.include(Object.fromEntries(Object.entries(clicked).filter(([, value]) => value)));
      expect(order).not.to.have.property('order_note');
      expect(reference_id).to.equal('cart-7');
      expect(told).to.deep.equal(['ship-order-placed']);
      expect(entries(), 'submitted in the end').to.deep.equal(submitted);
      expect(checkout.status).to.equal('placed');
      expect(textOf(one(checkout, '.placed'))).to.match(/JNE Reguler .*Rp\s15[.,]000/);
      expect(one<HTMLInputElement>(checkout, 'input[value="jne/reg"]').checked).to.equal(true);
    });

  it('applies what the page has set meanwhile once the order has ended', async () => {
    const service = shop(rate(), oke);
    const { answers } = service;
    const { checkout, entries, click } = await renderChosen(service);
    answers.orders = () => json({ success: false, error: 'no', code: 40002034 }, { status: 400 });
    checkout.addEventListener('ship-order-submit', (event) =>
      event.waitUntil(
        Promise.resolve().then(() => {
          checkout.value = 'jne/oke';
          checkout.cashOnDelivery = false;
        }),
      ),
    );
    const failed = next(checkout, 'ship-error');
    const quoted = failed.then(() => next(checkout, 'ship-quote'));
    click();
    await quoted;
    await settled(checkout);
    expect(entries()).to.deep.equal({ shipping: 'jne/oke', 'shipping-insured': 'on' });
    expect(checkout.rate).to.include({ courier_service_code: 'oke' });
  });

  it('is not placed if its price has changed and the page chooses another rate meanwhile', async () => {
    const service = shop(rate({ price: 11_000, shipping_fee: 11_000 }), oke);
    const { answers, orders } = service;
    const { checkout, click } = await renderChosen(service);
    const dearer = rate({ price: 392_700, shipping_fee: 392_700 });
    answers.rates = () => quote(dearer, oke);
    checkout.addEventListener('ship-quote', () => {
      checkout.value = 'jne/oke';
    });
    click();
    await next(checkout, 'ship-rate-change');
    await settled(checkout);
    expect(orders).to.deep.equal([]);
    expect(checkout.status).to.be.oneOf(['ready', 'price-changed']);
  });

  it('is sent by a button of its own with the rate and the cart of the click', async () => {
    const { client, orders } = shop(rate(), oke);
    const button = await render<OrderButtonElement>(html`
      <ship-order-button
        lang="en" order-mode="order" .client=${client} .rate=${rate()}
        .order=${{ ...shipment, ...contacts, delivery_type: 'now' }}
      ></ship-order-button>
    `);
    button.addEventListener('ship-order-submit', (event) =>
      event.waitUntil(
        Promise.resolve().then(() => {
          button.rate = oke;
          button.order = { ...shipment, ...contacts, items: [{ ...item, quantity: 9 }], delivery_type: 'now' };
        }),
      ),
    );
    one(button, '[part=button]').click();
    await next(button, 'ship-order-placed');
    await settled(button);
    expect(orders[0]).to.deep.include({ courier_type: 'reg', items: [item] });
    expect(textOf(one(button, '.placed'))).to.match(/Courier JNE Reguler .*Delivery price Rp 15,000/);
  });
});

describe('a choice that was quoted for another shipment', () => {
  it('is not submitted until there are rates for this one', async () => {
    const service = shop(rate(), oke);
    const { answers } = service;
    const { form, checkout, entries } = await renderChosen(service);
    const { promise, settle } = held();
    answers.rates = () => promise.then(() => quote(oke));
    checkout.shipment = { ...shipment, destination_postal_code: 60111 };
    await settled(checkout);
    expect(entries()).to.deep.equal({});
    expect(form.matches(':valid')).to.equal(false);
    const quoted = next(checkout, 'ship-quote');
    settle();
    await quoted;
    await settled(checkout);
    expect(entries(), 'it is not offered there').to.deep.equal({});
  });

  it('is not marked if that shipment has no rates. It comes back with the first shipment', async () => {
    const service = shop(rate(), oke);
    const { answers } = service;
    const { checkout, entries } = await renderChosen(service);
    const checked = () => all<HTMLInputElement>(checkout, 'input[type=radio]').filter((radio) => radio.checked).length;
    answers.rates = () => json({ success: false, error: 'no', code: 40000001 }, { status: 400 });
    const failed = next(checkout, 'ship-error');
    checkout.shipment = { ...shipment, destination_postal_code: 60111 };
    await failed;
    await settled(checkout);
    expect([entries(), checked()]).to.deep.equal([{}, 0]);
    checkout.shipment = shipment;
    await settled(checkout);
    expect([entries(), checked()]).to.deep.equal([submitted, 1]);
  });
});
