import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { expect } from 'chai';
import { html, type TemplateResult } from 'lit';
import { createShippingClient } from '../../src/client/index.ts';
import { contacts, rate, shipment } from '../support/fixtures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const json = JSON.stringify(shipment);

/** The built package. TypeScript does not know the name before the build. */
const definition: string = 'ship-elements/define';

const asked: string[] = [];
const client = createShippingClient({
  baseUrl: 'https://shipping.test',
  fetch: async (input) => {
    asked.push(String(input));
    return Response.json({});
  },
});

const bare: Record<string, TemplateResult> = {
  'ship-checkout': html`<ship-checkout></ship-checkout>`,
  'ship-courier-picker': html`<ship-courier-picker></ship-courier-picker>`,
  'ship-rate-comparison': html`<ship-rate-comparison></ship-rate-comparison>`,
  'ship-order-button': html`<ship-order-button></ship-order-button>`,
};

const withAttributes: Record<string, TemplateResult> = {
  'ship-checkout': html`<ship-checkout name="shipping" base-url="/shipping" couriers="jne" insured insurance-amount="5000"
    cash-on-delivery cash-on-delivery-type="7_days" order-mode="order" reference="cart-1" rows="3" lang="id" required
    disabled value="jne/reg" shipment=${json}><b slot="legend">Delivery</b></ship-checkout>`,
  'ship-courier-picker': html`<ship-courier-picker base-url="/shipping" value="jne" lang="id"></ship-courier-picker>`,
  'ship-rate-comparison': html`<ship-rate-comparison base-url="/shipping" shipment="{bad"></ship-rate-comparison>`,
  'ship-order-button': html`<ship-order-button for="delivery" order-mode="order">Pay</ship-order-button>`,
};

const withProperties: Record<string, TemplateResult> = {
  'ship-checkout': html`<ship-checkout .client=${client} .shipment=${shipment} .order=${contacts}></ship-checkout>`,
  'ship-courier-picker': html`<ship-courier-picker .client=${client} .words=${{ couriers: 'Carriers' }}>
    </ship-courier-picker>`,
  'ship-rate-comparison': html`<ship-rate-comparison .client=${client} .shipment=${shipment} .rates=${[rate()]}>
    </ship-rate-comparison>`,
  'ship-order-button': html`<ship-order-button .client=${client} .order=${contacts} .rate=${rate()}></ship-order-button>`,
};

const rendered = (template: TemplateResult) => collectResult(render(template));

describe('the elements rendered on a server by Lit', () => {
  before(() => import(definition));

  for (const [how, templates] of Object.entries({
    bare,
    'with attributes': withAttributes,
    'with properties': withProperties,
  })) {
    for (const [tag, template] of Object.entries(templates)) {
      it(`gives a <${tag}> ${how} its shadow root`, async () => {
        const markup = await rendered(template);
        expect(markup).to.match(new RegExp(`<${tag}[^>]*><template [^>]*shadowrootmode="open"`));
        expect(markup).to.match(/<style>/);
      });
    }
  }

  it('shows a rate by name and price, the words of the page, and what is missing', async () => {
    expect(await rendered(withProperties['ship-rate-comparison'] as TemplateResult)).to.match(/Reguler.*Rp\s?15,000/s);
    expect(await rendered(withProperties['ship-courier-picker'] as TemplateResult)).to.match(/Carriers/);
    expect(await rendered(bare['ship-checkout'] as TemplateResult)).to.match(/we still need what is in your cart/);
  });

  it('checks no box and no row by mistake', async () => {
    for (const templates of [bare, withAttributes, withProperties]) {
      for (const template of Object.values(templates)) expect(await rendered(template)).to.not.match(/ checked/);
    }
  });

  it('asks the service nothing', async () => {
    for (const template of Object.values(withProperties)) await rendered(template);
    expect(asked).to.deep.equal([]);
  });

  it('leaves nothing running and needs no storage: a plain Node exits silently', () => {
    const code = `await import('ship-elements/define');
      const { render } = await import('@lit-labs/ssr');
      const { collectResult } = await import('@lit-labs/ssr/lib/render-result.js');
      const { html } = await import('lit');
      const markup = await collectResult(render(html\`
        <ship-checkout base-url="http://127.0.0.1:9" shipment=\${${JSON.stringify(json)}}></ship-checkout>
        <ship-order-button base-url="http://127.0.0.1:9"></ship-order-button>\`));
      const left = process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCP|GetAddr)/.test(name));
      console.log(markup.split('shadowrootmode').length - 1, left.length, typeof document);`;
    const options = { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH }, timeout: 20_000 } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], options);
    expect({ stdout, stderr, status }).to.deep.equal({ stdout: '5 0 undefined\n', stderr: '', status: 0 });
  });
});
