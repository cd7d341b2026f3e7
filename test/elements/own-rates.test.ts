import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { next, one, render, requoted, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { oke, shop } from '../support/shop.ts';

const renderOwn = (rates: Rate[], value = '') =>
  render<RateComparisonElement>(html`
    <ship-rate-comparison
      lang="en" couriers="jne" value=${value} .rates=${rates} .shipment=${shipment} .client=${shop(rate(), oke).client}
    ></ship-rate-comparison>
  `);

const rowOf = (comparison: Element, key: string) =>
  textOf(one(comparison, `input[value="${key}"]`).closest('label') as HTMLElement);

describe('<ship-rate-comparison> with rates of the page’s own', () => {
  it('shows prices that the page has changed in place and set again', async () => {
    const own = { ...oke };
    const comparison = await renderOwn([rate(), own], 'jne/oke');
    own.price = 15_500;
    const changed = next(comparison, 'ship-rate-change');
    comparison.rates = [rate(), own];
    expect((await changed).reason).to.equal('price-changed');
    await comparison.updateComplete;
    expect(rowOf(comparison, 'jne/oke')).to.include('Rp 15,500');
  });

  it('keeps the amounts of a sentence in order after a name with bidirectional characters', async () => {
    const cargo = { courier_code: 'jntcargo', courier_name: 'Cargo\u202e\u2067', insurance_fee: 500 };
    const comparison = await renderOwn([rate(cargo)], 'jntcargo/reg');
    expect(textOf(one(comparison, '#insurance ~ .hint'))).to.equal('Cargo always insures');
    comparison.rates = [rate({ ...cargo, price: 16_500, shipping_fee: 16_000 })];
    await next(comparison, 'ship-rate-change');
    const sentence = 'The price of Cargo Reguler changed from Rp 15,000 to Rp 16,500.';
    await comparison.updateComplete;
    expect(textOf(one(comparison, '[role=status]'))).to.equal(sentence);
  });

  it('marks an estimated price in its row and in the total', async () => {
    const comparison = await renderOwn([rate({ estimate: true, shipping_fee_discount: 1_000 }), oke], 'jne/reg');
    expect(rowOf(comparison, 'jne/reg')).to.include('Estimated price');
    expect(textOf(one(comparison, '.sum'))).to.include('Delivery total (Estimated price)');
    expect(rowOf(comparison, 'jne/oke')).not.to.include('Estimated price');
  });

  it('takes false for none, as `loaded && rates` gives it, and leaves out what is no row (finos/vuu#2293)', async () => {
    const comparison = await renderOwn([oke]);
    const set = (rates: unknown) => Object.assign(comparison, { rates });
    set([null, rate(), undefined]);
    await comparison.updateComplete;
    expect(comparison.rates).to.deep.equal([rate()]);
    await requoted(comparison, () => set(false));
    expect(comparison.rates.length).to.equal(2);
    const failed = next(comparison, 'ship-error');
    set('[object Object]');
    expect((await failed).error.message).to.include('rates must be a list of rates');
  });

  it('leaves out a rate in another currency, and names it to the page', async () => {
    const comparison = await renderOwn([]);
    const failed = next(comparison, 'ship-error');
    comparison.rates = [rate(), rate({ ...oke, currency: 'USD', price: 1 })];
    expect((await failed).error).to.deep.include({
      code: 'invalid-request',
      fields: [{ path: 'rates.1.currency', remedy: 'must be IDR: prices are rupiah' }],
    });
    expect(comparison.rates).to.deep.equal([rate()]);
    expect(textOf(comparison)).not.to.include('Rp 1 ');
  });

  it('asks for rates once they are removed', async () => {
    const comparison = await renderOwn([oke]);
    comparison.rates = undefined;
    expect((await next(comparison, 'ship-rates')).rates).to.have.length(2);
  });
});
