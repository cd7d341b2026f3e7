import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { all, next, one, record, render, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';

/** A checkout with `jne/reg` chosen, and its button in a sidebar before it. */
async function renderSidebar(value = 'jne/reg') {
  const service = shop(rate());
  const page = await render<HTMLElement>(html`
    <div lang="en">
      <aside>
        <ship-order-button for="delivery" order-mode="order"><p slot="placed">Thank you!</p></ship-order-button>
      </aside>
      <ship-checkout
        id="delivery" order-mode="draft" couriers="jne" value=${value}
        .client=${service.client} .shipment=${shipment} .contacts=${contacts}
      ></ship-checkout>
    </div>
  `);
  const checkout = one<CheckoutElement>(page, 'ship-checkout');
  const button = one<OrderButtonElement>(page, 'ship-order-button');
  await next(checkout, 'ship-rates');
  const rest = async () => {
    await settled(button);
    await settled(checkout);
  };
  await rest();
  const press = (selector: string) => {
    one(button, selector).focus();
    one(button, selector).click();
  };
  return { ...service, page, checkout, button, rest, press };
}

type Page = Awaited<ReturnType<typeof renderSidebar>>;

/** Steps of a page in turn. A checkout has no button of its own while another one orders for it. */
const steps: Record<string, { act: (page: Page) => unknown; isLinked: boolean }> = {
  'at first': { act: () => {}, isLinked: true },
  'the button is moved': { act: ({ page, button }) => page.append(button), isLinked: true },
  'it is for no id': { act: ({ button }) => Object.assign(button, { htmlFor: '' }), isLinked: false },
  'it is given the checkout': { act: ({ button, checkout }) => Object.assign(button, { checkout }), isLinked: true },
  'it is given text': { act: ({ button }) => Object.assign(button, { checkout: 'delivery' }), isLinked: false },
  'it is given a <body>': { act: ({ button }) => Object.assign(button, { checkout: document.body }), isLinked: false },
  'it is for the checkout again': {
    act: ({ button }) => Object.assign(button, { checkout: null, htmlFor: 'delivery' }),
    isLinked: true,
  },
  'the checkout is taken away and put back': {
    act: async ({ page, checkout, button }) => {
      checkout.remove();
      await settled(button);
      page.append(checkout);
    },
    isLinked: true,
  },
  'the button is removed': { act: ({ button }) => button.remove(), isLinked: false },
};

describe('<ship-order-button for>', () => {
  it('orders for its checkout, with the client of the checkout', async () => {
    const { page, checkout, button, orders, rest, press } = await renderSidebar();
    const own = shop(rate());
    button.client = own.client;
    const events = record(button, 'ship-order-submit', 'ship-order-placed', 'ship-rates', 'ship-rate-change');
    press('[part=button]');
    await next(button, 'ship-order-placed');
    await rest();
    expect([orders.length, own.orders.length]).to.deep.equal([1, 0]);
    expect(events).to.deep.equal(['ship-order-submit', 'ship-order-placed']);
    expect([checkout.status, checkout.matches(':state(placed)')]).to.deep.equal(['placed', true]);
    expect([page, button].map((place) => all(place, '[part=receipt]').length)).to.deep.equal([1, 1]);
    expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(false);
    expect(button.querySelector('p')?.checkVisibility(), 'its slot').to.equal(true);
  });

  it('moves focus to the outcome of the order: placed, then cancelled', async () => {
    const { checkout, button, answers, rest, press } = await renderSidebar();
    const status = () => textOf(one(checkout, '[role=status]'));
    press('[part=button]');
    await next(button, 'ship-order-placed');
    await rest();
    expect(one(button, '[part=status]').matches(':focus')).to.equal(true);
    expect(one(button, '[part=status]').ariaLabel).to.include('Order received.');
    expect(status(), 'focus says it').to.equal('');
    answers.orders = () => json({ success: true, id: 'order-1', status: 'cancelled' });
    press('summary');
    press('[part=cancel]');
    await settled(button);
    press('.confirm');
    await next(button, 'ship-order-cancelled');
    await rest();
    expect(one(button, '[part=status]').matches(':focus')).to.equal(true);
    expect(textOf(one(button, '.headline'))).to.equal('Your order has been cancelled. Nothing will be sent.');
    expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(false);
    one(button, '.message button').click();
    await rest();
    expect(textOf(one(button, '[part=button]'))).to.equal('Book delivery');
    expect(one(checkout, 'ship-rate-comparison').checkVisibility()).to.equal(true);
  });

  it('is the only button of its checkout while it is linked', async () => {
    const page = await renderSidebar();
    for (const [step, { act, isLinked }] of Object.entries(steps)) {
      await act(page);
      await page.rest();
      expect(all(page.checkout, 'ship-order-button').length, step).to.equal(isLinked ? 0 : 1);
    }
  });

  it('keeps the verb of cash on delivery while nothing is chosen', async () => {
    const { checkout, button, rest } = await renderSidebar('');
    Object.assign(checkout, { cashOnDeliveryAmount: 150_000 });
    await rest();
    expect(textOf(one(button, '[part=button]'))).to.equal('Pay');
    checkout.cashOnDelivery = true;
    await rest();
    expect(textOf(one(button, '[part=button]'))).to.equal('Place order');
  });

  it('says why the order has to wait, in sight and in the status region of the checkout', async () => {
    const { checkout, button, rest, press } = await renderSidebar('');
    const hint = () => one(button, '.sum');
    press('[part=button]');
    await rest();
    expect(all(button, '[role=status]').length).to.equal(0);
    expect([hint(), one(checkout, '[role=status]')].map(textOf)).to.deep.equal(
      Array(2).fill('Choose a delivery option.'),
    );
    checkout.shipment = { ...shipment, items: [] };
    await rest();
    expect(textOf(hint())).to.include('your cart');
    expect(hint().offsetWidth, 'in sight').to.be.above(1);
  });

  it('reports an error when it is clicked and no checkout has its id', async () => {
    const { button, orders, rest, press } = await renderSidebar();
    button.htmlFor = 'delivry';
    await rest();
    const failed = next(button, 'ship-error');
    press('[part=button]');
    expect((await failed).error.message).to.include('for must be the id of a ship-checkout');
    await rest();
    for (const place of ['.problem', '[role=status]'])
      expect(textOf(one(button, place)), place).to.include('Please contact the shop.');
    button.htmlFor = 'delivery';
    await rest();
    press('[part=button]');
    await next(button, 'ship-order-placed');
    expect(orders).to.have.length(1);
  });

  it('shares one order with a second button, and both show the receipt', async () => {
    const { page, button, orders, rest, press } = await renderSidebar();
    const second = document.createElement('ship-order-button');
    Object.assign(second, { orderMode: 'order', htmlFor: 'delivery' });
    page.append(second);
    await settled(second);
    press('[part=button]');
    one(second, '[part=button]').click();
    await next(second, 'ship-order-placed');
    await rest();
    expect(orders).to.have.length(1);
    expect([button, second].map(({ placed }) => placed?.id)).to.deep.equal(['order-1', 'order-1']);
    expect(all(page, '[part=receipt]')).to.have.length(2);
  });

  it('leaves its order to the checkout if it is removed while the order waits for the page', async () => {
    const { page, checkout, button, orders, press } = await renderSidebar();
    let agree = () => {};
    page.addEventListener('ship-order-submit', (event) =>
      event.waitUntil(
        new Promise<void>((resolve) => {
          agree = resolve;
        }),
      ),
    );
    press('[part=button]');
    await settled(checkout);
    button.remove();
    const placed = next(checkout, 'ship-order-placed');
    agree();
    await placed;
    await settled(checkout);
    expect([orders.length, all(checkout, '[part=receipt]').length, button.status]).to.deep.equal([1, 1, 'ready']);
  });

  /** A page higher than the screen, its button at the top and its checkout at the end. */
  async function renderFar() {
    const far = await renderSidebar();
    one(far.page, 'aside').style.paddingBlockEnd = '300vh';
    far.page.style.paddingBlockEnd = '300vh';
    const leave = () => scrollTo(0, document.documentElement.scrollHeight);
    const isInSight = (selector: string) => {
      const { top, bottom } = one(far.page, selector).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    scrollTo(0, 0);
    return { ...far, leave, isInSight };
  }

  const gone = () => json({ success: false, error: 'gone', code: 40002026 }, { status: 400 });

  for (const when of ['its price is asked again', 'it is ordered'])
    it(`brings into sight that the service is gone when ${when}`, async () => {
      const { checkout, answers, rest, press, isInSight } = await renderFar();
      if (when === 'it is ordered')
        answers.orders = () => {
          answers.rates = () => quote(oke);
          return gone();
        };
      else answers.rates = () => quote(oke);
      expect(isInSight('ship-rate-comparison')).to.equal(false);
      const changed = next(checkout, 'ship-rate-change');
      press('[part=button]');
      await changed;
      await rest();
      expect(isInSight('.notice')).to.equal(true);
    });

  it('brings the receipt, a refusal and a cancellation into sight, and leaves the page where it is when it stops the order', async () => {
    const { checkout, button, answers, rest, press, leave, isInSight } = await renderFar();
    const once = async (name: 'ship-error' | 'ship-order-placed' | 'ship-order-cancelled', selector: string) => {
      const ended = next(name === 'ship-error' ? checkout : button, name);
      // Focus would bring it back, too. A browser that gives a pressed button none does not.
      one(button, selector).click();
      leave();
      await ended;
      await rest();
    };
    answers.orders = () => json({ success: false, error: 'no', code: 40002039 }, { status: 400 });
    await once('ship-error', '[part=button]');
    expect(isInSight('.problem')).to.equal(true);
    button.addEventListener('ship-order-submit', (event) => event.preventDefault(), { once: true });
    leave();
    one(button, '[part=button]').click();
    await rest();
    expect(isInSight('.problem'), 'stopped').to.equal(false);
    answers.orders = () => json({ success: true, id: 'order-1', status: 'confirmed' });
    await once('ship-order-placed', '[part=button]');
    expect(isInSight('.head')).to.equal(true);
    answers.orders = () => json({ success: false, error: 'no', code: 40002039 }, { status: 400 });
    press('summary');
    press('[part=cancel]');
    await rest();
    await once('ship-error', '.confirm');
    expect(isInSight('.problem'), 'not cancelled').to.equal(true);
    answers.orders = () => json({ success: true, id: 'order-1', status: 'cancelled' });
    await once('ship-order-cancelled', '.confirm');
    expect(isInSight('.message'), 'cancelled').to.equal(true);
  });
});
