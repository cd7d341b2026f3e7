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
  it('paints the answer to the latest question alone, whatever order answers arrive in', async () => {
    const { comparison, first, called } = await renderHeld();
    const quotes = record(comparison, 'ship-quote');
    const second = called();
    comparison.shipment = to(50111);
    const late = await second;
    const quoted = next(comparison, 'ship-quote');
    late.answer(quote(at(22_000)));
    await quoted;
    first.answer(quote(at(11_000)));
    await settled(comparison);
    expect(comparison.rates.map(({ price }) => price)).to.deep.equal([22_000]);
    expect(quotes).to.have.length(1);
    expect(first.request.signal.aborted).to.equal(true);
  });

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

  it('asks for rows without parts once more, without insurance, and once', async () => {
    const { comparison, first, called, calls } = await renderHeld();
    const bare = (price: number) => quote({ ...at(price), shipping_fee: undefined });
    const plain = called();
    first.answer(bare(15_750));
    const { body, answer } = await plain;
    expect(body).to.not.have.any.keys('courier_insurance', 'destination_cash_on_delivery');
    answer(bare(15_000));
    await next(comparison, 'ship-quote');
    one(comparison, 'input[type=radio]').click();
    for (const price of [15_750, 15_000, 15_750]) {
      one(comparison, '#insurance').click();
      await settled(comparison);
      expect([comparison.status, comparison.rate?.price]).to.deep.equal(['ready', price]);
    }
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

  it('asks once for an address that is edited many times', async () => {
    const { comparison, first, called, calls } = await renderHeld();
    first.answer(quote(at(15_000)));
    await next(comparison, 'ship-quote');
    const asked = called();
    for (const code of [50111, 50112, 50113, 50114]) {
      comparison.shipment = to(code);
      await settled(comparison);
    }
    expect((await asked).body.destination_postal_code).to.equal(50114);
    expect(calls).to.have.length(2);
  });

  it('lets a shipment settle that was complete before, then was not, and is again', async () => {
    const { comparison, calls, called } = await renderHeld();
    const asked = called();
    for (const code of [undefined, 40111, undefined, 40111]) {
      comparison.shipment = { ...shipment, destination_postal_code: code };
      await settled(comparison);
    }
    expect(calls).to.have.length(1);
    expect((await asked).body.destination_postal_code).to.equal(40111);
    expect(calls).to.have.length(2);
  });

  it('asks nothing again for a shipment that says the same in a new object', async () => {
    const { comparison, first, calls } = await renderHeld();
    first.answer(quote(at(15_000)));
    await next(comparison, 'ship-quote');
    comparison.shipment = structuredClone(to(40111));
    await settled(comparison);
    expect(comparison.status).to.equal('ready');
    expect(calls).to.have.length(1);
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

  it('holds a preset choice until it is quoted, then tells that it is chosen', async () => {
    const held = heldClient();
    const asked = held.called();
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers="jne" value="jne/reg" .shipment=${to(40111)} .client=${held.client}>
      </ship-rate-comparison>
    `);
    const changed = next(comparison, 'ship-rate-change');
    (await asked).answer(quote(at(15_000), at(9_000, 'oke')));
    expect((await changed).reason).to.equal('preset');
    expect(comparison.rate?.price).to.equal(15_000);
  });

  it('holds a value that comes with another shipment until that is quoted', async () => {
    const { comparison, called } = await renderChosen();
    const seen = record(comparison, 'ship-rate-change');
    const asked = called();
    comparison.shipment = to(50111);
    comparison.value = 'jne/yes';
    const changed = next(comparison, 'ship-rate-change');
    (await asked).answer(quote(at(9_000, 'oke'), at(31_000, 'yes')));
    expect(await changed).to.include({ reason: 'preset' });
    expect(seen).to.have.length(1);
    expect(comparison.rate?.price).to.equal(31_000);
  });

  it('fires nothing when the page sets the value', async () => {
    const { comparison } = await renderChosen();
    const seen = record(comparison, 'input', 'change', 'ship-rate-change');
    comparison.value = null;
    await settled(comparison);
    comparison.value = 'jne/reg';
    await settled(comparison);
    expect(seen).to.be.empty;
    expect(comparison.rate?.price).to.equal(15_000);
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
