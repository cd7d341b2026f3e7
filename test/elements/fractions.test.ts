import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { contacts, rate, shipment } from '../support/fixtures.ts';

const parts = { shipping_fee: 10_000.3, shipping_fee_discount: 0.2, insurance_fee: 1000.1 };

/** A service that sends fractions of a rupiah, one price after the other. */
function serviceOf(...prices: number[]) {
  let price = prices[0];
  return clientOf(async (request) => {
    if (request.url.includes('orders')) return Response.json({ success: true, id: '65f1a2b3c4d5e6f708192a3b' });
    if (request.method === 'GET') return Response.json({ success: true, couriers: [rate()] });
    price = prices.shift() ?? price;
    return Response.json({ success: true, pricing: [rate({ ...parts, price })] });
  });
}

describe('a service that sends fractions of a rupiah', () => {
  it('has them shown in row, parts and total', async () => {
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers="jne" insured .shipment=${shipment} .client=${serviceOf(11_000.2)}>
      </ship-rate-comparison>
    `);
    await next(comparison, 'ship-quote');
    await settled(comparison);
    one(comparison, '[type=radio]').click();
    await settled(comparison);
    expect(textOf(one(comparison, '[part=price]'))).to.equal('Rp 11,000.2');
    expect(textOf(one(comparison, '.row s'))).to.equal('Rp 11,000.4');
    expect(textOf(one(comparison, '[part=breakdown]'))).to.equal(
      'Shipping Rp 10,000.3 Discount −Rp 0.2 Insurance Rp 1,000.1 Delivery total Rp 11,000.2',
    );
    comparison.lang = 'id';
    await settled(comparison);
    expect(textOf(one(comparison, '[part=price]'))).to.match(/^Rp\s11\.000,2$/);
  });

  it('has a change of less than a rupiah shown with both amounts', async () => {
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" order-mode="order" couriers="jne" insured .shipment=${shipment} .order=${contacts}
        .client=${serviceOf(11_000.2, 11_000.4)}></ship-checkout>
    `);
    await next(checkout, 'ship-quote');
    await settled(checkout);
    one(checkout, '[type=radio]').click();
    const changed = next(checkout, 'ship-rate-change');
    await checkout.placeOrder();
    expect((await changed).rate?.price).to.equal(11_000.4);
    await settled(checkout);
    expect(checkout.status).to.equal('price-changed');
    expect(textOf(one(checkout, '.news'))).to.equal(
      'The price of JNE Reguler changed from Rp 11,000.2 to Rp 11,000.4.',
    );
    expect(textOf(one(checkout, '.primary'))).to.include('Rp 11,000.4');
  });
});
