import { expect } from 'chai';
import { html } from 'lit';
import type { CourierPickerElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const wahana = rate({
  courier_code: 'wahana',
  company: 'wahana',
  courier_name: 'Wahana',
  available_for_cash_on_delivery: false,
});

/** A comparison over a service whose next answer the test may change. */
async function renderComparison(...rows: ReturnType<typeof rate>[]) {
  const service = { answer: () => json({ success: true, pricing: rows }) };
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" couriers="jne" .shipment=${shipment} .client=${clientOf(async () => service.answer())}>
    </ship-rate-comparison>
  `);
  await next(comparison, 'ship-quote');
  await settled(comparison);
  const status = () => one(comparison, '[role=status]').textContent;
  return { comparison, service, status, focused: () => comparison.shadowRoot?.activeElement };
}

describe('focus', () => {
  it('stays on the chosen row when its new prices cannot be asked', async () => {
    const { comparison, service, focused } = await renderComparison(rate());
    const radio = one(comparison, 'input[type=radio]');
    radio.click();
    radio.focus();
    service.answer = () => new Response('', { status: 503 });
    comparison.insuranceAmount = 1_000;
    await next(comparison, 'ship-error');
    await settled(comparison);
    expect(focused() === radio).to.equal(true);
    expect(textOf(one(comparison, '.problem'))).to.include('busy');
  });

  it('stays in the widget when “Try again” has done its work and is gone', async () => {
    const { comparison, service, focused } = await renderComparison(rate());
    service.answer = () => new Response('', { status: 503 });
    comparison.insuranceAmount = 1_000;
    await next(comparison, 'ship-error');
    await settled(comparison);
    service.answer = () => json({ success: true, pricing: [rate()] });
    const retry = one(comparison, '.problem button');
    retry.focus();
    retry.click();
    await next(comparison, 'ship-quote');
    await settled(comparison);
    expect(retry.isConnected).to.equal(false);
    expect(focused() === one(comparison, '.rows')).to.equal(true);
  });

  it('comes to the rates when a label of the page is clicked', async () => {
    const form = await render<HTMLFormElement>(html`
      <form>
        <label for="field">Choose your shipping</label>
        <ship-rate-comparison id="field" couriers="jne" .shipment=${shipment} .client=${sandboxClient()}></ship-rate-comparison>
      </form>
    `);
    const comparison = form.querySelector('ship-rate-comparison') as RateComparisonElement;
    await next(comparison, 'ship-quote');
    await settled(comparison);
    form.querySelector('label')?.click();
    expect(comparison.shadowRoot?.activeElement === one(comparison, 'input[type=radio]')).to.equal(true);
  });

  it('stays on a courier that is unticked, also when it was shown because it was ticked', async () => {
    const services = 'abcdefgh'.split('').map((code) => ({ courier_code: code, courier_service_code: 'x' }));
    const picker = await render<CourierPickerElement>(html`
      <ship-courier-picker lang="en" value="h" .client=${clientOf(async () => json({ success: true, couriers: services }))}>
      </ship-courier-picker>
    `);
    while (picker.status === 'loading') await new Promise(requestAnimationFrame);
    await settled(picker);
    const box = one<HTMLInputElement>(picker, 'input[value=h]');
    box.focus();
    box.click();
    await settled(picker);
    expect(picker.shadowRoot?.activeElement === box).to.equal(true);
    expect(all(picker, 'input')).to.have.length(7);
  });
});

describe('the announcement', () => {
  it('says what is missing when an address is no longer complete', async () => {
    const { comparison, status } = await renderComparison(rate());
    comparison.shipment = { origin_postal_code: 12440, items: shipment.items };
    await settled(comparison);
    expect(status()).to.include('your postal code');
  });

  it('says why a row cannot be chosen when it is tried', async () => {
    const { comparison, status } = await renderComparison(wahana, rate());
    comparison.view = 'list';
    comparison.cashOnDelivery = true;
    await next(comparison, 'ship-quote');
    await settled(comparison);
    one(comparison, 'input[value="wahana/reg"]').click();
    await settled(comparison);
    expect(status()).to.equal('No COD');
  });
});
