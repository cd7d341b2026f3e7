import { expect } from 'chai';
import { html } from 'lit';
import type { ShippingClient } from '../../src/client/index.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, record, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { contacts, shipment } from '../support/fixtures.ts';
import { renderHeldCheckout } from '../support/held-checkout.ts';

async function renderCheckout(client: ShippingClient = sandboxClient()) {
  const checkout = await render<CheckoutElement>(html`
    <ship-checkout
      lang="en"
      picker="open"
      name="shipping"
      order-mode="order"
      view="list"
      rows="60"
      .shipment=${shipment}
      .order=${contacts}
      .client=${client}
    ></ship-checkout>
  `);
  await next(checkout, 'ship-quote');
  await settled(checkout);
  return {
    checkout,
    choose: (key: string) => one(checkout, `input[value="${key}"]`).click(),
    order: () => one(checkout, '[part=button]').click(),
  };
}

describe('<ship-checkout>', () => {
  it('is accessible from the first rates to the placed order', async () => {
    const { checkout, choose, order } = await renderCheckout();
    await expectAccessible(checkout);
    choose('jne/reg');
    await settled(checkout);
    await expectAccessible(checkout);
    order();
    await next(checkout, 'ship-order-placed');
    await expectAccessible(checkout);
  });

  it('has one status region, and speaks through it', async () => {
    const { checkout } = await renderCheckout();
    expect(all(checkout, '[role=status]').length).to.equal(1);
    expect(textOf(one(checkout, '[role=status]'))).to.match(/^\d+ delivery options found\.$/);
  });

  it('orders the choice with extras, contacts and places as fields of the wire', async () => {
    const sandbox = createSandbox();
    const bodies: Record<string, unknown>[] = [];
    const client = clientOf(async (request) => {
      if (request.url.endsWith('/v1/orders')) bodies.push(await request.clone().json());
      return sandbox.fetch(request);
    });
    const { checkout, choose, order } = await renderCheckout(client);
    choose('jne/reg');
    one(checkout, '#insurance').click();
    await settled(checkout);
    order();
    const { id } = await next(checkout, 'ship-order-placed');
    expect(id).to.match(/^[0-9a-f]{24}$/);
    expect(bodies).to.have.length(1);
    expect(bodies[0]).to.deep.include({
      courier_company: 'jne',
      courier_type: 'reg',
      courier_insurance: 150_000,
      origin_postal_code: 12440,
      destination_postal_code: 40111,
      destination_contact_name: contacts.destination_contact_name,
      delivery_type: 'now',
      items: shipment.items,
    });
  });

  it('says beside the button why the order has to wait while prices are asked again', async () => {
    const { checkout, letGo, hold, click } = await renderHeldCheckout();
    const submits = record(checkout, 'ship-order-submit');
    letGo();
    await next(checkout, 'ship-quote');
    await settled(checkout);
    click('input[value="jne/reg"]');
    hold();
    void checkout.refresh();
    await settled(checkout);
    click('[part=button]');
    await settled(checkout);
    const wait = 'Please wait until the prices are up to date.';
    expect([one(checkout, '#hint'), one(checkout, '[role=status]')].map(textOf)).to.deep.equal([wait, wait]);
    expect(submits).to.be.empty;
  });

  it('has the states of its order, also while it is cancelled and if it cannot be', async () => {
    const sandbox = createSandbox();
    let client: ShippingClient | undefined;
    let answer = (_response: Response): void => undefined;
    const cancelling = new Promise<void>((resolve) => {
      const held = new Promise<Response>((give) => {
        answer = give;
      });
      client = clientOf((request) => {
        if (!request.url.endsWith('/cancel')) return sandbox.fetch(request);
        resolve();
        return held;
      });
    });
    const { checkout, choose, order } = await renderCheckout(client);
    const states = (element: Element) =>
      ['ordering', 'unconfirmed', 'placed', 'cancelled', 'error'].filter((name) => element.matches(`:state(${name})`));
    choose('jne/reg');
    await settled(checkout);
    order();
    await next(checkout, 'ship-order-placed');
    void checkout.cancelOrder();
    await cancelling;
    await settled(checkout);
    expect(states(checkout)).to.deep.equal(['placed']);
    const failed = next(checkout, 'ship-error');
    answer(Response.json({ success: false, error: 'Cannot cancel', code: 40002053 }, { status: 400 }));
    await failed;
    await settled(checkout);
    expect(states(checkout)).to.deep.equal(['placed', 'error']);
    expect(states(one(checkout, 'ship-order-button'))).to.deep.equal(['placed', 'error']);
  });

  it('shows once that the service cannot be reached, and rates once it can', async () => {
    const sandbox = createSandbox();
    let broken = true;
    const client = clientOf(async (request) => {
      if (broken) throw new TypeError('cut off');
      return sandbox.fetch(request);
    });
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" picker="open" .shipment=${shipment} .client=${client}></ship-checkout>
    `);
    while (checkout.status !== 'error') await new Promise(requestAnimationFrame);
    await settled(checkout);
    const problems = () => all(checkout, '.problem').filter((problem) => problem.checkVisibility());
    expect(problems().length).to.equal(1);
    broken = false;
    const quoted = next(checkout, 'ship-quote');
    problems()[0]?.querySelector('button')?.click();
    await quoted;
    await settled(checkout);
    expect(problems().length).to.equal(0);
  });

  it('keeps personal data out of attributes and events', async () => {
    const { checkout, choose, order } = await renderCheckout();
    const told: string[] = [];
    for (const name of ['ship-quote', 'ship-rate-change', 'ship-order-submit', 'ship-order-placed'] as const) {
      checkout.addEventListener(name, (event) => told.push(JSON.stringify(Object.values(event))));
    }
    choose('jne/reg');
    await settled(checkout);
    order();
    await next(checkout, 'ship-order-placed');
    const attributes = all(checkout, '*').flatMap(({ attributes }) => [...attributes].map(({ value }) => value));
    const exposed = [...told, ...attributes, checkout.outerHTML].join('\n');
    for (const secret of Object.values(contacts)) expect(exposed).not.to.include(secret);
  });

  it('shows a slot that the page fills, and its own words where the page fills none', async () => {
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" .client=${sandboxClient()}>
        <p slot="incomplete">Tell us where you live.</p>
      </ship-checkout>
    `);
    await settled(checkout);
    expect(textOf(one(checkout, 'ship-rate-comparison'))).to.include('Tell us where you live.');
    expect(textOf(one(checkout, 'ship-rate-comparison'))).to.include('Delivery');
  });
});
