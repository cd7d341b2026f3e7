import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { expectAccessible } from '../../support/accessible.ts';
import { renderCheckout } from '../../support/checkout-in-form.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { serviceOf } from '../../support/rates.ts';
import { shop } from '../../support/shop.ts';

const frame = () => new Promise(requestAnimationFrame);

const isShown = (element: Element) => element.checkVisibility();

/** The focused element, through shadow roots. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** The facts of the receipt by their labels. */
const factsOf = (element: Element) =>
  Object.fromEntries(all(element, '.placed dl div').map((fact) => [...fact.children].map(textOf)));

const answering = (courier: object, status = 'confirmed') => ({
  ...{ success: true, object: 'order', id: '65f1a2b3c4d5e6f708192a3b', status, courier },
});

/** Orders with focus on the button, as with the keyboard. */
async function renderPlaced(
  answer = answering({ waybill_id: '0112233445566778' }),
  prepare = (_: CheckoutElement) => {},
) {
  const service = shop(rate());
  service.answers.orders = () => json(answer);
  const rendered = await renderCheckout(service.client);
  const { checkout, choose } = rendered;
  choose('jne/reg');
  prepare(checkout);
  await settled(checkout);
  while (checkout.status !== 'ready') await frame();
  const placed = next(checkout, 'ship-order-placed');
  one(checkout, '[part=button]').focus();
  one(checkout, '[part=button]').click();
  await placed;
  await settled(checkout);
  return { ...rendered, service };
}

