import { expect } from 'chai';
import { html } from 'lit';
import type { InvalidField, InvalidRequestError } from '../../src/client/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import type { Shipment } from '../../src/quote/index.ts';
import { next, one, record, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { item, shipment } from '../support/fixtures.ts';

const circle: Record<string, unknown> = { name: 'Mug' };
circle.box = { inside: circle };

/** One of each kind of mistake; the client's tests have every field. */
const wrong: Record<string, { set: object; path: string; remedy: string }> = {
  'null for an item': {
    set: { items: [item, null] },
    path: 'items.1',
    remedy: 'is missing: send an item with name, value, quantity and weight',
  },
  'an item inside itself': {
    set: { items: [{ ...item, box: circle }] },
    path: 'items.0.box.box.inside',
    remedy: 'must be what JSON can write: no BigInt, and no object that is inside itself',
  },
  'a postal code that is none': {
    set: { origin_area_id: 'IDNP6', origin_postal_code: 'Bandung' },
    path: 'origin_postal_code',
    remedy: 'must be a postal code as a number of five digits, for example 12440',
  },
};

for (const tag of ['ship-rate-comparison', 'ship-checkout'] as const) {
  describe(`<${tag}> with a shipment that the page has put together wrongly`, () => {
    const rendered = async (first: unknown) => {
      const element = document.createElement(tag) as RateComparisonElement | CheckoutElement;
      const told = next(element, 'ship-error');
      Object.assign(element, { lang: 'en', couriers: 'jne', client: sandboxClient(), shipment: first });
      await render(html`${element}`);
      return { element, told };
    };

    for (const [what, { set, path, remedy }] of Object.entries(wrong)) {
      it(`names ${what}, and shows rates once it is mended`, async () => {
        const { element, told } = await rendered({ ...shipment, ...set });
        const { code, fields } = (await told).error as InvalidRequestError;
        expect(code).to.equal('invalid-request');
        expect(fields satisfies InvalidField[]).to.deep.include({ path, remedy });
        await settled(element);
        expect(element.status).to.equal('error');
        expect(textOf(one(element, '.problem'))).to.match(/contact the shop|postal code/);
        const quoted = next(element, 'ship-quote');
        element.shipment = shipment;
        expect((await quoted).rates).not.to.be.empty;
        await settled(element);
        expect(element.status).to.equal('ready');
        one(element, '[value="jne/reg"]').click();
        expect(element.value).to.equal('jne/reg');
      });
    }

    it('names each of two that follow one another, and tells of each once', async () => {
      const { element, told } = await rendered({ ...shipment, items: [null] });
      await told;
      const errors = record(element, 'ship-error');
      const again = next(element, 'ship-error');
      element.shipment = { ...shipment, first: 1n } as unknown as Shipment;
      expect(((await again).error as InvalidRequestError).fields[0]?.path).to.equal('first');
      const third = next(element, 'ship-error');
      element.shipment = { ...shipment, second: 1n } as unknown as Shipment;
      expect(((await third).error as InvalidRequestError).fields[0]?.path).to.equal('second');
      await settled(element);
      expect(errors).to.have.length(2);
    });

    it('keeps rates of before unsettled, and takes the choice up again', async () => {
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
      const requoted = next(element, 'ship-quote');
      element.shipment = { ...shipment };
      await requoted;
      await settled(element);
      expect([element.status, element.value]).to.deep.equal(['ready', 'jne/reg']);
    });

    it('still asks for what is not there', async () => {
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

describe('rates of the page’s own beside a shipment that cannot be written', () => {
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
