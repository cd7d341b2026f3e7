import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement } from '../../src/elements/index.ts';
import { priceOf } from '../../src/quote/index.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { contacts, json, rate, shipment } from '../support/fixtures.ts';
import { renderHeldCheckout } from '../support/held-checkout.ts';

const row = (courier_code: string, more: Partial<Rate> = {}) => {
  const parts = { shipping_fee: 15_000, insurance_fee: 21_775, cash_on_delivery_fee: 130_650, ...more };
  return rate({ courier_code, courier_name: courier_code.toUpperCase(), ...parts, price: priceOf(parts) });
};

/** One has both, one no cash on delivery, one neither, and one insures whatever is asked. */
const rates = [
  row('jne'),
  row('tiki', { available_for_cash_on_delivery: false, cash_on_delivery_fee: 0 }),
  row('rpx', {
    ...{ available_for_cash_on_delivery: false, cash_on_delivery_fee: 0 },
    ...{ available_for_insurance: false, insurance_fee: 0 },
  }),
  rate({ courier_code: 'jntcargo', courier_name: 'J&T Cargo', courier_service_code: 'ft', insurance_fee: 30_000 }),
];

/** A checkout in a place as narrow as a phone's. */
async function renderNarrow(lang = 'en', width = 296) {
  const service = { broken: false };
  const client = clientOf(async ({ method }) => {
    if (service.broken) throw new TypeError('cut off');
    return json(method === 'GET' ? { success: true, couriers: rates } : { success: true, pricing: rates });
  });
  const place = await render<HTMLElement>(html`
    <div style="inline-size: ${width}px">
      <ship-checkout lang=${lang} order-mode="order" .shipment=${shipment} .order=${contacts} .client=${client}></ship-checkout>
    </div>
  `);
  const checkout = one<CheckoutElement>(place, 'ship-checkout');
  await next(checkout, 'ship-quote');
  await settled(checkout);
  const click = async (selector: string) => {
    one(checkout, selector).click();
    await settled(checkout);
  };
  return { checkout, service, click, choose: (code: string) => click(`input[value^="${code}/"]`) };
}

/** What is hidden for the eye alone is a pixel wide. */
const isInSight = (element: HTMLElement) =>
  element.offsetWidth > 1 && getComputedStyle(element).visibility === 'visible';

const linesOf = (element: HTMLElement) =>
  Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight));

describe('what is to be seen', () => {
  it('is that the choice is hidden by other couriers, in words above the way back', async () => {
    const { checkout, click, choose } = await renderNarrow();
    await choose('tiki');
    await click('[part=choose]');
    await click('input[type=checkbox][value=jne]');
    expect(textOf(one(checkout, '.news'))).to.equal('TIKI Reguler is hidden by your choice of couriers.');
    expect(isInSight(one(checkout, '.news'))).to.equal(true);
    await click('.panel button');
    expect([checkout.value, all(checkout, '.news').length]).to.deep.equal(['tiki/reg', 0]);
  });

  it('is what a switch is called, unbroken, on the narrowest phones', async () => {
    for (const width of [216, 296, 360]) {
      const { checkout } = await renderNarrow('en', width);
      const [insurance] = all(checkout, '.label');
      expect(textOf(insurance as HTMLElement)).to.equal('Insurance');
      expect(linesOf(insurance as HTMLElement), `${width} px`).to.equal(1);
    }
  });

  for (const lang of ['en', 'id'])
    it(`is a list that stays where it is, whatever is chosen in it, in ${lang}`, async () => {
      for (const width of [216, 296, 360, 700]) {
        const { checkout, choose } = await renderNarrow(lang, width);
        const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
        const top = () => topOf(one(checkout, '[part=list]')) - topOf(checkout);
        const before = top();
        for (const code of ['jne', 'tiki', 'rpx', 'jntcargo', 'jne']) {
          await choose(code);
          expect(checkout.value).to.match(new RegExp(`^${code}/`));
          expect(top(), `${code} at ${width} px`).to.be.closeTo(before, 2);
        }
      }
    });

  it('is no price as if it were final where others could not be had', async () => {
    const { checkout, service, choose } = await renderNarrow();
    await choose('jne');
    const style = (selector: string) => getComputedStyle(one(checkout, selector)).fontStyle;
    expect([style('[part=price]'), style('.total dd')]).to.deep.equal(['normal', 'normal']);
    service.broken = true;
    const failed = next(checkout, 'ship-error');
    checkout.shipment = { ...shipment, destination_postal_code: 99_351 };
    await failed;
    await settled(checkout);
    expect(all(checkout, '[part=row]')).to.have.length(4);
    expect([style('[part=price]'), style('.total dd')]).to.deep.equal(['italic', 'italic']);
  });

  it('is once why nothing can be ordered: beneath the button only where nothing above it says so', async () => {
    const { checkout, letGo } = await renderHeldCheckout();
    const hint = () => one(checkout, '#hint span');
    expect([textOf(hint()), isInSight(hint())]).to.deep.equal(['Please wait until the prices are up to date.', false]);
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    await settled(checkout);
    expect([textOf(hint()), isInSight(hint())]).to.deep.equal(['Choose a delivery option.', true]);
    checkout.required = true;
    await settled(checkout);
    checkout.reportValidity();
    await settled(checkout);
    expect(textOf(one(checkout, '.panel'))).to.equal('Choose a delivery option.');
    expect([textOf(hint()), isInSight(hint())]).to.deep.equal(['Choose a delivery option.', false]);
  });
});
