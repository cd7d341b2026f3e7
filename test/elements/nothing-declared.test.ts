import { expect } from 'chai';
import { html } from 'lit';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { all, next, one, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { item, shipment } from '../support/fixtures.ts';

const undeclared = { ...shipment, items: [{ ...item, value: 0 }] };

describe('a comparison for goods without a declared value', () => {
  it('says why the cargo courier is missing', async () => {
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers="jne,jntcargo" rows="50" .shipment=${shipment} .client=${sandboxClient()}>
      </ship-rate-comparison>
    `);
    await next(comparison, 'ship-quote');
    await settled(comparison);
    const cargo = () => all(comparison, 'input[value="jntcargo/ft"]');
    expect(cargo().length).to.equal(1);
    const quoted = next(comparison, 'ship-quote');
    comparison.shipment = undeclared;
    await quoted;
    await settled(comparison);
    expect(cargo().length).to.equal(0);
    expect(textOf(one(comparison, '.rows'))).to.include(
      'J&T Cargo isn’t listed: it insures the goods by their value, and no value is declared.',
    );
  });

  it('locks both switches, and says why', async () => {
    const form = await render<HTMLFormElement>(html`
      <form>
        <ship-rate-comparison lang="en" name="shipping" couriers="jne" insured cash-on-delivery value="jne/reg"
          .shipment=${undeclared} .client=${sandboxClient()}></ship-rate-comparison>
      </form>
    `);
    const comparison = form.firstElementChild as RateComparisonElement;
    await next(comparison, 'ship-rate-change');
    for (const id of ['insurance', 'cash-on-delivery']) {
      const control = one<HTMLInputElement>(comparison, `#${id}`);
      control.click();
      expect([control.checked, control.ariaDisabled]).to.deep.equal([false, 'true']);
      expect(textOf(one(comparison, `#${id}-hint`))).to.equal('Not available for this order');
    }
    expect(Object.fromEntries(new FormData(form))).to.deep.equal({ shipping: 'jne/reg' });
    expect([comparison.insured, comparison.cashOnDelivery], 'the shopper’s wish').to.deep.equal([true, true]);
    const requoted = next(comparison, 'ship-quote');
    comparison.shipment = shipment;
    await requoted;
    await settled(comparison);
    expect(one<HTMLInputElement>(comparison, '#insurance').checked).to.equal(true);
  });
});
