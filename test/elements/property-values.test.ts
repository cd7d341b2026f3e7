import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import '../../src/elements/area-search/area-search-element.ts';
import '../../src/elements/parcels/parcels-element.ts';
import '../../src/elements/promise/define.ts';
import { all, clientOf, next, one, record, render, requoted, settled, textOf } from '../support/elements.ts';
import { contacts, item, json, rate, shipment } from '../support/fixtures.ts';

/** A Proxy as frameworks make it: each object that is read from it is a Proxy too. */
const proxyOf = <T extends object>(target: T): T =>
  new Proxy(target, {
    get(object, name, receiver) {
      const value = Reflect.get(object, name, receiver);
      return typeof value === 'object' && value !== null ? proxyOf(value) : value;
    },
  });

/** Renders a checkout with these properties and `jne/reg` chosen, and records the requests. */
async function renderCheckout(properties: object) {
  const bodies: Record<string, unknown>[] = [];
  const client = clientOf(async (request) => {
    if (request.method === 'GET') return json({ success: true, couriers: [] });
    bodies.push(await request.json());
    if (request.url.includes('/rates/')) return json({ success: true, pricing: [rate()] });
    return json({ success: true, object: 'order', id: 'order-1', status: 'confirmed' });
  });
  const given = { shipment: structuredClone(shipment), contacts, insurance: true, client, ...properties };
  const checkout = Object.assign(document.createElement('ship-checkout'), given) as CheckoutElement;
  checkout.setAttribute('lang', 'en');
  Object.assign(checkout, { couriers: 'jne', value: 'jne/reg', orderMode: 'order' });
  const chosen = next(checkout, 'ship-rate-change');
  await render(html`${checkout}`);
  await chosen;
  await settled(checkout);
  const order = async () => {
    one(checkout, '[part=button]').click();
    await next(checkout, 'ship-order-placed');
    return bodies.at(-1);
  };
  return { checkout, bodies, order };
}

const asked = { ...shipment, couriers: 'jne', courier_insurance: 150_000 };

describe('objects that a page passes', () => {
  it('may be proxies, as Vue and Svelte pass them. The same again is no new question', async () => {
    const { checkout, bodies, order } = await renderCheckout({
      shipment: proxyOf(shipment),
      contacts: proxyOf(contacts),
    });
    checkout.shipment = proxyOf(structuredClone(shipment));
    await settled(checkout);
    expect(bodies).to.deep.equal([asked]);
    const more = { ...shipment, items: [{ ...item, quantity: 3 }] };
    checkout.shipment = proxyOf(more);
    await next(checkout, 'ship-rates');
    await settled(checkout);
    expect(await order()).to.deep.include({ ...contacts, ...more, courier_company: 'jne', courier_type: 'reg' });
  });

  it('are copied: a change in place is asked and ordered after refresh(), and not before', async () => {
    const { checkout, bodies, order } = await renderCheckout({});
    const changeItem = (quantity: number) => {
      const items = [{ ...item, quantity }];
      Object.assign(checkout.shipment ?? {}, { items });
      checkout.requestUpdate();
      return items;
    };
    const items = changeItem(3);
    await settled(checkout);
    expect(bodies).to.deep.equal([asked]);
    await checkout.refresh();
    expect(bodies.at(-1)).to.deep.include({ items });
    changeItem(4);
    expect(await order()).to.deep.include({ items });
  });

  const area = { id: 'area-1', name: 'Coblong, Bandung', postal_code: 40132 };
  for (const [tag, property, given] of [
    ['ship-checkout', 'shipment', shipment],
    ['ship-rate-comparison', 'shipment', shipment],
    ['ship-parcels', 'parcels', [{ name: 'Parcel 1', shipment }]],
    ['ship-promise', 'items', [item]],
    ['ship-promise', 'area', area],
    ['ship-area-search', 'area', area],
  ] as const)
    it(`may be JSON, as their attribute is, which a server writes: ${property} of a <${tag}>`, async () => {
      const element = document.createElement(tag);
      const errors = record(element, 'ship-error');
      Object.assign(element, { [property]: JSON.stringify(given) });
      expect(Reflect.get(element, property)).to.deep.equal(given);
      const written = document.createElement(tag);
      written.setAttribute(property, JSON.stringify(given));
      expect(Reflect.get(written, property)).to.deep.equal(given);
      expect(errors).to.be.empty;
    });

  it('may be an array of couriers', async () => {
    const { checkout, bodies } = await renderCheckout({});
    await requoted(checkout, () => Object.assign(checkout, { couriers: ['jne', 'sicepat'] }));
    expect([checkout.couriers, bodies.at(-1)?.couriers]).to.deep.equal(['jne,sicepat', 'jne,sicepat']);
    const before = bodies.length;
    Object.assign(checkout, { couriers: ['jne', 'sicepat'] });
    await settled(checkout);
    expect(bodies.length).to.equal(before);
    const picker = document.createElement('ship-courier-picker');
    Object.assign(picker, { couriers: ['jne', 'jnt'] });
    expect(picker.couriers).to.equal('jne,jnt');
  });

  for (const [property, tag] of [
    ['contacts', 'ship-checkout'],
    ['order', 'ship-order-button'],
  ] as const)
    it(`are reported by their field if JSON cannot hold them: ${property} of a <${tag}>`, async () => {
      const element = document.createElement(tag) as HTMLElement & { contacts?: unknown; order?: unknown };
      const failed = next(element, 'ship-error');
      element[property] = { ...contacts, metadata: { count: 1n } };
      await render(html`${element}`);
      expect((await failed).error.message).to.include('metadata.count');
      expect(element[property]).to.equal(undefined);
    });
});

