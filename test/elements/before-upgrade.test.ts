import { expect } from 'chai';
import { html, type LitElement } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { clientOf, next, render } from '../support/elements.ts';
import { contacts, rate, shipment } from '../support/fixtures.ts';

/** An element as a page has it before its script arrives: of a document in which no tag is registered. */
const early = <T extends HTMLElement>(tag: string, properties: Partial<T>) =>
  Object.assign(document.implementation.createHTMLDocument().createElement(tag), properties) as T;

const formWith = async (element: HTMLElement) => {
  const form = await render<HTMLFormElement>(html`<form></form>`);
  form.append(element);
  return form;
};

const submitted = (form: HTMLFormElement) => [...new FormData(form)].map(([name, value]) => `${name}=${value}`);

const properties = {
  ...{ baseUrl: '/shipping', client: clientOf(() => new Promise(() => {})), words: { order: 'Send' }, disabled: true },
  ...{ name: 'shipping', value: 'jne/reg', required: true, rows: 7, logos: { jne: '/jne.svg' } },
  ...{ insured: true, insuranceAmount: 5_000, cashOnDelivery: true, cashOnDeliveryAmount: 7_000 },
  ...{ cashOnDeliveryType: '3_days' as const, shipment, couriers: 'jne', order: contacts, reference: 'cart-7' },
  ...{ orderMode: 'order' as const, picker: 'open', view: 'list', recommended: 'jne/reg', preselect: 'cheapest' },
  ...{ cart: 'signed', readyAt: new Date('2026-09-06T08:00:00+07:00') },
};

describe('what a page has set on an element before its script arrived', () => {
  it('is there as soon as the element is, every property of a checkout', async () => {
    const checkout = early<CheckoutElement>('ship-checkout', properties);
    await formWith(checkout);
    const taken = Object.keys(properties).map((name) => [name, checkout[name as keyof typeof properties]]);
    expect(Object.fromEntries(taken)).to.deep.equal(properties);
    expect(Object.keys(properties).filter((name) => Object.hasOwn(checkout, name))).to.deep.equal([]);
    // Every property of the class is tried here.
    const { elementProperties } = checkout.constructor as typeof LitElement;
    expect(Object.keys(properties)).to.have.members(
      [...elementProperties.keys()].filter((key) => key !== 'defaultValue'),
    );
  });

  it('is told of where an object came as text, and what brings it', async () => {
    const checkout = early<CheckoutElement>('ship-checkout', {});
    checkout.setAttribute('shipment', String({}));
    const told = next(checkout, 'ship-error');
    await formWith(checkout);
    expect((await told).error.message).to.include('shipment was an object, and came as text');
  });

  it('gives way to what the page sets since, before the element is drawn', async () => {
    const comparison = early<RateComparisonElement>('ship-rate-comparison', {
      ...{ name: 'shipping', value: 'jne/reg', rates: [rate()] },
    });
    const form = await formWith(comparison);
    comparison.value = null;
    comparison.name = 'delivery';
    await comparison.updateComplete;
    expect([comparison.value, comparison.name]).to.deep.equal([null, 'delivery']);
    expect(submitted(form)).to.deep.equal([]);
  });

  it('is drawn and submitted, and goes when the page takes it away', async () => {
    const comparison = early<RateComparisonElement>('ship-rate-comparison', {
      ...{ name: 'shipping', value: 'jne/reg', rates: [rate()] },
    });
    const form = await formWith(comparison);
    await comparison.updateComplete;
    expect(comparison.shadowRoot?.querySelectorAll('input[type=radio]:checked')).to.have.length(1);
    expect(submitted(form)).to.deep.equal(['shipping=jne/reg']);
    comparison.value = null;
    comparison.rates = [rate({ courier_code: 'tiki' })];
    await comparison.updateComplete;
    expect(comparison.shadowRoot?.querySelector<HTMLInputElement>('input[type=radio]')?.value).to.equal('tiki/reg');
    expect(submitted(form)).to.deep.equal([]);
  });
});
