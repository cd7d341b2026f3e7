import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, next, one, render, settled } from '../support/elements.ts';
import { contacts } from '../support/fixtures.ts';
import { renderPlacedCheckout, renderQuotedCheckout } from '../support/held-checkout.ts';

describe('<ship-checkout>', () => {
  it('is accessible from the first rates to the placed order', async () => {
    const { checkout, press } = await renderQuotedCheckout();
    await expectAccessible(checkout);
    await press('input[value="jne/reg"]');
    await expectAccessible(checkout);
    const placed = next(checkout, 'ship-order-placed');
    await press('[part=button]');
    await placed;
    await expectAccessible(checkout);
  });

  it('has its headings at the level that the page says', async () => {
    const { checkout, press } = await renderQuotedCheckout();
    const levels = (selector: string) => [...new Set(all(checkout, selector).map(({ ariaLevel }) => ariaLevel))];
    expect(levels('h3')).to.deep.equal([null]);
    Object.assign(checkout, { headingLevel: '2', allRates: true });
    await settled(checkout);
    expect(levels('h3')).to.deep.equal(['2']);
    await press('input[value="jne/reg"]');
    const placed = next(checkout, 'ship-order-placed');
    await press('[part=button]');
    await placed;
    await settled(checkout);
    expect(levels('[part=receipt] h3')).to.deep.equal(['2']);
    await checkout.cancelOrder();
    await settled(checkout);
    expect(levels('ship-order-button .headline, .headline')).to.deep.equal(['2']);
  });

  it('keeps the state `placed` when a cancellation fails, and has the state `error`', async () => {
    const { checkout, service } = await renderPlacedCheckout();
    service.refusal = 40002053;
    await checkout.cancelOrder();
    await settled(checkout);
    const names = ['ordering', 'unconfirmed', 'placed', 'cancelled', 'error'];
    for (const element of [checkout, one(checkout, 'ship-order-button')]) {
      const states = names.filter((name) => element.matches(`:state(${name})`));
      expect(states, element.localName).to.deep.equal(['placed', 'error']);
    }
  });

  it('keeps personal data out of attributes and events', async () => {
    const { checkout, press } = await renderQuotedCheckout();
    const told: string[] = [];
    for (const name of ['ship-rates', 'ship-rate-change', 'ship-order-submit', 'ship-order-placed'] as const) {
      checkout.addEventListener(name, (event) => told.push(JSON.stringify(Object.values(event))));
    }
    const placed = next(checkout, 'ship-order-placed');
    await press('input[value="jne/reg"]');
    await press('[part=button]');
    await placed;
    await settled(checkout);
    const attributes = all(checkout, '*').flatMap(({ attributes }) => [...attributes].map(({ value }) => value));
    const exposed = [...told, ...attributes, checkout.outerHTML].join('\n');
    for (const secret of Object.values(contacts)) expect(exposed).not.to.include(secret);
  });

  it('has rendered, for those who wait for it, although it left the page before all of its parts were in it', async () => {
    const { checkout } = await renderQuotedCheckout();
    checkout.remove();
    Object.assign(checkout, { switches: '', orderMode: 'none', couriers: 'jne' });
    await checkout.updateComplete;
    Object.assign(checkout, { orderMode: 'order' });
    await checkout.updateComplete;
  });

  it('has no `name` attribute for an empty name', async () => {
    const checkout = await render<CheckoutElement>(html`<ship-checkout></ship-checkout>`);
    expect(checkout.getAttributeNames()).to.deep.equal([]);
    for (const [name, attribute] of [
      ['shipping', 'shipping'],
      ['', null],
    ] as const) {
      checkout.name = name;
      await checkout.updateComplete;
      expect(checkout.getAttribute('name')).to.equal(attribute);
    }
  });
});