// Frameworks pass null for a missing value, and forms an empty text.
for (const missing of [null, ''] as const)
  describe(`properties that are ${missing === null ? 'null' : 'an empty text'}`, () => {
    it('are left out of requests. The declared value is insured, and the reference is random', async () => {
      const { sku: _sku, length: _length, width: _width, height: _height, ...bare } = item;
      const { checkout, bodies, order } = await renderCheckout({
        shipment: {
          ...{ ...shipment, items: [{ ...bare, sku: missing, length: missing }] },
          ...{ destination_area_id: missing, destination_latitude: missing, destination_longitude: missing },
        },
        contacts: { ...contacts, destination_note: missing, origin_contact_email: missing, metadata: missing },
        ...{ insuranceAmount: missing, cashOnDeliveryAmount: missing, cashOnDeliveryPayout: missing },
        ...{ reference: missing, rows: missing, baseUrl: missing, words: null, logos: null },
      });
      expect(bodies).to.deep.equal([{ ...asked, items: [bare] }]);
      const errors = record(checkout, 'ship-error');
      const { reference_id, ...body } = (await order()) ?? {};
      expect(errors).to.deep.equal([]);
      expect(reference_id).to.match(/^\w+/);
      expect(body).to.deep.equal({
        ...{ ...contacts, ...shipment, delivery_type: 'now', courier_insurance: 150_000, items: [bare] },
        ...{ courier_company: 'jne', courier_type: 'reg', origin_collection_method: 'pickup' },
      });
    });
  });

describe('words, rows and logos that are null', () => {
  it('are the built-in words, four rows and no pictures', async () => {
    // Each is dearer and faster than the one before.
    const rates = [1, 2, 3, 4, 5, 6].map((step) =>
      rate({ courier_code: `c${step}`, price: step * 10_000, shipment_duration_range: `${9 - step}` }),
    );
    const words = { rates: null, arrival: null, extras: '' };
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .rates=${rates} .words=${words} .logos=${null} .rows=${null}></ship-rate-comparison>
    `);
    await settled(comparison);
    expect(textOf(one(comparison, '#title'))).to.equal('Delivery');
    expect(all(comparison, '.lead').map(textOf)).to.include('3 days');
    expect([all(comparison, '[part=row]').length, all(comparison, 'img').length]).to.deep.equal([4, 0]);
    expect(one(comparison, '.bill').ariaLabel, 'an empty word is one').to.equal('');
  });
});
