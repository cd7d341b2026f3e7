import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { next, one, render, settled } from '../support/elements.ts';
import { contacts, item, rate, shipment } from '../support/fixtures.ts';
import { proxyOf } from '../support/proxy-of.ts';
import { shop } from '../support/shop.ts';

type Wrapping = <T extends object>(value: T) => T;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Wraps each object in a value, the inner ones first. */
const throughout =
  (made: Wrapping): Wrapping =>
  (value) => {
    const parts = Object.entries(value).map(([name, part]) => [name, isObject(part) ? throughout(made)(part) : part]);
    return made((Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as typeof value);
  };

class Fields {
  constructor(fields: object) {
    Object.assign(this, fields);
  }
}

/** Objects as frameworks pass them: Vue and Svelte, Immer, classes of a shop. */
const wrappings: Record<string, Wrapping> = {
  'a Proxy of Proxies': proxyOf,
  'frozen objects': throughout(Object.freeze),
  'instances of a class': throughout((value) => (Array.isArray(value) ? value : (new Fields(value) as typeof value))),
  'objects without a prototype': throughout((value) =>
    Array.isArray(value) ? value : Object.assign(Object.create(null), value),
  ),
};

/** A checkout with `jne/reg` chosen, and a service that records questions and orders. */
async function renderChosen(handOver: Wrapping) {
  const service = shop(rate());
  const questions: Record<string, unknown>[] = [];
  const client = service.page();
  const listening = {
    ...client,
    quoteRates: (...asked: Parameters<typeof client.quoteRates>) => {
      questions.push(JSON.parse(JSON.stringify(asked[0])));
      return client.quoteRates(...asked);
    },
  };
  const checkout = await render<CheckoutElement>(html`
    <ship-checkout
      couriers="jne" value="jne/reg" order-mode="order" insured .client=${listening}
      .shipment=${handOver(structuredClone(shipment))} .order=${handOver(structuredClone(contacts))}
    ></ship-checkout>
  `);
  await next(checkout, 'ship-rate-change');
  await settled(checkout);
  return { checkout, questions, orders: service.orders, click: () => one(checkout, '[part=button]').click() };
}

describe('objects as a framework passes them', () => {
  for (const [what, handOver] of Object.entries(wrappings)) {
    it(`are asked, compared and ordered: ${what}`, async () => {
      const { checkout, questions, orders, click } = await renderChosen(handOver);
      expect(questions).to.have.length(1);
      expect(questions[0]).to.deep.include({ ...shipment, courier_insurance: 150_000 });

      checkout.shipment = handOver(structuredClone(shipment));
      await settled(checkout);
      expect(questions, 'the same again is no question').to.have.length(1);

      const quoted = next(checkout, 'ship-quote');
      const more = { ...shipment, items: [{ ...item, quantity: 3 }] };
      checkout.shipment = handOver(structuredClone(more));
      await quoted;
      await settled(checkout);
      expect(questions.at(-1)).to.deep.include(more);

      const placed = next(checkout, 'ship-order-placed');
      click();
      await placed;
      expect(orders).to.have.length(1);
      expect(orders[0]).to.deep.include({ ...contacts, ...more, courier_company: 'jne', courier_type: 'reg' });
    });
  }
});

describe('a shipment that is changed in place', () => {
  it('is read again by refresh(), and not before', async () => {
    const { checkout, questions } = await renderChosen((value) => value);
    Object.assign(checkout.shipment ?? {}, { items: [{ ...item, quantity: 3 }] });
    checkout.requestUpdate();
    await settled(checkout);
    expect(questions).to.have.length(1);
    await checkout.refresh();
    expect(questions.at(-1)).to.have.deep.property('items', [{ ...item, quantity: 3 }]);
  });
});
