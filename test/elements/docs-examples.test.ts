import { expect } from 'chai';
import { html } from 'lit';
import { type ClientOptions, createShippingClient } from '../../src/client/index.ts';
import type { CheckoutElement, OrderButtonElement } from '../../src/elements/index.ts';
import { next, one, press, render, requoted, sandboxClient, textOf } from '../support/elements.ts';
import { contacts, json, orderRequest, shipment } from '../support/fixtures.ts';

/** The first example of a page of the docs in a language, below a heading or above all of them. */
async function example(page: string, language: string, heading?: string): Promise<string> {
  const text = await (await fetch(`/demo/docs/${page}.md`)).text();
  const section = (heading ? text.split(`\n## ${heading}\n`)[1] : text)?.split('\n## ')[0];
  const code = section?.split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  if (!code) throw new Error(`${page}.md has no ${language} example.`);
  return code;
}

/** Runs an example as the body of a function with these names in scope, in place of its imports. */
async function run(code: string, scope: Record<string, unknown> = {}): Promise<void> {
  const statements = code.replace(/^import .*$/m, '');
  const body = `export default async (${Object.keys(scope).join(', ')}) => {\n${statements}\n}`;
  const url = URL.createObjectURL(new Blob([body], { type: 'text/javascript' }));
  const { default: execute } = await import(url);
  URL.revokeObjectURL(url);
  await execute(...Object.values(scope));
}

async function renderExample(markup: string) {
  const place = await render<HTMLElement>(html`<div></div>`);
  place.innerHTML = markup;
  const checkout = one<CheckoutElement>(place, 'ship-checkout');
  checkout.client = sandboxClient();
  return { place, checkout };
}

/** Chooses the first rate for a shipment. */
async function chooseFirst(checkout: CheckoutElement): Promise<void> {
  await requoted(checkout, () => Object.assign(checkout, { shipment, couriers: 'jne' }));
  await press(checkout, 'input[type=radio]');
}

describe('the examples of the docs', () => {
  it('set attributes that exist', async () => {
    const { checkout } = await renderExample(await example('reference', 'html'));
    const known = (checkout.constructor as typeof CheckoutElement).observedAttributes;
    expect([...known, 'lang']).to.include.members([...checkout.attributes].map(({ name }) => name));
    expect([checkout.insurance, checkout.cashOnDelivery]).to.deep.equal([true, true]);
    expect(checkout.shipment?.items).to.have.length(1);
  });

  it('set by script all that an order needs, and the word on its button', async () => {
    const { place, checkout } = await renderExample('<ship-checkout lang="en" order-mode="order"></ship-checkout>');
    const client = sandboxClient();
    const scope = { document: place, createShippingClient: () => client };
    await run(await example('reference', 'js', 'By script'), scope);
    expect(checkout.client).to.equal(client);
    await chooseFirst(checkout);
    expect(textOf(one(checkout, '[part=button]'))).to.include('Send the parcel');
    const placed = next(checkout, 'ship-order-placed');
    await checkout.placeOrder();
    expect((await placed).draft).to.equal(false);
  });

  it('show the price of the choice, and stop the order of an unfinished form', async () => {
    const { place, checkout } = await renderExample(
      '<form><input required><p id="shipping-price"></p><ship-checkout order-mode="order"></ship-checkout></form>',
    );
    checkout.contacts = contacts;
    await run(await example('events', 'js'), { document: place });
    await chooseFirst(checkout);
    expect(textOf(one(place, '#shipping-price'))).to.equal(`${checkout.rate?.price} (user)`);
    await checkout.placeOrder();
    expect(checkout.status).to.equal('ready');
  });

  it('style the parts of the widget', async () => {
    const { checkout } = await renderExample('<ship-checkout order-mode="order"></ship-checkout>');
    const sheet = document.createElement('style');
    sheet.textContent = await example('reference', 'css', 'Styling');
    checkout.before(sheet);
    await chooseFirst(checkout);
    expect(getComputedStyle(one(checkout, '[part=price]')).fontFamily).to.include('Georgia');
    expect(getComputedStyle(one(checkout, '[part=button]')).backgroundColor).to.equal('rgb(122, 31, 92)');
  });

  it('place an order by a button in a sidebar', async () => {
    const { place, checkout } = await renderExample(await example('orders', 'html'));
    checkout.contacts = contacts;
    await chooseFirst(checkout);
    const button = one<OrderButtonElement>(place, 'ship-order-button');
    one(button, '[part=button]').click();
    await next(button, 'ship-order-placed');
    expect(button.placed).to.include({ reference: 'cart-1042', draft: false });
  });

  it('tell errors apart', async () => {
    const said: string[] = [];
    for (const answer of [
      json({ success: false, code: 40002009 }, { status: 400 }),
      new Response('', { status: 502 }),
      json({ success: false, code: 40002027 }, { status: 400 }),
    ])
      await run(await example('errors', 'js'), {
        order: orderRequest,
        createShippingClient: () => createShippingClient({ baseUrl: 'https://shop.test', fetch: async () => answer }),
        askToPayFirst: () => said.push('pay first'),
        keepTheOrderAndCheckAgain: () => said.push('check again'),
        showProblem: (error: { code: string }) => said.push(error.code),
      });
    expect(said).to.deep.equal(['pay first', 'check again', 'refused']);
  });

  it('make a client that sends a token', async () => {
    const tokens: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      tokens.push(new Request(input, init).headers.get('authorization'));
      return json({ success: true, couriers: [] });
    };
    let client = sandboxClient();
    const create = (options: ClientOptions) => {
      client = createShippingClient({ ...options, baseUrl: 'https://shop.test', fetch });
    };
    await run(await example('client', 'js'), { createShippingClient: create, freshToken: async () => 't' });
    await client.listCouriers();
    expect(tokens).to.deep.equal(['Bearer t']);
  });
});
