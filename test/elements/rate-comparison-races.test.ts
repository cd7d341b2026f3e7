import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { all, type Call, heldClient, next, one, record, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const quote = (...pricing: Rate[]) => json({ success: true, pricing });
const at = (price: number, code = 'reg') =>
  rate({ price, shipping_fee: price, courier_service_code: code, type: code, courier_service_name: code });
const to = (destination_postal_code: number) => ({ ...shipment, destination_postal_code });

async function renderHeld() {
  const held = heldClient();
  const first = held.called();
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" couriers="jne" .shipment=${to(40111)} .client=${held.client}></ship-rate-comparison>
  `);
  return { ...held, comparison, first: await first };
}

/** With its first quote painted and `jne/reg` chosen at 15,000 rupiah. */
async function renderChosen() {
  const held = await renderHeld();
  const { comparison, first } = held;
  const quoted = next(comparison, 'ship-quote');
  first.answer(quote(at(15_000)));
  await quoted;
  one(comparison, 'input[type=radio]').click();
  return held;
}

describe('<ship-rate-comparison> under races', () => {
  it('chooses no other rate than the one that was pressed, though an answer comes before the finger is up', async () => {
    const { comparison, first, called } = await renderHeld();
    const quoted = next(comparison, 'ship-quote');
    first.answer(quote(at(9_000, 'oke'), at(15_000)));
    await quoted;
    await settled(comparison);
    const changes = record(comparison, 'ship-rate-change');
    const row = one(comparison, '[part=row]');
    const finger = (type: string, detail: number) =>
      row.dispatchEvent(new MouseEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));
    finger('pointerdown', 0);
    const call = called();
    void comparison.refresh();
    const again = next(comparison, 'ship-quote');
    (await call).answer(quote(at(8_000), at(9_000, 'oke')));
    await again;
    await settled(comparison);
    expect(one<HTMLInputElement>(row, 'input').value, 'beneath the finger').to.equal('jne/reg');
    finger('click', 1);
    await settled(comparison);
    expect([comparison.value, ...changes]).to.deep.equal([null]);
    finger('pointerdown', 0);
    finger('click', 1);
    expect(comparison.value).to.equal('jne/reg');
  });

  it('asks once with the amount to insure, and once more when COD is first switched on: every quote is charged', async () => {
    const { comparison, first, called, calls } = await renderHeld();
    expect(first.body).to.include({ courier_insurance: 150_000 });
    expect(first.body).to.not.have.property('destination_cash_on_delivery');
    first.answer(quote({ ...at(15_000), insurance_fee: 750, price: 15_750 }));
    await next(comparison, 'ship-quote');
    const press = (id: string) => one(comparison, `#${id}`).click();
    const shown = () => [comparison.status, ...comparison.rates.map(({ price }) => price)];
    press('insurance');
    expect(shown()).to.deep.equal(['ready', 15_750]);
    const collected = called();
    press('cash-on-delivery');
    expect(shown(), 'not for these switches yet').to.deep.equal(['stale', 15_750]);
    const { body, answer } = await collected;
    expect(body).to.include({
      courier_insurance: 150_000,
      destination_cash_on_delivery: 150_000,
      destination_cash_on_delivery_type: '7_days',
    });
    answer(quote({ ...at(15_000), insurance_fee: 750, cash_on_delivery_fee: 4_500, price: 20_250 }));
    await next(comparison, 'ship-quote');
    expect(shown()).to.deep.equal(['ready', 20_250]);
    for (const [id, price] of [
      ['insurance', 19_500],
      ['cash-on-delivery', 15_000],
      ['insurance', 15_750],
      ['cash-on-delivery', 20_250],
    ] as const) {
      press(id);
      expect(shown()).to.deep.equal(['ready', price]);
    }
    await settled(comparison);
    expect(calls).to.have.length(2);
  });

  it('says that the price of a switch could not be asked, leaves the switch on, and asks again on request', async () => {
    const { comparison, called } = await renderChosen();
    const collected = called();
    one(comparison, '#cash-on-delivery').click();
    const failed = next(comparison, 'ship-error');
    (await collected).answer(new Response('', { status: 500 }));
    await failed;
    await settled(comparison);
    expect([comparison.status, comparison.cashOnDelivery]).to.deep.equal(['error', true]);
    expect(all(comparison, '[role=switch]').length).to.equal(0);
    const again = called();
    one(comparison, '.problem button').click();
    (await again).answer(quote({ ...at(15_000), cash_on_delivery_fee: 4_500, price: 19_500 }));
    await next(comparison, 'ship-rate-change');
    expect([comparison.status, comparison.rate?.price]).to.deep.equal(['ready', 19_500]);
  });

  it('keeps a choice whose price moved, and says both prices on screen and in the event', async () => {
    const { comparison, called } = await renderChosen();
    const second = called();
    void comparison.refresh();
    const changed = next(comparison, 'ship-rate-change');
    (await second).answer(quote(at(16_500)));
    const { rate: now, previous, reason } = await changed;
    expect([previous?.price, now?.price, reason]).to.deep.equal([15_000, 16_500, 'price-changed']);
    expect(comparison.value).to.equal('jne/reg');
    expect(textOf(one(comparison, '.news'))).to.equal('The price of JNE reg changed from Rp 15,000 to Rp 16,500.');
  });

  it('clears a choice that is quoted no more, never replaces it, and says so', async () => {
    const { comparison, called } = await renderChosen();
    const second = called();
    void comparison.refresh();
    const changed = next(comparison, 'ship-rate-change');
    (await second).answer(quote(at(9_000, 'oke')));
    const { rate: now, reason } = await changed;
    expect([now, reason, comparison.value]).to.deep.equal([undefined, 'service-unavailable', null]);
    expect(textOf(one(comparison, '.news'))).to.include('JNE reg is no longer available for this delivery');
  });

  it('gives its request up when it leaves the page, and asks again when it comes back', async () => {
    const { comparison, first, called } = await renderHeld();
    const place = comparison.parentElement as HTMLElement;
    comparison.remove();
    expect(first.request.signal.aborted).to.equal(true);
    const errors = record(comparison, 'ship-error');
    const again = called();
    place.append(comparison);
    const quoted = next(comparison, 'ship-quote');
    (await again).answer(quote(at(15_000)));
    await quoted;
    expect(errors).to.be.empty;
    comparison.remove();
  });

  it('keeps its rows in place and says it is busy while prices are asked anew', async () => {
    const { comparison, called } = await renderChosen();
    const second: Promise<Call> = called();
    void comparison.refresh();
    await second;
    await settled(comparison);
    expect(comparison.status).to.equal('stale');
    expect(comparison.matches(':state(stale)')).to.equal(true);
    expect(one(comparison, '[role=radiogroup]').ariaBusy).to.equal('true');
    expect(one<HTMLInputElement>(comparison, 'input[type=radio]').checked).to.equal(true);
  });
});
