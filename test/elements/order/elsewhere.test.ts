import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, OrderButtonElement } from '../../../src/elements/index.ts';
import { all, next, one, record, render, sandboxClient, settled, textOf } from '../../support/elements.ts';
import { contacts, json, rate, shipment } from '../../support/fixtures.ts';
import { shop } from '../../support/shop.ts';

/** A checkout with its button in a sidebar that comes before it in the page. */
async function renderSidebar(client = sandboxClient()) {
  const page = await render<HTMLElement>(html`
    <div lang="en">
      <aside><ship-order-button for="delivery" order-mode="order"></ship-order-button></aside>
      <ship-checkout
        id="delivery" couriers="jne" .client=${client} .shipment=${shipment} .order=${contacts}
      ></ship-checkout>
    </div>
  `);
  const checkout = one<CheckoutElement>(page, 'ship-checkout');
  const button = one<OrderButtonElement>(page, 'ship-order-button');
  await next(checkout, 'ship-quote');
  await settled(checkout);
  await settled(button);
  return { page, checkout, button, click: () => one(button, '[part=button]').click() };
}

const choose = async (checkout: CheckoutElement) => {
  one(checkout, 'input[type=radio]').click();
  await settled(checkout);
};

describe('<ship-order-button for>', () => {
  it('orders what is chosen in the checkout, and is the only button there is', async () => {
    const { page, checkout, button, click } = await renderSidebar();
    expect(all(page, 'ship-order-button').length).to.equal(1);
    await choose(checkout);
    click();
    expect((await next(button, 'ship-order-placed')).id).to.match(/^[0-9a-f]{24}$/);
    await settled(checkout);
    expect(checkout.status).to.equal('placed');
    expect(checkout.matches(':state(placed)')).to.equal(true);
    expect(one(checkout, 'input[type=radio]').matches(':disabled')).to.equal(true);
  });

  it('says why the order has to wait', async () => {
    const { button, checkout } = await renderSidebar();
    expect(textOf(one(button, '.hint'))).to.equal('Choose a delivery option.');
    checkout.shipment = { ...shipment, items: [] };
    await settled(checkout);
    await settled(button);
    expect(textOf(one(button, '.hint'))).to.include('your cart');
    expect(one(button, '.hint span').offsetWidth, 'in sight').to.be.above(1);
  });

  it('works at once when it is moved in the page', async () => {
    const { page, checkout, button, click } = await renderSidebar();
    await choose(checkout);
    page.append(button);
    click();
    expect((await next(button, 'ship-order-placed')).id).to.match(/^[0-9a-f]{24}$/);
  });

  it('announces through the status region of the checkout', async () => {
    const { button, checkout, click } = await renderSidebar();
    click();
    await settled(checkout);
    expect(all(button, '[role=status]').length).to.equal(0);
    expect(textOf(one(checkout, '[role=status]'))).to.equal('Choose a delivery option.');
  });

  it('replaces the button of a checkout that comes later, until it is removed', async () => {
    const page = await render<HTMLElement>(html`
      <div lang="en"><ship-order-button for="late" order-mode="order"></ship-order-button></div>
    `);
    const checkout = document.createElement('ship-checkout');
    Object.assign(checkout, { id: 'late', couriers: 'jne', client: sandboxClient(), shipment, order: contacts });
    page.append(checkout);
    await next(checkout, 'ship-quote');
    await settled(checkout);
    expect(all(checkout, 'ship-order-button').length).to.equal(0);
    one(page, 'ship-order-button').remove();
    await settled(checkout);
    expect(all(checkout, 'ship-order-button').length).to.equal(1);
  });

  it('orders for a checkout that is put back', async () => {
    const { page, checkout, button } = await renderSidebar();
    button.removeAttribute('for');
    button.htmlFor = 'delivery';
    await settled(button);
    expect(all(page, 'ship-order-button').length).to.equal(1);
    checkout.remove();
    button.requestUpdate();
    await settled(button);
    page.append(checkout);
    await settled(button);
    await settled(checkout);
    expect(all(page, 'ship-order-button').length).to.equal(1);
  });

  it('shows the receipt though the page has switched to drafts meanwhile', async () => {
    const service = shop(rate());
    const { checkout, button, click } = await renderSidebar(service.client);
    await choose(checkout);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const sent = new Promise<void>((resolve) => {
      service.answers.orders = () => {
        resolve();
        return answered.then(() => json({ success: true, id: 'order-1', status: 'confirmed' }));
      };
    });
    click();
    await sent;
    await settled(checkout);
    button.orderMode = 'draft';
    await settled(button);
    const placed = next(button, 'ship-order-placed');
    answer();
    await placed;
    await settled(checkout);
    expect(textOf(one(button, '.placed'))).to.include('order-1');
    expect(checkout.status).to.equal('placed');
  });

  it('takes the checkout itself as `checkout`', async () => {
    const { page, checkout, button } = await renderSidebar();
    checkout.id = '';
    button.htmlFor = '';
    await settled(button);
    expect(all(page, 'ship-order-button').length).to.equal(2);
    button.checkout = checkout;
    await settled(button);
    await settled(checkout);
    expect(all(page, 'ship-order-button').length).to.equal(1);
  });

  it('orders for no checkout if `checkout` is something else', async () => {
    const { checkout, button } = await renderSidebar();
    for (const stranger of ['delivery', document.body, null] as unknown[]) {
      button.checkout = stranger as HTMLElement;
      button.htmlFor = '';
      await settled(button);
      await settled(checkout);
      expect(textOf(one(button, '[part=button]'))).to.include('Confirm delivery');
      expect(all(checkout, 'ship-order-button').length, 'its own button is back').to.equal(1);
    }
  });

  it('reports an error when it is clicked and no checkout has that id', async () => {
    const { checkout, button, click } = await renderSidebar();
    button.htmlFor = 'delivry';
    await settled(button);
    const failed = next(button, 'ship-error');
    click();
    expect((await failed).error.message).to.include('for must be the id of a ship-checkout');
    await settled(button);
    expect(textOf(one(button, '.problem'))).to.include('Please contact the shop.');
    expect(textOf(one(button, '[role=status]'))).to.include('Please contact the shop.');
    button.htmlFor = 'delivery';
    await settled(button);
    await choose(checkout);
    click();
    expect((await next(button, 'ship-order-placed')).id).to.match(/^[0-9a-f]{24}$/);
  });

  it('shares its order with a second button: either places it, and both show the receipt', async () => {
    const service = shop(rate());
    const { page, checkout, button } = await renderSidebar(service.client);
    const second = document.createElement('ship-order-button');
    Object.assign(second, { orderMode: 'order', htmlFor: 'delivery' });
    page.append(second);
    await choose(checkout);
    await settled(second);
    one(button, '[part=button]').click();
    one(second, '[part=button]').click();
    await next(second, 'ship-order-placed');
    await settled(page);
    expect(service.orders.length).to.equal(1);
    expect([button, second].map(({ placed }) => placed?.id)).to.deep.equal(['order-1', 'order-1']);
    expect(all(page, '[part=receipt]').length).to.equal(2);
  });

  it('sends one order, though it has a client of its own', async () => {
    const [service, own] = [shop(rate()), shop(rate())];
    const { checkout, button, click } = await renderSidebar(service.client);
    button.client = own.client;
    await choose(checkout);
    const submits = record(button, 'ship-order-submit');
    click();
    await next(button, 'ship-order-placed');
    await settled(button);
    expect([submits.length, service.orders.length, own.orders.length]).to.deep.equal([1, 1, 0]);
  });

  it('tells nothing of the checkout’s rates when its own properties are set', async () => {
    const { checkout, button } = await renderSidebar();
    await choose(checkout);
    const told = record(button, 'ship-quote', 'ship-rate-change', 'ship-extras-change');
    button.orderMode = 'draft';
    await settled(button);
    await settled(checkout);
    expect(told).to.deep.equal([]);
  });
});
