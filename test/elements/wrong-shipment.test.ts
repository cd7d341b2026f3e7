import { expect } from 'chai';
import { html } from 'lit';
import type { InvalidRequestError } from '../../src/client/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import type { Shipment } from '../../src/quote/index.ts';
import { next, one, record, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { item, shipment } from '../support/fixtures.ts';

const circle: Record<string, unknown> = { name: 'Mug' };
circle.box = { inside: circle };

/** One of each kind of mistake. The client's tests have every field. */
const wrong: Record<string, { set: object; path: string }> = {
  'null for an item': { set: { items: [item, null] }, path: 'items.1' },
  'a word for its items': { set: { items: 'mugs' }, path: 'items' },
  'an item inside itself': { set: { items: [{ ...item, box: circle }] }, path: 'items.0.box.box.inside' },
  'a wrong postal code beside an area': {
    set: { origin_area_id: 'IDNP6', origin_postal_code: 'Bandung' },
    path: 'origin_postal_code',
  },
};

for (const tag of ['ship-rate-comparison', 'ship-checkout'] as const) {
  describe(`<${tag}> with a wrong shipment`, () => {
    const rendered = async (first: unknown) => {
      const element = document.createElement(tag) as RateComparisonElement | CheckoutElement;
      const told = next(element, 'ship-error');
      Object.assign(element, { lang: 'en', couriers: 'jne', client: sandboxClient(), shipment: first });
      await render(html`${element}`);
      return { element, told };
    };

    for (const [what, { set, path }] of Object.entries(wrong)) {
      it(`names ${what}, and shows rates once it is corrected`, async () => {
        const { element, told } = await rendered({ ...shipment, ...set });
        const { code, fields } = (await told).error as InvalidRequestError;
        expect([code, fields[0]?.path]).to.deep.equal(['invalid-request', path]);
        await settled(element);
        expect(element.status).to.equal('error');
        expect(textOf(one(element, '.problem'))).to.match(/contact the shop|postal code/);
        const quoted = next(element, 'ship-quote');
        element.shipment = shipment;
        await quoted;
        await settled(element);
        one(element, '[value="jne/reg"]').click();
        expect([element.status, element.value]).to.deep.equal(['ready', 'jne/reg']);
      });
    }

    it('names each of two wrong shipments once', async () => {
      const { element, told } = await rendered({ ...shipment, items: [null] });
      await told;
      const errors = record(element, 'ship-error');
      for (const path of ['first', 'second']) {
        const failed = next(element, 'ship-error');
        element.shipment = { ...shipment, [path]: 1n } as unknown as Shipment;
        expect(((await failed).error as InvalidRequestError).fields[0]?.path).to.equal(path);
      }
      await settled(element);
      expect(errors).to.have.length(2);
    });

    it('keeps the choice for a corrected shipment, and shows an error until then', async () => {
      const { element } = await rendered(undefined);
      const quoted = next(element, 'ship-quote');
      element.shipment = shipment;
      await quoted;
      await settled(element);
      one(element, '[value="jne/reg"]').click();
      const told = next(element, 'ship-error');
      element.shipment = { ...shipment, items: [item, null] } as unknown as Shipment;
      await told;
      await settled(element);
      expect([element.status, element.value]).to.deep.equal(['error', 'jne/reg']);
      element.shipment = { ...shipment };
      await settled(element);
      expect([element.status, element.value]).to.deep.equal(['ready', 'jne/reg']);
    });

    it('still asks for missing items', async () => {
      for (const items of [undefined, null, []]) {
        const element = document.createElement(tag) as RateComparisonElement;
        Object.assign(element, { client: sandboxClient(), shipment: { ...shipment, items } });
        await render(html`${element}`);
        await settled(element);
        expect(element.status).to.equal('incomplete');
      }
    });
  });
}

describe('rates of the page’s own beside a shipment that JSON cannot hold', () => {
  it('are shown', async () => {
    const element = document.createElement('ship-rate-comparison') as RateComparisonElement;
    const rates = [{ courier_code: 'jne', courier_service_code: 'oke', price: 9000 }];
    Object.assign(element, { rates, shipment: { ...shipment, first: 1n } });
    await render(html`${element}`);
    await settled(element);
    expect(element.status).to.equal('ready');
    one(element, '[type=radio]').click();
    expect(element.value).to.equal('jne/oke');
  });
});
