import { expect } from 'chai';
import { html } from 'lit';
import { expectAccessible } from '../../support/accessible.ts';
import { all, clientOf, next, one, render, requoted, settled, textOf } from '../../support/elements.ts';
import { json, rate, shipment } from '../../support/fixtures.ts';
import { oke, quote, shop } from '../../support/shop.ts';
import { leavePage, renderButton, renderCheckout } from './rendered.ts';

async function renderPlaced() {
  const service = shop(rate());
  const { button, click } = await renderButton(service.client);
  const placed = next(button, 'ship-order-placed');
  click();
  await placed;
  await settled(button);
  // The answer to a cancellation, which the test gives.
  let answer = (_response: Response) => {};
  const cancellation = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  service.answers.orders = () => cancellation;
  return { ...service, button, answer };
}

describe('<ship-order-button>', () => {
  it('is accessible before the order, after it, and while it asks why to cancel', async () => {
    const { button, click } = await renderButton(shop(rate()).client);
    await expectAccessible(button);
    click();
    await next(button, 'ship-order-placed');
    await expectAccessible(button);
    one(button, 'summary').click();
    one(button, '[part=cancel]').click();
    await settled(button);
    await expectAccessible(button);
  });

  it('orders nothing in an element of the page that is not connected yet', async () => {
    const root = document.createElement('div').attachShadow({ mode: 'open' });
    const button = document.createElement('ship-order-button');
    root.append(button);
    await button.placeOrder();
    expect(button.status).to.equal('ready');
  });

  it('says what it orders, the price beside it, or what it waits for', async () => {
    const { client, quotes } = shop(rate());
    const { button, click } = await renderButton(client);
    expect(textOf(one(button, '.bar'))).to.equal('Delivery total Rp 15,000 Book delivery');
    button.rate = undefined;
    await settled(button);
    click();
    expect([textOf(one(button, '#hint')), quotes()]).to.deep.equal(['Choose a delivery option.', 0]);
  });

  /** A signed cart as a page can read it. */
  const cartOf = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;

  for (const [title, goods, totals] of [
    ['the signed cart', { cart: cartOf({ subtotal: 185_000 }) }, ['Rp 200,000', 'Rp 204,000']],
    ['the page', { cashOnDeliveryAmount: 185_000 }, ['Rp 200,000', 'Rp 204,000']],
  ] as const)
    it(`says beside it the sum that is paid, and when it comes at the latest, if ${title} has what the goods cost`, async () => {
      const client = clientOf(async (request) => {
        const { destination_cash_on_delivery: isCollected } = await request.json();
        const fee = isCollected ? 4_000 : 0;
        return quote(rate({ cash_on_delivery_fee: fee, price: 15_000 + fee }));
      });
      const { checkout } = await renderCheckout(client);
      const bar = () => textOf(one(checkout, '.bar'));
      expect(bar(), 'the page says nothing').to.equal('Delivery total Rp 15,000 Book delivery');
      const asked = next(checkout, 'ship-rates');
      Object.assign(checkout, goods, { readyAt: new Date('2036-11-24T09:00+07:00') });
      if ('cart' in goods) await asked;
      await settled(checkout);
      expect(bar()).to.equal(`Total with delivery ${totals[0]} By Thu 27 Nov 2036 Pay`);
      checkout.cashOnDelivery = true;
      await settled(checkout);
      while (checkout.status !== 'ready') await new Promise(requestAnimationFrame);
      await settled(checkout);
      expect(bar()).to.equal(`Pay at the door ${totals[1]} By Thu 27 Nov 2036 Place order`);
      checkout.cashOnDeliveryCollects = 'goods';
      await settled(checkout);
      if ('cashOnDeliveryAmount' in goods) expect(bar()).to.equal('Pay now Rp 19,000 Rp 185,000 at the door Pay');
    });

  it('says at its row alone that a price has changed, where the sum has the goods, and nothing of the price of other goods', async () => {
    const client = clientOf(async (request) => {
      const { items } = await request.json();
      const fee = 15_000 * items[0].quantity;
      return quote(rate({ shipping_fee: fee + more, price: fee + more }));
    });
    let more = 0;
    const { checkout } = await renderCheckout(client);
    checkout.cashOnDeliveryAmount = 1_110_000;
    await settled(checkout);
    checkout.shipment = { ...shipment, items: shipment.items.map((item) => ({ ...item, quantity: 6 })) };
    await next(checkout, 'ship-rate-change');
    await settled(checkout);
    const told = () => [textOf(one(checkout, '.bar')), all(checkout, '.note.reason').map(textOf)];
    expect(told()).to.deep.equal(['Total with delivery Rp 1,200,000 Pay', []]);
    more = 1_000;
    await checkout.refresh();
    await settled(checkout);
    expect(told()).to.deep.equal(['Total with delivery Rp 1,201,000 Pay', ['was Rp 90,000']]);
  });

  for (const tag of ['ship-order-button', 'ship-checkout'] as const)
    it(`is not there by default, nor for a mode that <${tag}> does not know`, async () => {
      const element = document.createElement(tag);
      // Its service never answers: rates among which none is chosen take the button away.
      const client = clientOf(() => new Promise(() => {}));
      Object.assign(element, { client, shipment, couriers: 'jne', lang: 'en' });
      element.setAttribute('order-mode', 'draft');
      await render(html`${element}`);
      const buttons = () => all(element, '[part=button]');
      await settled(element);
      expect([element.orderMode, buttons().length]).to.deep.equal(['draft', 1]);
      for (const mode of ['Order', 'anything', '', 'none', null]) {
        if (mode === null) element.removeAttribute('order-mode');
        else element.setAttribute('order-mode', mode);
        await settled(element);
        expect([element.orderMode, buttons().length], `${mode}`).to.deep.equal(['none', 0]);
      }
    });

  it('orders nothing while it is disabled, or while its checkout or the fieldset around it is', async () => {
    const service = shop(rate());
    const { button } = await renderButton(service.client);
    button.disabled = true;
    await button.placeOrder();
    const { form, checkout } = await renderCheckout(service.client);
    checkout.disabled = true;
    await checkout.placeOrder();
    checkout.disabled = false;
    const fieldset = document.createElement('fieldset');
    fieldset.disabled = true;
    form.append(fieldset);
    fieldset.append(checkout);
    await settled(checkout);
    await checkout.placeOrder();
    expect(service.orders).to.deep.equal([]);
    fieldset.disabled = false;
    await settled(checkout);
    await checkout.placeOrder();
    expect(service.orders.length).to.equal(1);
  });

  it('reports that it has no mode, because nothing is to be seen', async () => {
    const button = document.createElement('ship-order-button');
    const told = next(button, 'ship-error');
    await render(html`${button}`);
    expect((await told).error.message).to.include('order-mode is missing: set order or draft');
  });

  it('ignores Enter while the key is held down', async () => {
    const { button } = await renderButton(shop(rate()).client);
    const held = new KeyboardEvent('keydown', {
      ...{ key: 'Enter', repeat: true, bubbles: true, cancelable: true, composed: true },
    });
    one(button, '[part=button]').dispatchEvent(held);
    expect(held.defaultPrevented).to.equal(true);
  });

  it('orders at a changed price at the next click, but not at a second one within a second', async () => {
    const { client, orders, answers } = shop(rate());
    const { button } = await renderButton(client);
    answers.rates = () => quote(rate({ price: 16_500, shipping_fee: 16_500 }));
    const press = (detail: number) =>
      one(button, '[part=button]').dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, detail }));
    press(1);
    expect((await next(button, 'ship-rate-change')).reason).to.equal('price-changed');
    await settled(button);
    expect(textOf(one(button, '.problem'))).to.equal('The price of JNE Reguler changed from Rp 15,000 to Rp 16,500.');
    expect(textOf(one(button, '.bar'))).to.equal('Delivery total Rp 16,500 Book delivery');
    // The second click of a double click, and a later tap that cannot have read the price either.
    press(2);
    press(1);
    expect([button.status, orders]).to.deep.equal(['price-changed', []]);
    press(0);
    await next(button, 'ship-order-placed');
    expect(orders).to.have.length(1);
  });

  it('shows calmly that an order has no answer, and finds the order after a reload', async () => {
    const { page, orders, answers } = shop(rate());
    answers.lost = 'the next answer to an order';
    const first = await renderButton(page());
    // The page may set an id after the element was rendered.
    first.button.id = 'late';
    first.click();
    const { reference } = await next(first.button, 'ship-order-unconfirmed');
    await leavePage();
    const { button, unconfirmed, click } = await renderButton(page(), 'late');
    expect(unconfirmed).to.deep.equal([reference]);
    expect(button.matches(':state(unconfirmed)')).to.equal(true);
    expect(textOf(button)).to.include('We are still waiting for the courier’s answer. You will not be charged twice.');
    expect(all(button, '.problem').length, 'not in red').to.equal(0);
    expect(textOf(one(button, '[part=button]'))).to.equal('Check again');
    await expectAccessible(button);
    click();
    await next(button, 'ship-order-placed');
    expect(button.placed).to.include({ id: 'order-1', reference, recovered: true });
    expect(orders).to.have.length(1);
  });

  it('has the state of its order, and shows the slot of that state', async () => {
    const { client, answers } = shop(rate());
    const { button, click } = await renderButton(client);
    for (const slot of ['error', 'unconfirmed', 'placed'])
      button.append(Object.assign(document.createElement('p'), { slot, textContent: slot }));
    const expectState = (state: string, slots = [state]) => {
      const states = ['ordering', 'unconfirmed', 'placed', 'cancelled', 'error'];
      expect(states.filter((name) => button.matches(`:state(${name})`))).to.deep.equal([state]);
      const shown = [...button.children].filter((child) => child.checkVisibility()).map(({ slot }) => slot);
      expect(shown, state).to.deep.equal(slots);
    };
    const order = async (event: 'ship-error' | 'ship-order-unconfirmed' | 'ship-order-placed') => {
      const ended = next(button, event);
      click();
      await button.updateComplete;
      expectState('ordering', []);
      await ended;
      await settled(button);
    };
    const { orders } = answers;
    answers.orders = () => json({ success: false, error: 'no', code: 40002018 }, { status: 400 });
    await order('ship-error');
    expectState('error');
    Object.assign(answers, { orders, lost: 'the next answer to an order' });
    await order('ship-order-unconfirmed');
    expectState('unconfirmed');
    await order('ship-order-placed');
    expectState('placed');
    const { id } = button.placed ?? {};
    answers.orders = () => json({ success: true, id, status: 'cancelled' });
    await button.cancelOrder();
    await settled(button);
    expectState('cancelled', []);
  });

  it('does not count a second tap on the button that has just come in place of the remedies, and counts a key', async () => {
    const { client, orders } = shop(oke, rate({ available_for_cash_on_delivery: false }));
    const { checkout, click } = await renderCheckout(client, { withExtras: true });
    const bar = () => textOf(one(checkout, '.bar'));
    expect(bar()).to.include('Turn COD off');
    for (const button of all(checkout, '.bar button')) if (textOf(button) === 'Turn COD off') button.click();
    await settled(checkout);
    one(checkout, '[part=button]').dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
    await settled(checkout);
    expect(checkout.status, bar()).to.equal('ready');
    const placed = next(checkout, 'ship-order-placed');
    click();
    await placed;
    expect(orders).to.have.lengthOf(1);
  });

  it('keeps the verb of a page that tells what its goods cost after a refusal, which may be paid already, and while prices are asked', async () => {
    const { client, answers } = shop(rate());
    const { checkout, click } = await renderCheckout(client);
    const label = () => textOf(one(checkout, '[part=button]'));
    checkout.cashOnDeliveryAmount = 150_000;
    await settled(checkout);
    expect(label()).to.equal('Pay');
    answers.orders = () => json({ success: false, error: 'no address', code: 40001004 }, { status: 400 });
    const failed = next(checkout, 'ship-error');
    click();
    await failed;
    await settled(checkout);
    expect(label()).to.equal('Place order');
    answers.rates = () => new Promise<Response>(() => {});
    checkout.shipment = { ...shipment, destination_postal_code: 60111 };
    await settled(checkout);
    expect(label()).to.equal('Pay');
  });

  it('names another courier once an order with COD was refused, and keeps its verb until then', async () => {
    const { client, answers } = shop(rate(), oke);
    const { checkout, click } = await renderCheckout(client, { withExtras: true });
    const label = () => textOf(one(checkout, '[part=button]'));
    checkout.cashOnDeliveryAmount = 150_000;
    await settled(checkout);
    expect(label()).to.equal('Place order');
    answers.orders = () => json({ success: false, error: 'no COD', code: 40002028 }, { status: 400 });
    const failed = next(checkout, 'ship-error');
    click();
    await failed;
    await checkout.updateComplete;
    expect(label()).to.equal('Place order');
    await requoted(checkout, () => {});
    expect(textOf(one(checkout, '.bar'))).to.match(/^JNE Reguler doesn’t take COD\. Turn COD off Use JNE/);
    expect(textOf(one(checkout, '.row:has(:checked) [part=reason]'))).to.equal('No COD');
  });

  it('cancels once with the reason that the shopper gives, and says if it is too late', async () => {
    const { button, orders, answer } = await renderPlaced();
    one(button, 'summary').click();
    one(button, '[part=cancel]').click();
    await settled(button);
    one<HTMLSelectElement>(button, 'select').value = 'change_address';
    one(button, '.confirm').focus();
    for (let clicks = 0; clicks < 2; clicks += 1) one(button, '.confirm').click();
    while (orders.length < 2) await new Promise(requestAnimationFrame);
    expect(textOf(one(button, '.confirm'))).to.equal('Cancelling…');
    expect(orders.slice(1)).to.deep.equal([{ cancellation_reason_code: 'change_address' }]);
    const failed = next(button, 'ship-error');
    answer(json({ success: false, error: 'too late', code: 40002053 }, { status: 400 }));
    await failed;
    await settled(button);
    expect(textOf(one(button, '.problem'))).to.include('already on its way');
    // Neither the first step nor a pick-up that lies ahead is true any more.
    expect(all(button, '.steps, .next')).to.deep.equal([]);
    expect(all(button, '[part=cancel], .why').length).to.equal(0);
    expect(one(button, '[part=status]').matches(':focus')).to.equal(true);
  });
});
