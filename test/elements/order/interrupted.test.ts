import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { all, next, one, render, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { quote, shop } from '../../support/shop.ts';

/** A promise that the test settles. */
function held() {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** A checkout with `jne/reg` chosen, whose order waits at one step until the test lets it go. */
async function renderWaiting(step: 'page' | 'price' | 'service', hasButton = false) {
  const service = shop(rate());
  const page = await render<HTMLElement>(html`
    <div lang="en">
      ${hasButton ? html`<ship-order-button for="delivery" order-mode="order"></ship-order-button>` : ''}
      <ship-checkout
        id="delivery" name="shipping" couriers="jne" value="jne/reg" order-mode="order"
        .client=${service.client} .shipment=${shipment} .order=${contacts}
      ></ship-checkout>
    </div>
  `);
  const checkout = one<CheckoutElement>(page, 'ship-checkout');
  await next(checkout, 'ship-rate-change');
  await settled(page);
  const [reached, answer] = [held(), held()];
  const wait = () => {
    reached.settle();
    return answer.promise;
  };
  if (step === 'page') page.addEventListener('ship-order-submit', (event) => event.waitUntil(wait()), { once: true });
  if (step === 'price') service.answers.rates = () => wait().then(() => quote(rate()));
  if (step === 'service')
    service.answers.orders = () => wait().then(() => json({ success: true, id: 'order-1', status: 'confirmed' }));
  const press = () => one(page, '[part=button]').click();
  press();
  await reached.promise;
  await settled(page);
  return { ...service, page, checkout, press, letGo: answer.settle };
}

const ends = async (checkout: CheckoutElement) => {
  while (['asking', 'quoting', 'ordering'].includes(checkout.status)) await new Promise(requestAnimationFrame);
  await settled(checkout);
};

describe('an order whose checkout leaves the page', () => {
  for (const step of ['page', 'price'] as const)
    it(`is not sent if it waits for the ${step}. The checkout orders once it is back`, async () => {
      const { page, checkout, orders, press, letGo } = await renderWaiting(step);
      checkout.remove();
      letGo();
      await ends(checkout);
      expect([checkout.status, orders.length]).to.deep.equal(['ready', 0]);
      page.append(checkout);
      await settled(checkout);
      press();
      await next(checkout, 'ship-order-placed');
      expect(orders.length).to.equal(1);
    });

  it('is placed if it was sent. The receipt is there when the checkout is back', async () => {
    const { page, checkout, orders, letGo } = await renderWaiting('service');
    checkout.remove();
    letGo();
    await ends(checkout);
    page.append(checkout);
    await settled(checkout);
    expect([checkout.status, orders.length]).to.deep.equal(['placed', 1]);
    expect(textOf(one(checkout, '.placed'))).to.include('order-1');
  });
});

describe('an order whose button elsewhere in the page leaves', () => {
  for (const step of ['page', 'price', 'service'] as const)
    it(`is placed once if it waits for the ${step}. The checkout shows the receipt and dispatches the event`, async () => {
      const { page, checkout, orders, letGo } = await renderWaiting(step, true);
      const button = one<OrderButtonElement>(page, 'ship-order-button');
      button.remove();
      await settled(checkout);
      const placed = next(checkout, 'ship-order-placed');
      letGo();
      await placed;
      await settled(checkout);
      expect([orders.length, all(checkout, '[part=receipt]').length, button.status]).to.deep.equal([1, 1, 'ready']);
    });
});

describe('an order that JSON cannot hold', () => {
  for (const tag of ['ship-checkout', 'ship-order-button'] as const)
    it(`is named by its field, and is no order of <${tag}>`, async () => {
      const element = document.createElement(tag);
      const told = next(element, 'ship-error');
      element.order = { ...contacts, metadata: { count: 1n } } as never;
      await render(html`${element}`);
      expect((await told).error.message).to.include('metadata.count');
      expect(element.order).to.equal(undefined);
    });
});
