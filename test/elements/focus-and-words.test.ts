import { expect } from 'chai';
import { html } from 'lit';
import type { CourierPickerElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

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
});
