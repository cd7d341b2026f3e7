import { expect } from 'chai';
import { html } from 'lit';
import { createShippingClient } from '../../src/client/index.ts';
import type { CheckoutElement, OrderButtonElement } from '../../src/elements/index.ts';
import { next, one, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { contacts, json, orderRequest, shipment } from '../support/fixtures.ts';

/** The first example of a page of the docs in a language, below a heading or above all of them. */
async function example(page: string, language: string, heading?: string): Promise<string> {
  const text = await (await fetch(`/demo/docs/${page}.md`)).text();
  const section = (heading ? text.split(`\n## ${heading}\n`)[1] : text)?.split('\n## ')[0];
  const code = section?.split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  if (!code) throw new Error(`${page}.md has no ${language} example.`);
  return code;
}

/** Runs an example as the body of a function with these names in scope. */
async function run(code: string, scope: Record<string, unknown> = {}): Promise<void> {
  const body = `export default async (${Object.keys(scope).join(', ')}) => {\n${code}\n}`;
  const url = URL.createObjectURL(new Blob([body], { type: 'text/javascript' }));
  const { default: execute } = await import(url);
  URL.revokeObjectURL(url);
  await execute(...Object.values(scope));
}

async function renderExample(markup: string) {
  const place = await render<HTMLElement>(html`<div></div>`);
  place.innerHTML = markup;
  const checkout = place.querySelector('ship-checkout') as CheckoutElement;
  checkout.client = sandboxClient();
  return { place, checkout };
}

describe('the docs', () => {
  it('have an example with attributes that there are', async () => {
    const { checkout } = await renderExample(await example('reference', 'html'));
    const known = (checkout.constructor as typeof CheckoutElement).observedAttributes;
    expect([...known, 'lang']).to.include.members([...checkout.attributes].map(({ name }) => name));
    expect([checkout.insured, checkout.cashOnDelivery]).to.deep.equal([true, true]);
    expect(checkout.shipment?.items).to.have.length(1);
  });

  it('have a script that sets all that an order needs, and the word on its button', async () => {
    const { place, checkout } = await renderExample('<ship-checkout lang="en" order-mode="order"></ship-checkout>');
    const client = sandboxClient();
    const baseUrls: string[] = [];
    const createClient = ({ baseUrl }: { baseUrl: string }) => {
      baseUrls.push(baseUrl);
      return client;
    };
    await run((await example('reference', 'js', 'By script')).replace(/^import .*$/m, ''), {
      createShippingClient: createClient,
      document: place,
    });
    expect(baseUrls).to.deep.equal(['/shipping']);
    expect(checkout.client).to.equal(client);
    Object.assign(checkout, { shipment, couriers: 'jne' });
    await next(checkout, 'ship-quote');
    await settled(checkout);
    one(checkout, 'input[type=radio]').click();
    await settled(checkout);
    expect(textOf(one(checkout, '[part=button]'))).to.include('Send the parcel');
    const placed = next(checkout, 'ship-order-placed');
    await checkout.placeOrder();
    expect((await placed).draft).to.equal(false);
  });

  it('have an event example that hears the choice and stops an unfinished form', async () => {
    const place = await render<HTMLElement>(html`
      <div>
        <form>
          <input required /><p id="shipping-price"></p>
          <ship-checkout lang="en" couriers="jne" order-mode="order" rows="9" .shipment=${shipment} .client=${sandboxClient()}>
          </ship-checkout>
        </form>
      </div>
    `);
    const checkout = place.querySelector('ship-checkout') as CheckoutElement;
    const quoted = next(checkout, 'ship-quote');
    await run(await example('events', 'js'));
    await quoted;
    await settled(checkout);
    one(checkout, 'input[value="jne/reg"]').click();
    expect(place.querySelector('#shipping-price')?.textContent).to.equal(`${checkout.rate?.price} (user)`);
    await checkout.placeOrder();
    expect(checkout.status).to.equal('ready');
  });

  it('have a style sheet that the widget takes', async () => {
    const { checkout } = await renderExample('<ship-checkout order-mode="order"></ship-checkout>');
    const sheet = document.createElement('style');
    sheet.textContent = await example('reference', 'css', 'Styling');
    checkout.before(sheet);
    await settled(checkout);
    checkout.shipment = shipment;
    await next(checkout, 'ship-quote');
    await settled(checkout);
    expect(getComputedStyle(one(checkout, '[part=price]')).fontFamily).to.include('Georgia');
    one(checkout, 'input[type=radio]').click();
    await settled(checkout);
    expect(getComputedStyle(one(checkout, '[part=button]')).backgroundColor).to.equal('rgb(122, 31, 92)');
  });

  it('have an error example that tells errors apart', async () => {
    const said: string[] = [];
    const scope = (answer: Response) => ({
      order: orderRequest,
      createShippingClient: () => createShippingClient({ baseUrl: 'https://shop.test', fetch: async () => answer }),
      askToPayFirst: () => said.push('pay first'),
      keepTheOrderAndCheckAgain: () => said.push('check again'),
      showProblem: (error: { code: string }) => said.push(error.code),
    });
    const code = (await example('errors', 'js')).replace(/^import .*$/m, '');
    await run(code, scope(json({ success: false, code: 40002009 }, { status: 400 })));
    await run(code, scope(new Response('', { status: 502 })));
    await run(code, scope(json({ success: false, code: 40002027 }, { status: 400 })));
    expect(said).to.deep.equal(['pay first', 'check again', 'refused']);
  });

  it('have an order button in a sidebar that orders', async () => {
    const { place, checkout } = await renderExample(await example('orders', 'html'));
    Object.assign(checkout, { shipment, couriers: 'jne', order: contacts });
    await next(checkout, 'ship-quote');
    await settled(checkout);
    one(checkout, 'input[type=radio]').click();
    await settled(checkout);
    const button = one<OrderButtonElement>(place, 'ship-order-button');
    one(button, '[part=button]').click();
    await next(button, 'ship-order-placed');
    expect(button.placed).to.include({ reference: 'cart-1042', draft: false });
  });

  it('have options that make a client', async () => {
    const code = (await example('client', 'js')).replace(/import .*;/, '');
    const options: object[] = [];
    const create = (given: object) => void options.push(given);
    await run(code, { createShippingClient: create, freshToken: async () => 't' });
    const { headers, ...rest } = options[0] as { headers: () => Promise<Record<string, string>> };
    expect(await headers()).to.deep.equal({ authorization: 'Bearer t' });
    const requests: Request[] = [];
    const client = createShippingClient({
      ...rest,
      baseUrl: 'https://shipping.test',
      headers,
      fetch: async (input, init) => {
        requests.push(new Request(input, init));
        return json({ success: true, couriers: [] });
      },
    });
    await client.listCouriers();
    await client.listCouriers();
    expect(requests.map((request) => request.headers.get('authorization'))).to.deep.equal(['Bearer t']);
  });
});