describe('the receipt of an order', () => {
  it('replaces the rates, and the form still submits the choice', async () => {
    const { checkout, entries } = await renderPlaced();
    for (const part of all(checkout, 'ship-courier-picker, ship-rate-comparison'))
      expect(isShown(part)).to.equal(false);
    expect(all(checkout, '[part=receipt]').length).to.equal(1);
    expect(all(checkout, '[part=button]').length).to.equal(0);
    expect(entries()).to.deep.equal({ shipping: 'jne/reg' });
    expect(checkout.checkValidity()).to.equal(true);
    await expectAccessible(checkout);
  });

  it('has a heading, and says what was ordered, its price and its numbers', async () => {
    const { checkout } = await renderPlaced();
    expect(textOf(one(checkout, '[part=receipt] h3'))).to.equal('Your delivery is confirmed.');
    expect(factsOf(checkout)).to.deep.equal({
      Courier: 'JNE Reguler',
      'Estimated arrival': '2–3 days',
      'Delivery price': 'Rp 15,000',
      Insurance: 'Not insured',
      Reference: `${one<OrderButtonElement>(checkout, 'ship-order-button').placed?.reference} Copy`,
      'Order number': '65f1a2b3c4d5e6f708192a3b Copy',
      'Tracking number': '0112233445566778 Copy',
    });
  });

  it('says the arrival, the insured amount and the amount at the door of the order', async () => {
    const { checkout } = await renderPlaced(undefined, (checkout) => {
      checkout.readyAt = new Date(2036, 10, 24, 9);
      checkout.insured = true;
      checkout.cashOnDelivery = true;
    });
    checkout.readyAt = new Date(2037, 0, 1, 9);
    checkout.insured = false;
    await settled(checkout);
    expect(factsOf(checkout)).to.include({
      'Estimated arrival': 'Wed 26 – Thu 27 Nov',
      'Pay at the door': 'Rp 165,000',
      Insurance: 'Covered up to Rp 150,000',
    });
  });

  it('says when the tracking number comes if there is none yet', async () => {
    const { checkout } = await renderPlaced(answering({ waybill_id: null }));
    expect(factsOf(checkout)).to.include({ 'Tracking number': 'comes as soon as the courier has booked the parcel' });
    expect(all(checkout, '#copy-waybill').length).to.equal(0);
  });

  it('says that it is too late to cancel, and offers it no more. Focus stays inside', async () => {
    const { checkout, service } = await renderPlaced();
    service.answers.orders = () => json({ success: false, error: 'too late', code: 40002053 }, { status: 400 });
    one(checkout, '[part=cancel]').click();
    await settled(checkout);
    const failed = next(checkout, 'ship-error');
    one(checkout, '.confirm').focus();
    one(checkout, '.confirm').click();
    await failed;
    await settled(checkout);
    expect(textOf(one(checkout, '.problem'))).to.include('already on its way');
    expect(all(checkout, '[part=cancel], .why').length).to.equal(0);
    expect(all(checkout, '[part=receipt]').length).to.equal(1);
    expect(focused()?.getAttribute('part')).to.equal('status');
  });

  it('gives way to the rates after a cancellation. The button says the price of ordering again', async () => {
    const { checkout, service } = await renderPlaced();
    const { id } = answering({});
    service.answers.orders = () => json({ success: true, id, status: 'cancelled' });
    const cancelled = next(checkout, 'ship-order-cancelled');
    one(checkout, '[part=cancel]').click();
    await settled(checkout);
    one(checkout, '.confirm').focus();
    one(checkout, '.confirm').click();
    await cancelled;
    await settled(checkout);
    expect(textOf(one(checkout, '.headline'))).to.equal('Your order has been cancelled.');
    expect(textOf(one(checkout, '[part=status]'))).to.match(new RegExp(`JNE Reguler · Order number ?: ${id}`));
    expect(textOf(one(checkout, '[part=button]'))).to.equal('Order again Rp 15,000');
    expect(isShown(one(checkout, 'ship-rate-comparison'))).to.equal(true);
    expect(focused()?.getAttribute('part')).to.equal('status');
    await expectAccessible(checkout);
  });

  it('shows the slot `placed` of the page', async () => {
    const { checkout } = await renderPlaced(undefined, (checkout) => {
      const thanks = Object.assign(document.createElement('p'), { slot: 'placed', textContent: 'Thank you!' });
      checkout.append(thanks);
    });
    expect(isShown(checkout.querySelector('p') as Element)).to.equal(true);
  });

  it('takes focus from a control that it replaces, and not from the page', async () => {
    const { checkout, form, service } = await renderPlaced();
    const { id } = answering({});
    service.answers.orders = () => json({ success: true, id, status: 'cancelled' });
    await checkout.cancelOrder();
    service.answers.orders = () => json(answering({}));
    await settled(checkout);
    one(checkout, 'input[type=radio]').focus();
    await checkout.placeOrder();
    await settled(checkout);
    await frame();
    expect(focused()?.getAttribute('part')).to.equal('status');
    service.answers.orders = () => json({ success: true, id, status: 'cancelled' });
    await checkout.cancelOrder();
    service.answers.orders = () => json(answering({}));
    const button = form.appendChild(document.createElement('button'));
    button.focus();
    await checkout.placeOrder();
    await settled(checkout);
    await frame();
    expect(focused() === button).to.equal(true);
  });

  it('leaves the rates in place if the same goods were ordered before', async () => {
    const { page, orders } = shop(rate());
    const first = await renderCheckout(page());
    first.choose('jne/reg');
    await settled(first.checkout);
    first.order();
    await next(first.checkout, 'ship-order-placed');
    await render(html`<p></p>`);
    const { checkout, choose, order } = await renderCheckout(page());
    choose('jne/reg');
    await settled(checkout);
    order();
    while (checkout.status !== 'placed') await frame();
    await settled(checkout);
    expect(textOf(one(checkout, '.headline'))).to.include('You have already ordered this.');
    expect(isShown(one(checkout, 'ship-rate-comparison'))).to.equal(true);
    expect(textOf(one(checkout, '[part=button]'))).to.equal('Order again Rp 15,000');
    expect(orders).to.have.length(1);
  });
});

