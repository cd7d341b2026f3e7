import { expect } from 'chai';
import type { CheckoutElement } from '../../../src/elements/index.ts';
import { next, one, record, settled, textOf } from '../../support/elements.ts';
import { contacts, item, json, rate, shipment } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';
import { reaches, renderCheckout } from './rendered.ts';

const moments = ['the page is asked', 'the price is asked', 'the order is sent'] as const;

/** A promise that the test settles. */
function held() {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** Orders `jne/reg`, insured and paid on delivery. The order waits at this moment until the test lets it go. */
async function renderWaiting(moment: (typeof moments)[number]) {
  const service = shop(rate(), oke);
  const rendered = await renderCheckout(service.client, { withExtras: true, reference: 'cart-7' });
  const { checkout, click } = rendered;
  const [reached, release] = [held(), held()];
  const outcome = { answer: () => json({ success: true, id: 'order-1', status: 'confirmed' }) };
  const wait = () => {
    reached.settle();
    return release.promise;
  };
  if (moment === 'the page is asked')
    checkout.addEventListener('ship-order-submit', (event) => event.waitUntil(wait()), { once: true });
  if (moment === 'the price is asked') service.answers.rates = () => wait().then(() => quote(rate(), oke));
  if (moment === 'the order is sent') service.answers.orders = () => wait().then(() => outcome.answer());
  const told = record(checkout, 'ship-order-placed', 'ship-rate-change', 'ship-extras-change', 'ship-error');
  click();
  await reached.promise;
  await settled(checkout);
  return { ...service, ...rendered, told, outcome, letGo: release.settle };
}

const refusal = () => json({ success: false, error: 'no', code: 40002005 }, { status: 400 });

const submitted = { shipping: 'jne/reg', 'shipping-insurance': 'on', 'shipping-cash-on-delivery': 'on' };

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
  (checkout) => Object.assign(checkout, { insurance: false, cashOnDelivery: false }),
  (checkout) => Object.assign(checkout, { insuranceAmount: 1, cashOnDeliveryAmount: 2 }),
  (checkout) => Object.assign(checkout, { couriers: 'sicepat', words: { ordering: 'Wait for it' } }),
  (checkout) => Object.assign(checkout, { contacts: { ...contacts, order_note: 'knock' } }),
  (checkout) => Object.assign(checkout, { contacts: undefined }),
  (checkout) => checkout.setAttribute('order-mode', 'draft'),
  (checkout) => checkout.setAttribute('order-mode', 'none'),
  (checkout) => checkout.setAttribute('reference', 'cart-8'),
  (checkout) => checkout.setAttribute('id', 'delivery'),
  (checkout) => checkout.setAttribute('lang', 'id'),
  (checkout) => void checkout.refresh(),
  (checkout) => checkout.form?.reset(),
  (checkout) => checkout.form?.lastElementChild?.append(checkout),
];

for (const moment of moments)
  describe(`a checkout while ${moment}`, () => {
    it('orders and submits what was on screen at the click, though the page changes everything', async () => {
      const { checkout, orders, told, entries, letGo } = await renderWaiting(moment);
      for (const change of changes) {
        change(checkout);
        await settled(checkout);
      }
      expect(entries(), 'submitted meanwhile').to.deep.equal(submitted);
      const placed = next(checkout, 'ship-order-placed');
      letGo();
      await placed;
      await settled(checkout);
      expect(orders).to.have.length(1);
      expect(orders[0]).to.deep.include({
        ...{ courier_company: 'jne', courier_type: 'reg', destination_postal_code: 40111, items: [item] },
        ...{ courier_insurance: 150_000, destination_cash_on_delivery: 165_000, reference_id: 'cart-7' },
      });
      expect(orders[0]).not.to.have.property('order_note');
      expect(told).to.deep.equal(['ship-order-placed']);
      expect(entries(), 'submitted in the end').to.deep.equal(submitted);
      expect(textOf(one(checkout, '.placed'))).to.match(/JNE Reguler .*Rp\s?15[.,]000/);
      expect(one<HTMLInputElement>(checkout, 'input[value="jne/reg"]').checked).to.equal(true);
    });
  });

describe('a property that is set and set back while an order is in progress', () => {
  const elsewhere = { ...shipment, destination_postal_code: 60111 };
  const pairs: readonly (readonly [keyof CheckoutElement, unknown, unknown])[] = [
    ['shipment', elsewhere, shipment],
    ['contacts', { ...contacts, destination_contact_name: 'Budi' }, contacts],
    ['couriers', 'sicepat', 'jne'],
    ['cart', 'another', ''],
    ['insurance', false, true],
    ['cashOnDelivery', false, true],
    ['insuranceAmount', 1, undefined],
    ['cashOnDeliveryAmount', 2, undefined],
    ['cashOnDeliveryCollects', 'goods', undefined],
    ['readyAt', new Date('2026-11-24T09:00+07:00'), undefined],
    ['defaultValue', 'jne/oke', 'jne/reg'],
    ['recommended', 'jne/oke', undefined],
    ['preselect', 'cheapest', ''],
    ['reference', 'cart-8', 'cart-7'],
  ];

  it('reads back as it was set, and applies when the order has ended', async () => {
    const { checkout, outcome, letGo } = await renderWaiting('the order is sent');
    const before = JSON.stringify(checkout.store.state.input);
    for (const [name, ...values] of pairs)
      for (const value of values) {
        Object.assign(checkout, { [name]: value });
        await settled(checkout);
        expect(checkout[name], name).to.deep.equal(value);
      }
    outcome.answer = refusal;
    letGo();
    await reaches(checkout, 'refused');
    for (const [name, , own] of pairs) expect(checkout[name], name).to.deep.equal(own);
    expect(JSON.stringify(checkout.store.state.input)).to.equal(before);
  });
});

describe('a checkout whose price has changed since the click', () => {
  it('says so once on screen and once aloud', async () => {
    const { client, answers } = shop(rate());
    const { checkout, click } = await renderCheckout(client);
    const region = one(checkout, '[role=status]');
    const said: string[] = [];
    const observer = new MutationObserver(() => said.push(textOf(region)));
    observer.observe(region, { childList: true, subtree: true, characterData: true });
    answers.rates = () => quote(rate({ price: 16_500, shipping_fee: 16_500 }));
    click();
    await next(checkout, 'ship-rate-change');
    while (checkout.matches(':state(stale)')) await new Promise(requestAnimationFrame);
    await settled(checkout);
    const sentence = 'The price of JNE Reguler changed from Rp 15,000 to Rp 16,500.';
    expect(said.filter((words) => words.includes('changed'))).to.deep.equal([sentence]);
    expect(textOf(checkout).split(sentence), 'in the status region alone').to.have.length(2);
    expect(textOf(checkout).split('was Rp 15,000'), 'in the row and at the sum').to.have.length(3);
  });
});
