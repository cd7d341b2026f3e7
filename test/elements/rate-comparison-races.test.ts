import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { type Call, heldClient, next, one, record, render, settled, textOf } from '../support/elements.ts';
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

  it('asks nothing for a combination of switches whose rates it has: every quote is charged', async () => {
    const { comparison, first, called, calls } = await renderHeld();
    first.answer(quote(at(15_000)));
    await next(comparison, 'ship-quote');
    const second = called();
    one(comparison, '#insurance').click();
    (await second).answer(quote(at(15_750)));
    await next(comparison, 'ship-quote');
    for (const price of [15_000, 15_750, 15_000]) {
      one(comparison, '#insurance').click();
      await next(comparison, 'ship-quote');
      expect(comparison.rates.map(({ price }) => price)).to.deep.equal([price]);
    }
    expect(calls).to.have.length(2);
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