describe('the numbers of a receipt', () => {
  const copyWith = async (writeText: (() => Promise<void>) | undefined) => {
    const { checkout } = await renderPlaced();
    const given = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    const clipboard = writeText && { writeText };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
    one(checkout, '#copy-waybill').focus();
    one(checkout, '#copy-waybill').click();
    for (let frames = 0; frames < 3; frames += 1) await frame();
    if (given) Object.defineProperty(navigator, 'clipboard', given);
    else Reflect.deleteProperty(navigator, 'clipboard');
    return checkout;
  };

  it('are copied by a click, on screen and for screen readers', async () => {
    const copied: string[] = [];
    const checkout = await copyWith(async (...[text]: string[]) => void copied.push(text ?? ''));
    expect(copied).to.deep.equal(['0112233445566778']);
    expect(textOf(one(checkout, '#copy-waybill'))).to.equal('Copied');
    expect(textOf(one(checkout, '#copy-id'))).to.equal('Copy');
    expect(textOf(one(checkout, '[role=status]'))).to.equal('Copied');
  });

  it('are part of the names of their copy buttons', async () => {
    const { checkout } = await renderPlaced();
    const names = one(checkout, '#copy-id').getAttribute('aria-labelledby')?.split(' ') ?? [];
    expect(names.map((id) => textOf(one(checkout, `#${id}`))).join(' ')).to.equal('Copy Order number');
  });

  it('can be copied by hand if the page has no clipboard. Focus stays', async () => {
    const checkout = await copyWith(undefined);
    expect(textOf(one(checkout, '[role=status]'))).to.equal('Select the number, and copy it by hand.');
    expect(focused() === one(checkout, '#copy-waybill')).to.equal(true);
  });
});

describe('the receipt of a button elsewhere in the page', () => {
  async function renderApart() {
    const page = await render<HTMLElement>(html`
      <div lang="en">
        <aside>
          <ship-order-button for="delivery" order-mode="order"><p slot="placed">Thank you!</p></ship-order-button>
        </aside>
        <ship-checkout
          id="delivery" .client=${clientOf(serviceOf())} .shipment=${shipment} .order=${contacts}
        ></ship-checkout>
      </div>
    `);
    const checkout = one<CheckoutElement>(page, 'ship-checkout');
    const button = one<OrderButtonElement>(page, 'ship-order-button');
    await next(checkout, 'ship-quote');
    await settled(checkout);
    one(checkout, 'input[value="jne/reg"]').click();
    await settled(checkout);
    await settled(button);
    const placed = next(button, 'ship-order-placed');
    one(button, '[part=button]').focus();
    one(button, '[part=button]').click();
    await placed;
    await settled(checkout);
    await settled(button);
    await frame();
    return { page, checkout, button };
  }

  it('is shown once, in place of the button, and has focus', async () => {
    const { page, checkout, button } = await renderApart();
    expect(all(page, '[part=receipt]').length).to.equal(1);
    expect(all(button, '[part=receipt]').length).to.equal(1);
    expect(isShown(one(checkout, 'ship-rate-comparison'))).to.equal(false);
    expect(all(page, '[part=button]').length).to.equal(0);
    expect(isShown(button.querySelector('p') as Element)).to.equal(true);
    expect(focused() === one(button, '[part=status]')).to.equal(true);
    expect(focused()?.ariaLabel).to.include('Your delivery is confirmed.');
    expect(textOf(one(checkout, '[role=status]'))).to.equal('');
  });

  it('gives way to the button when the order is cancelled, and focus stays there', async () => {
    const { checkout, button } = await renderApart();
    one(button, '[part=cancel]').click();
    await settled(button);
    const cancelled = next(button, 'ship-order-cancelled');
    one(button, '.confirm').focus();
    one(button, '.confirm').click();
    await cancelled;
    await settled(button);
    await settled(checkout);
    expect(focused() === one(button, '[part=status]')).to.equal(true);
    expect(textOf(one(button, '.headline'))).to.equal('Your order has been cancelled.');
    expect(textOf(one(button, '[part=button]'))).to.equal('Order again Rp 15,000');
    expect(isShown(one(checkout, 'ship-rate-comparison'))).to.equal(true);
  });
});
