import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, CourierPickerElement, RateComparisonElement } from '../../src/elements/index.ts';
import { next, one, record, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { shipment } from '../support/fixtures.ts';

const messageOf = async (element: HTMLElement) => (await next(element, 'ship-error')).error.message;

describe('an element without `base-url` and `client`', () => {
  it('shows an error, and names the missing attribute to the page', async () => {
    const comparison = document.createElement('ship-rate-comparison') as RateComparisonElement;
    const told = messageOf(comparison);
    comparison.shipment = shipment;
    await render(html`${comparison}`);
    expect(await told).to.include('base-url is missing');
    await settled(comparison);
    expect(comparison.status).to.equal('error');
    expect(textOf(one(comparison, '.problem'))).to.include('Please contact the shop.');
  });

  it('names the missing attribute if the page removes it', async () => {
    const place = html`<ship-courier-picker base-url="https://shop.invalid" .client=${sandboxClient()}></ship-courier-picker>`;
    const picker = await render<CourierPickerElement>(place);
    const told = messageOf(picker);
    picker.removeAttribute('base-url');
    picker.client = undefined;
    expect(await told).to.include('base-url is missing');
  });

  it('works once it is given a client', async () => {
    const picker = await render<CourierPickerElement>(html`<ship-courier-picker></ship-courier-picker>`);
    await next(picker, 'ship-error');
    picker.client = sandboxClient();
    while (picker.status !== 'ready') await new Promise(requestAnimationFrame);
    expect(picker.couriers).not.to.be.empty;
  });

  it('waits for a framework that sets the client some frames later', async () => {
    const checkout = document.createElement('ship-checkout') as CheckoutElement;
    const errors = record(checkout, 'ship-error');
    await render(html`${checkout}`);
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    expect(checkout.status).not.to.equal('error');
    checkout.client = sandboxClient();
    checkout.shipment = shipment;
    await next(checkout, 'ship-quote');
    expect(errors).to.be.empty;
  });
});
