import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, record, render, settled, textOf } from '../support/elements.ts';
import { contacts, item, json, rate, shipment } from '../support/fixtures.ts';

// Frameworks pass null for a missing value, and forms an empty text.

/** A service that records the bodies of requests. */
function service() {
  const bodies: Record<string, unknown>[] = [];
  const client = clientOf(async (request) => {
    if (request.method === 'GET') return json({ success: true, couriers: [] });
    bodies.push(await request.json());
    if (request.url.includes('/rates/')) return json({ success: true, pricing: [rate()] });
    return json({ success: true, object: 'order', id: 'o-1', status: 'confirmed' });
  });
  return { client, bodies };
}

async function renderCheckout(nothing: null | '', client: unknown) {
  const { sku: _sku, length: _length, width: _width, height: _height, ...bare } = item;
  const places = { destination_area_id: nothing, destination_latitude: nothing, destination_longitude: nothing };
  const ships = { ...shipment, ...places, items: [{ ...bare, sku: nothing, length: nothing }] };
  const order = { ...contacts, destination_note: nothing, origin_contact_email: nothing, metadata: nothing };
  const checkout = await render<CheckoutElement>(html`
    <ship-checkout
      lang="en" couriers="jne" value="jne/reg" order-mode="order"
      .client=${client} .shipment=${ships} .order=${order} .insured=${true} .insuranceAmount=${nothing}
      .cashOnDeliveryAmount=${nothing} .cashOnDeliveryType=${nothing} .reference=${nothing} .rows=${nothing}
      .words=${null} .logos=${null} .baseUrl=${nothing}
    ></ship-checkout>
  `);
  await next(checkout, 'ship-rate-change');
  await settled(checkout);
  return { checkout, bare };
}

/** Rates are asked with the amount to insure, and without COD. */
const declared = { courier_insurance: 150_000 };

for (const nothing of [null, ''] as const) {
  describe(`a checkout that gets ${nothing === null ? 'null' : 'an empty text'} for missing values`, () => {
    it('asks for rates without them, and insures the declared value', async () => {
      const { client, bodies } = service();
      const { bare } = await renderCheckout(nothing, client);
      expect(bodies).to.deep.equal([{ ...shipment, couriers: 'jne', ...declared, items: [bare] }]);
    });

    it('orders without them, under a random reference', async () => {
      const { client, bodies } = service();
      const { checkout, bare } = await renderCheckout(nothing, client);
      const heard = record(checkout, 'ship-error');
      one(checkout, '[part=button]').click();
      await next(checkout, 'ship-order-placed');
      const { reference_id, ...body } = bodies.at(-1) ?? {};
      expect(heard).to.deep.equal([]);
      expect(reference_id).to.match(/^\w+/);
      expect(body).to.deep.equal({
        ...{ ...contacts, ...shipment, delivery_type: 'now', courier_insurance: 150_000, items: [bare] },
        ...{ courier_company: 'jne', courier_type: 'reg', origin_collection_method: 'pickup' },
      });
    });
  });
}

describe('a comparison that gets null for missing values', () => {
  it('has the default words and rows, and no pictures', async () => {
    // Each is dearer and faster than the one before.
    const rates = [1, 2, 3, 4, 5, 6].map((step) =>
      rate({ courier_code: `c${step}`, price: step * 10_000, shipment_duration_range: `${9 - step}` }),
    );
    const words = { rates: null, arrival: null, extras: '' };
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .rates=${rates} .words=${words} .logos=${null} .rows=${null}></ship-rate-comparison>
    `);
    await settled(comparison);
    expect(textOf(one(comparison, '.title'))).to.equal('Delivery');
    expect(all(comparison, '.lead').map(textOf)).to.include('3 days');
    expect(all(comparison, '[part=row]').length).to.equal(5);
    expect(all(comparison, 'img, .logo').length).to.equal(0);
    expect(textOf(one(comparison, 'h4')), 'an empty word is one').to.equal('');
  });
});
