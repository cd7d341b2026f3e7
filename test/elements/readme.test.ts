import { expect } from 'chai';
import { html } from 'lit';
import { createShippingClient } from '../../src/client/index.ts';
import type { CheckoutElement, OrderButtonElement } from '../../src/elements/index.ts';
import { next, one, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { contacts, json, orderRequest, shipment } from '../support/fixtures.ts';

const readme = await (await fetch('/README.md')).text();

const section = (heading: string) => readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

/** The first example under a heading, in a language. */
function example(heading: string, language: string): string {
  const code = section(heading).split(`\`\`\`${language}\n`)[1]?.split('```')[0];
  if (!code) throw new Error(`README has no ${language} example under ${heading}.`);
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
  place.innerHTML = markup.replace(/<script.*<\/script>/, '');
  const checkout = place.querySelector('ship-checkout') as CheckoutElement;
  checkout.client = sandboxClient();
  return { place, checkout };
}

describe('README', () => {
  it('has a snippet to paste that offers rates and submits the choice', async () => {
    const { place, checkout } = await renderExample(example('Paste this', 'html'));
    await next(checkout, 'ship-quote');
    await settled(checkout);
    one(checkout, 'input[type=radio]').click();
    const form = place.querySelector('form') as HTMLFormElement;
    expect(new FormData(form).get('shipping')).to.equal(checkout.value);
    expect(checkout.value).to.match(/^\w+\/\w+$/);
  });

  it('names only attributes that there are, in its example and in its table', async () => {
    const { checkout } = await renderExample(example('Attributes', 'html'));
    const known = (checkout.constructor as typeof CheckoutElement).observedAttributes;
    const table = [...section('Attributes').matchAll(/^\| (`[\w-]+`(?: `[\w-]+`)*) +\| (?:`\w+`|the same) +\|/gm)];
    const documented = table.flatMap(([, names = '']) => [...names.matchAll(/[\w-]+/g)].map(([name]) => name));
    const written = [...checkout.attributes].map(({ name }) => name);
    expect(documented).to.have.length.above(12);
    for (const name of [...written, ...documented]) {
      if (name !== 'lang') expect(known, name).to.include(name);
    }
    expect(checkout.insured).to.equal(true);
    expect(checkout.cashOnDelivery).to.equal(true);
    expect(checkout.shipment?.items).to.have.length(1);
  });

  it('has a script that sets all that an order needs, and the word on its button', async () => {
    const { place, checkout } = await renderExample('<ship-checkout lang="en" order-mode="order"></ship-checkout>');
    const client = sandboxClient();
    const baseUrls: string[] = [];
    const createClient = ({ baseUrl }: { baseUrl: string }) => {
      baseUrls.push(baseUrl);
      return client;
    };
    await run(example('By script', 'js').replace(/^import .*$/m, ''), {
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

  it('has an event example that hears the choice and stops an unfinished form', async () => {
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
    await run(example('Events', 'js'));
    await quoted;
    await settled(checkout);
    one(checkout, 'input[value="jne/reg"]').click();
    expect(place.querySelector('#shipping-price')?.textContent).to.equal(`${checkout.rate?.price} (user)`);
    await checkout.placeOrder();
    expect(checkout.status).to.equal('ready');
  });

  it('has a style sheet that the widget takes', async () => {
    const { checkout } = await renderExample('<ship-checkout order-mode="order"></ship-checkout>');
    const sheet = document.createElement('style');
    sheet.textContent = example('Styling', 'css');
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

  it('has an error example that tells errors apart', async () => {
    const said: string[] = [];
    const scope = (answer: Response) => ({
      order: orderRequest,
      createShippingClient: () => createShippingClient({ baseUrl: 'https://shop.test', fetch: async () => answer }),
      askToPayFirst: () => said.push('pay first'),
      keepTheOrderAndCheckAgain: () => said.push('check again'),
      showProblem: (error: { code: string }) => said.push(error.code),
    });
    const code = example('Errors', 'js').replace(/^import .*$/m, '');
    await run(code, scope(json({ success: false, code: 40002009 }, { status: 400 })));
    await run(code, scope(new Response('', { status: 502 })));
    await run(code, scope(json({ success: false, code: 40002027 }, { status: 400 })));
    expect(said).to.deep.equal(['pay first', 'check again', 'refused']);
  });

  it('has a security example that asks the shop’s own gateway', async () => {
    const { checkout } = await renderExample(example('Security', 'html'));
    expect(checkout.baseUrl).to.equal('/shipping');
  });

  it('orders from a sidebar as its example does', async () => {
    const { place, checkout } = await renderExample(example('An order is made once', 'html'));
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

  it('makes a client with the options of its example', async () => {
    const code = example('An order is made once', 'js').replace(/import .*;/, '');
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
