import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { serviceOf } from '../support/rates.ts';

const takes = (range: string, unit: string) =>
  rate({ shipment_duration_range: range, shipment_duration_unit: unit, courier_service_code: unit });

const rates = [takes('2 - 3', 'days'), takes('1 - 2', 'hours')];

/** In the time zone of the browser. */
const handedOver = new Date(2036, 10, 24, 9);

const arrivals = (element: Element) => all(element, '.lead').map(textOf);

async function renderComparison(attributes = html`<ship-rate-comparison lang="en"></ship-rate-comparison>`) {
  const comparison = await render<RateComparisonElement>(attributes);
  comparison.rates = rates;
  await settled(comparison);
  return comparison;
}

describe('arrivals', () => {
  it('are dates with `readyAt`, and days without it', async () => {
    const comparison = await renderComparison();
    expect(arrivals(comparison)).to.deep.equal(['1–2 hours', '2–3 days']);
    comparison.readyAt = handedOver;
    await settled(comparison);
    expect(arrivals(comparison)).to.deep.equal(['Mon 24 Nov, 10:00–11:00', 'Wed 26 – Thu 27 Nov']);
    comparison.readyAt = null;
    await settled(comparison);
    expect(arrivals(comparison)).to.deep.equal(['1–2 hours', '2–3 days']);
    expect(comparison.readyAt).to.equal(undefined);
  });

  it('are dates with the attribute `ready-at`, in the language of the page', async () => {
    const comparison = await renderComparison(html`
      <ship-rate-comparison lang="id" ready-at=${handedOver.toISOString()}></ship-rate-comparison>
    `);
    expect(arrivals(comparison)[1]).to.equal('Rab 26 – Kam 27 Nov');
    expect(comparison.readyAt?.getTime()).to.equal(handedOver.getTime());
  });

  it('are dates for 29 February, and for a Date of another frame', async () => {
    const comparison = await renderComparison();
    comparison.setAttribute('ready-at', '2036-02-29T09:00Z');
    expect(comparison.readyAt?.toISOString()).to.equal('2036-02-29T09:00:00.000Z');
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const { Date: OtherDate } = frame.contentWindow as unknown as typeof globalThis;
    comparison.readyAt = new OtherDate(handedOver.getTime());
    frame.remove();
    await settled(comparison);
    expect(arrivals(comparison)[1]).to.equal('Wed 26 – Thu 27 Nov');
  });

  it('are part of the name of a radio button', async () => {
    const comparison = await renderComparison();
    comparison.readyAt = handedOver;
    await settled(comparison);
    const { ariaLabel } = one(comparison, 'input[value="jne/days"]');
    expect(ariaLabel).to.match(/^JNE Reguler, Arrives Wed 26 – Thu 27 Nov, Rp.15,000$/);
  });

  for (const wrong of ['2036-11-24T09:00', 'tomorrow', '2036-11-24', '2036-13-24T09:00Z', '2036-02-30T09:00Z'])
    it(`stay days if ready-at is ${wrong}, and the page is told`, async () => {
      const comparison = await renderComparison();
      const failed = next(comparison, 'ship-error');
      comparison.setAttribute('ready-at', wrong);
      expect((await failed).error.message).to.include('ready-at must be a time with its zone');
      await settled(comparison);
      expect(arrivals(comparison)).to.deep.equal(['1–2 hours', '2–3 days']);
    });

  it('are dates in a checkout', async () => {
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout
        lang="en" ready-at=${handedOver.toISOString()} .shipment=${shipment} .client=${clientOf(serviceOf(rates))}
      ></ship-checkout>
    `);
    await next(checkout, 'ship-quote');
    await settled(checkout);
    expect(arrivals(checkout)).to.include('Wed 26 – Thu 27 Nov');
  });
});
