import { expect } from 'chai';
import { html, type LitElement } from 'lit';
import type { CheckoutElement, PromiseElement, RateComparisonElement } from '../../src/elements/index.ts';
import '../../src/elements/promise/define.ts';
import { all, clientOf, next, render } from '../support/elements.ts';
import { contacts, rate, shipment } from '../support/fixtures.ts';

/** An element before its script arrives: from a document in which no tag is registered. */
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
  headingLevel: 2,
  contactUrl: '/contact',
  ...{ name: 'shipping', value: 'jne/reg', required: true, rows: 7, logos: { jne: '/jne.svg' } },
  ...{
    switches: 'insurance',
    insurance: true,
    insuranceAmount: 5_000,
    cashOnDelivery: true,
    cashOnDeliveryAmount: 7_000,
  },
  cashOnDeliveryCollects: 'goods' as const,
  ...{ cashOnDeliveryPayout: '3_days' as const, shipment, couriers: 'jne', contacts, reference: 'cart-7' },
  ...{
    orderMode: 'order' as const,
    pickerOpen: true,
    allRates: true,
    recommended: 'jne/reg',
    preselect: 'cheapest' as const,
    trackingPage: '/track',
    refund: { amount: 351_600, to: 'your GoPay', by: '2026-12-03' },
    addressUrl: '#street',
    remember: true,
  },
  ...{ cart: 'signed', readyAt: new Date('2026-09-06T08:00:00+07:00') },
  calendar: { calendar: { zone: 'WIB', days: {} } as const, promise: () => undefined },
};

describe('properties that a page sets before the script arrives', () => {
  it('are kept, for every property of a checkout', async () => {
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

  it('are kept, for every property of a promise', async () => {
    const given = {
      ...{ baseUrl: '/shipping', client: { promise: () => new Promise<never>(() => {}) }, disabled: true },
      ...{
        words: { choose: 'Pick' },
        headingLevel: 3,
        contactUrl: '/contact',
        items: [{ weight: 250 }],
        cart: 'signed',
        subtotal: 90_000,
      },
      ...{ area: { id: 'A', name: 'Coblong', postal_code: 40132 }, remember: true, changeUrl: '/district' },
    };
    const promise = early<PromiseElement>('ship-promise', given as Partial<PromiseElement>);
    await formWith(promise);
    const names = Object.keys(given) as (keyof typeof given)[];
    expect(Object.fromEntries(names.map((name) => [name, promise[name]]))).to.deep.equal(given);
    expect(names.filter((name) => Object.hasOwn(promise, name))).to.deep.equal([]);
    const { elementProperties } = promise.constructor as typeof LitElement;
    expect(names).to.have.members([...elementProperties.keys()]);
  });

  it('are reported if an object came as text', async () => {
    const checkout = early<CheckoutElement>('ship-checkout', {});
    checkout.setAttribute('shipment', String({}));
    const told = next(checkout, 'ship-error');
    await formWith(checkout);
    expect((await told).error.message).to.include('shipment is text of an object: write it as JSON');
  });

  it('are shown and submitted until the page sets others', async () => {
    const comparison = early<RateComparisonElement>('ship-rate-comparison', {
      ...{ name: 'shipping', value: 'jne/reg', rates: [rate()] },
    });
    const form = await formWith(comparison);
    comparison.name = 'delivery';
    await comparison.updateComplete;
    const shown = () => all<HTMLInputElement>(comparison, '[type=radio]').map((radio) => [radio.value, radio.checked]);
    expect([shown(), submitted(form)]).to.deep.equal([[['jne/reg', true]], ['delivery=jne/reg']]);
    comparison.value = null;
    comparison.rates = [rate({ courier_code: 'tiki' })];
    await comparison.updateComplete;
    expect([shown(), submitted(form)]).to.deep.equal([[['tiki/reg', false]], []]);
  });
});
