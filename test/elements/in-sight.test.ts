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
async function renderNarrow(lang = 'en') {
  const service = { broken: false };
  const client = clientOf(async ({ method }) => {
    if (service.broken) throw new TypeError('cut off');
    return json(method === 'GET' ? { success: true, couriers: rates } : { success: true, pricing: rates });
  });
  const place = await render<HTMLElement>(html`
    <div style="inline-size: 296px">
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
  /** The rows, from top to bottom, and the height of each. */
  const heights = () => all(checkout, '[part=row]').map((row) => row.getBoundingClientRect().height);
  return { place, checkout, service, click, heights, choose: (code: string) => click(`input[value^="${code}/"]`) };
}

/** What is hidden for the eye alone is a pixel wide. */
const isInSight = (element: HTMLElement) =>
  element.offsetWidth > 1 && getComputedStyle(element).visibility === 'visible';

const linesOf = (element: HTMLElement) =>
  Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight));

describe('the layout of a checkout', () => {
  it('breaks no name of a switch on the narrowest phones', async () => {
    const { place, checkout } = await renderNarrow();
    for (const width of [216, 296, 360]) {
      place.style.inlineSize = `${width}px`;
      const [insurance] = all(checkout, '.label');
      expect(textOf(insurance as HTMLElement)).to.equal('Insurance');
      expect(linesOf(insurance as HTMLElement), `${width} px`).to.equal(1);
    }
  });

  it('has the price above the name, and below it on the narrowest phones', async () => {
    const { place, checkout } = await renderNarrow();
    const [name, price] = ['.name', '[part=price]'].map((selector) => one(checkout, selector));
    const isBelow = () => (price?.getBoundingClientRect().top ?? 0) >= (name?.getBoundingClientRect().bottom ?? 0);
    expect(isBelow()).to.equal(false);
    place.style.inlineSize = '216px';
    expect(isBelow()).to.equal(true);
  });

  for (const lang of ['en', 'id'])
    it(`has the first rate within 120 px, and rows that keep their height whatever is chosen, in ${lang}`, async () => {
      const { place, checkout, heights, choose } = await renderNarrow(lang);
      const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
      for (const width of [216, 296, 700]) {
        place.style.inlineSize = `${width}px`;
        expect(topOf(one(checkout, '[part=row]')) - topOf(checkout), `${width} px`).to.be.at.most(120);
        const before = heights();
        for (const code of ['jne', 'tiki', 'rpx', 'jntcargo']) {
          await choose(code);
          expect(checkout.value).to.match(new RegExp(`^${code}/`));
          expect(heights(), `${code} at ${width} px`).to.deep.equal(before);
        }
      }
    });

  it('keeps the height of a row without a badge when insurance is switched on', async () => {
    const { place, checkout, click } = await renderNarrow();
    const row = () => one(checkout, '[part=row]:has([value="tiki/reg"])');
    for (const width of [296, 360, 700]) {
      place.style.inlineSize = `${width}px`;
      const { height } = row().getBoundingClientRect();
      await click('#insurance');
      expect(textOf(row())).to.equal('2–3 days Rp 36,775 TIKI Reguler incl. insurance');
      expect(row().getBoundingClientRect().height, `${width} px`).to.be.closeTo(height, 2);
      await click('#insurance');
    }
  });

  it('shows old prices in italics when new ones could not be asked', async () => {
    const { checkout, service, click, choose } = await renderNarrow();
    await choose('jne');
    await click('#insurance');
    const style = (selector: string) => getComputedStyle(one(checkout, selector)).fontStyle;
    expect([style('[part=price]'), style('.total dd')]).to.deep.equal(['normal', 'normal']);
    service.broken = true;
    const failed = next(checkout, 'ship-error');
    checkout.shipment = { ...shipment, destination_postal_code: 99_351 };
    await failed;
    await settled(checkout);
    expect(all(checkout, '[part=row]').length).to.be.at.least(3);
    expect([style('[part=price]'), style('.total dd')]).to.deep.equal(['italic', 'italic']);
  });

  it('says below the button why nothing can be ordered only if nothing above it says so', async () => {
    const { checkout, letGo } = await renderHeldCheckout();
    const hint = () => one(checkout, '#hint span');
    expect([textOf(hint()), isInSight(hint())]).to.deep.equal(['Please wait until the prices are up to date.', false]);
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    await settled(checkout);
    expect([textOf(hint()), isInSight(hint())]).to.deep.equal(['Choose a delivery option.', true]);
    checkout.shipment = { origin_postal_code: 12440, items: shipment.items };
    await settled(checkout);
    expect([textOf(hint()), isInSight(hint())]).to.deep.equal([
      'Enter your postal code to see delivery options.',
      false,
    ]);
  });

  it('shows three empty rows while it asks, as high as a rate and without gaps', async () => {
    const { checkout, letGo } = await renderHeldCheckout();
    const boxes = all(checkout, '.skeleton').map((row) => row.getBoundingClientRect());
    expect(boxes.length).to.equal(3);
    for (const [index, box] of boxes.entries())
      if (index) expect(box.top - (boxes[index - 1]?.bottom ?? 0)).to.be.within(-1.5, 0);
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    await settled(checkout);
    expect(all(checkout, '.skeleton').length).to.equal(0);
    const plain = all(checkout, '[part=row]').map((row) => row.getBoundingClientRect().height);
    expect(Math.min(...plain)).to.be.closeTo(boxes[0]?.height ?? 0, 0.1);
  });

  it('keeps the colour of the order button while the order is on its way', async () => {
    const { checkout, hold, letGo } = await renderHeldCheckout();
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    await settled(checkout);
    one(checkout, '[part=row] input').click();
    await settled(checkout);
    const button = one(checkout, '[part=button]');
    const looks = () => [getComputedStyle(button).backgroundColor, getComputedStyle(button).opacity];
    const before = looks();
    const answer = hold();
    button.click();
    await settled(checkout);
    expect([textOf(button), looks()]).to.deep.equal(['One moment…', before]);
    const placed = next(checkout, 'ship-order-placed');
    answer();
    await placed;
  });

  it('says right above the button that an order was cancelled', async () => {
    const { checkout, letGo, click } = await renderHeldCheckout();
    const quoted = next(checkout, 'ship-quote');
    letGo();
    await quoted;
    click('[part=row] input');
    await settled(checkout);
    for (const [event, selector] of [
      ['ship-order-placed', '[part=button]'],
      ['ship-order-cancelled', '.confirm'],
    ] as const) {
      const done = next(checkout, event);
      if (selector === '.confirm') click('[part=cancel]');
      await settled(checkout);
      click(selector);
      await done;
      await settled(checkout);
    }
    const [message, button] = ['.outcome', '[part=button]'].map((part) => one(checkout, part).getBoundingClientRect());
    expect((button?.top ?? 0) - (message?.bottom ?? 0)).to.be.within(0, 24);
    expect(isInSight(one(checkout, '[part=row]'))).to.equal(true);
  });
});
