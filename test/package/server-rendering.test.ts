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
const definitions: readonly string[] = ['define', 'parcels', 'promise', 'tracking'].map(
  (name) => `ship-elements/${name}`,
);

const asked: string[] = [];
const client = createShippingClient({
  baseUrl: 'https://shipping.test',
  fetch: async (input) => {
    asked.push(String(input));
    return Response.json({});
  },
});

const templates: Record<string, TemplateResult> = {
  'a checkout': html`<ship-checkout></ship-checkout>`,
  'a courier picker': html`<ship-courier-picker></ship-courier-picker>`,
  'a rate comparison': html`<ship-rate-comparison></ship-rate-comparison>`,
  'an order button': html`<ship-order-button></ship-order-button>`,
  'several parcels': html`<ship-parcels base-url="/shipping" lang="id" shipment='{"destination_postal_code": 40131}'
    parcels='[{"name": "Dari Bandung"}, {"name": "Dari Jakarta"}]'></ship-parcels>`,
  'a product': html`<ship-promise base-url="/shipping" items='[{"weight": 250}]' remember lang="id"></ship-promise>`,
  'a tracking page': html`<ship-tracking base-url="/shipping" contact-url="/contact" lang="id"></ship-tracking>`,
  'a tracking page with a token': html`<ship-tracking base-url="/shipping" .token=${'aaaa.bbbb.cccc'}></ship-tracking>`,
  'a checkout with attributes': html`<ship-checkout name="shipping" base-url="/shipping" couriers="jne" insurance
    cash-on-delivery cash-on-delivery-payout="7_days" order-mode="order" reference="cart-1" rows="3"
    lang="id" required disabled value="jne/reg" shipment=${json}><b slot="legend">Delivery</b></ship-checkout>`,
  'a courier picker with attributes': html`<ship-courier-picker base-url="/shipping" couriers="jne" lang="id">
    </ship-courier-picker>`,
  'a rate comparison with a broken shipment': html`<ship-rate-comparison base-url="/shipping" shipment="{bad">
    </ship-rate-comparison>`,
  'an order button with attributes': html`<ship-order-button for="delivery" order-mode="order">Pay</ship-order-button>`,
  'a checkout with properties': html`<ship-checkout .client=${client} .shipment=${shipment} .contacts=${contacts}>
    </ship-checkout>`,
  'a courier picker with words': html`<ship-courier-picker .client=${client} .words=${{ couriers: 'Carriers' }}>
    </ship-courier-picker>`,
  'a rate comparison with rates': html`<ship-rate-comparison .client=${client} .shipment=${shipment} .rates=${[rate()]}>
    </ship-rate-comparison>`,
  'an order button with properties': html`<ship-order-button .client=${client} .order=${contacts} .rate=${rate()}>
    </ship-order-button>`,
};

/** What a shopper reads before the script runs. */
const texts: Record<string, RegExp> = {
  'a checkout': /we still need what is in your cart/,
  'a courier picker with words': /Carriers/,
  'a rate comparison with rates': /Reguler.*Rp\s?15,000/s,
};

describe('Lit on a server', () => {
  before(() => Promise.all(definitions.map((definition) => import(definition))));

  for (const [name, template] of Object.entries(templates))
    it(`renders ${name} with its styles and nothing checked, and asks the service nothing`, async () => {
      const markup = await collectResult(render(template));
      expect(markup)
        .to.match(/<template [^>]*shadowrootmode="open"/)
        .and.match(/<style>/);
      expect(markup).to.not.match(/ checked/);
      expect(markup).to.match(texts[name] ?? /ship-/);
      expect(asked).to.deep.equal([]);
    });

  it('leaves nothing running: a plain Node exits silently', () => {
    const code = `await import('ship-elements/define');
      const { render } = await import('@lit-labs/ssr');
      const { collectResult } = await import('@lit-labs/ssr/lib/render-result.js');
      const { html } = await import('lit');
      const markup = await collectResult(render(html\`
        <ship-checkout base-url="http://127.0.0.1:9" order-mode="order" shipment=\${${JSON.stringify(json)}}></ship-checkout>
        <ship-order-button base-url="http://127.0.0.1:9"></ship-order-button>\`));
      const left = process.getActiveResourcesInfo().filter((name) => /^(Timeout|TCP|GetAddr)/.test(name));
      console.log(markup.split('shadowrootmode').length - 1, left.length, typeof document);`;
    const options = { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH }, timeout: 20_000 } as const;
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], options);
    expect({ stdout, stderr, status }).to.deep.equal({ stdout: '5 0 undefined\n', stderr: '', status: 0 });
  });
});
