import { expect } from 'chai';
import { html } from 'lit';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { next, one, render, sandboxClient, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { oke } from '../support/shop.ts';

describe('<ship-rate-comparison> with rates of the page’s own', () => {
  it('keeps or clears the choice with each new list, and says which', async () => {
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" .rates=${[rate(), oke]}></ship-rate-comparison>`,
    );
    one(comparison, 'input[value="jne/reg"]').click();
    let changed = next(comparison, 'ship-rate-change');
    comparison.rates = [rate({ price: 16_500, shipping_fee: 16_500 })];
    expect(await changed).to.include({ reason: 'price-changed' });
    changed = next(comparison, 'ship-rate-change');
    comparison.rates = [oke];
    expect(await changed).to.include({ rate: undefined, reason: 'service-unavailable' });
  });

  it('shows prices that the page has changed in place and set again', async () => {
    const rates = [rate({ price: 9_000 }), oke, rate({ courier_code: 'tiki', price: 20_000 })].map((row) => ({
      ...row,
    }));
    const [, middle] = rates;
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" value="jne/oke" .rates=${rates}></ship-rate-comparison>`,
    );
    expect(comparison.rate?.price).to.equal(9_000);
    const changed = next(comparison, 'ship-rate-change');
    if (middle) middle.price = 15_500;
    comparison.rates = [...rates];
    expect(await changed).to.include({ reason: 'price-changed' });
    await comparison.updateComplete;
    const row = one(comparison, 'input[value="jne/oke"]').closest('label') as HTMLElement;
    expect(textOf(row)).to.include('Rp 15,500');
  });

  it('keeps the amounts of a sentence in order after a name with bidirectional characters', async () => {
    const turning = { courier_name: 'Kilat\u202e' };
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" value="jne/reg" .rates=${[rate(turning)]}></ship-rate-comparison>`,
    );
    comparison.rates = [rate({ ...turning, price: 16_500, shipping_fee: 16_500 })];
    await next(comparison, 'ship-rate-change');
    const said = 'The price of Kilat Reguler changed from Rp 15,000 to Rp 16,500.';
    expect(textOf(one(comparison, '.news'))).to.equal(said);
  });

  it('keeps the amounts of a locked insurance in order after such a name', async () => {
    const cargo = rate({ courier_code: 'jntcargo', courier_name: 'Cargo\u2067', insurance_fee: 500 });
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" value="jntcargo/reg" .rates=${[cargo]}></ship-rate-comparison>`,
    );
    const hint = textOf(one(comparison, '#insurance-hint'));
    expect(hint).to.match(/Cargo .*Rp 500/);
  });

  it('leaves out a rate in another currency, and names it to the page', async () => {
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en"></ship-rate-comparison>`,
    );
    const told = next(comparison, 'ship-error');
    comparison.rates = [rate(), rate({ ...oke, currency: 'USD', price: 1 })];
    expect((await told).error).to.deep.include({
      code: 'invalid-request',
      fields: [{ path: 'rates.1.currency', remedy: 'must be IDR: all prices are rupiah' }],
    });
    expect(comparison.rates).to.deep.equal([rate()]);
    expect(textOf(comparison)).not.to.include('Rp 1 ');
  });

  it('asks for rates once they are removed', async () => {
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers="jne" .rates=${[oke]} .shipment=${shipment} .client=${sandboxClient()}>
      </ship-rate-comparison>
    `);
    const quoted = next(comparison, 'ship-quote');
    comparison.rates = undefined;
    expect((await quoted).rates).to.have.length.above(1);
  });
});
