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

describe('what is said', () => {
  it('is heard again when it is the same again', async () => {
    const { comparison, status } = await renderComparison(rate());
    const first = status();
    const heard: (string | null)[] = [];
    const observer = new MutationObserver(() => heard.push(status()));
    observer.observe(one(comparison, '[role=status]'), { childList: true, characterData: true, subtree: true });
    comparison.insuranceAmount = 1_000;
    await next(comparison, 'ship-quote');
    await settled(comparison);
    expect(heard).to.deep.equal(['', first]);
  });

  it('is no longer said of a service that could not be chosen, once it can', async () => {
    const { comparison, status } = await renderComparison(wahana, rate());
    one(comparison, 'input[value="wahana/reg"]').click();
    comparison.cashOnDelivery = true;
    await next(comparison, 'ship-rate-change');
    await settled(comparison);
    expect(textOf(one(comparison, '.repair'))).to.include('doesn’t take COD');
    comparison.cashOnDelivery = false;
    await next(comparison, 'ship-rate-change');
    await settled(comparison);
    expect(all(comparison, '.repair')).to.be.empty;
    expect(status()).not.to.include('cannot');
  });

  it('is what is missing, when an address that was finished is not any more', async () => {
    const { comparison, status } = await renderComparison(rate());
    comparison.shipment = { origin_postal_code: 12440, items: shipment.items };
    await settled(comparison);
    expect(status()).to.include('your postal code');
  });

  it('is why a row cannot be chosen, when it is tried', async () => {
    const { comparison, status } = await renderComparison(wahana, rate());
    comparison.cashOnDelivery = true;
    await settled(comparison);
    one(comparison, '#more-without-cashOnDelivery').click();
    await settled(comparison);
    one(comparison, 'input[value="wahana/reg"]').click();
    await settled(comparison);
    expect(status()).to.equal('No COD');
  });

  it('is the rule of the cargo courier, when it is chosen and when its switch is tried', async () => {
    const cargo = rate({
      courier_code: 'jntcargo',
      company: 'jntcargo',
      courier_name: 'J&T Cargo',
      insurance_fee: 5_000,
    });
    const { comparison, status } = await renderComparison(cargo);
    one(comparison, 'input[type=radio]').click();
    await settled(comparison);
    expect(status()?.replaceAll('\u00a0', ' ')).to.include('J&T Cargo always insures the goods: Rp 5,000');
  });

  it('names the price before a discount in the description of a row, and strikes it through for the eye', async () => {
    const { comparison } = await renderComparison(rate({ price: 12_000, shipping_fee_discount: 3_000 }));
    expect(one(comparison, 'input[type=radio]').getAttribute('aria-description')).to.match(/instead of Rp.15,000/);
    expect(textOf(one(comparison, 's'))).to.match(/^Rp.15,000$/);
    expect(one(comparison, 's').closest('[aria-hidden=true]')).not.to.equal(null);
  });
});
