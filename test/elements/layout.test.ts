import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { priceOf } from '../../src/quote/index.ts';
import { all, clientOf, next, one, press, render, settled, textOf } from '../support/elements.ts';
import { contacts, rate, shipment } from '../support/fixtures.ts';
import { renderHeldCheckout } from '../support/held-checkout.ts';
import { fiveRates, serviceOf, wideRates } from '../support/rates.ts';

const row = (courier_code: string, more: Partial<Rate> = {}) => {
  const parts = { shipping_fee: 15_000, insurance_fee: 21_775, cash_on_delivery_fee: 130_650, ...more };
  return rate({ courier_code, courier_name: courier_code.toUpperCase(), ...parts, price: priceOf(parts) });
};

/** One has both extras, one no COD, one neither, and one always insures. */
const rates = [
  row('jne'),
  row('tiki', { available_for_cash_on_delivery: false, cash_on_delivery_fee: 0 }),
  row('rpx', {
    ...{ available_for_cash_on_delivery: false, cash_on_delivery_fee: 0 },
    ...{ available_for_insurance: false, insurance_fee: 0 },
  }),
  rate({ courier_code: 'jntcargo', courier_name: 'J&T Cargo', courier_service_code: 'ft', insurance_fee: 30_000 }),
];

/** A checkout in a place as narrow as that of a phone. */
async function renderNarrow(lang = 'en') {
  const service = { broken: false };
  const client = clientOf(async (request) => {
    if (service.broken) throw new TypeError('cut off');
    return serviceOf(rates)(request);
  });
  const place = await render<HTMLElement>(html`
    <div style="inline-size: 296px">
      <ship-checkout lang=${lang} order-mode="order" .shipment=${shipment} .order=${contacts} .client=${client}></ship-checkout>
    </div>
  `);
  const checkout = one<CheckoutElement>(place, 'ship-checkout');
  await next(checkout, 'ship-quote');
  await settled(checkout);
  return {
    ...{ place, checkout, service },
    press: (selector: string) => press(checkout, selector),
    choose: (code: string) => press(checkout, `input[value^="${code}/"]`),
  };
}

const boxOf = (checkout: Element, selector: string) => one(checkout, selector).getBoundingClientRect();

describe('the layout of a checkout', () => {
  it('breaks no name of a switch, and moves the price below the name on the narrowest phones', async () => {
    const { place, checkout } = await renderNarrow();
    const label = one(checkout, '.label');
    expect(textOf(label)).to.equal('Insurance');
    const lineHeight = Number.parseFloat(getComputedStyle(label).lineHeight);
    for (const [width, isBelow] of [
      [216, true],
      [296, false],
      [360, false],
    ] as const) {
      place.style.inlineSize = `${width}px`;
      expect(label.getBoundingClientRect().height, `${width} px`).to.be.below(lineHeight * 1.5);
      const below = boxOf(checkout, '[part=price]').top >= boxOf(checkout, '.name').bottom;
      expect(below, `${width} px`).to.equal(isBelow);
    }
  });

  for (const lang of ['en', 'id'])
    it(`has the first rate within 120 px, and rows that keep their height whatever is chosen, in ${lang}`, async () => {
      const { place, checkout, choose } = await renderNarrow(lang);
      const heights = () => all(checkout, '[part=row]').map((row) => row.getBoundingClientRect().height);
      for (const width of [216, 296, 700]) {
        place.style.inlineSize = `${width}px`;
        const { top } = checkout.getBoundingClientRect();
        expect(boxOf(checkout, '[part=row]').top - top, `${width} px`).to.be.at.most(120);
        const before = heights();
        for (const code of ['jne', 'tiki', 'rpx', 'jntcargo']) {
          await choose(code);
          expect(checkout.value).to.match(new RegExp(`^${code}/`));
          expect(heights(), `${code} at ${width} px`).to.deep.equal(before);
        }
      }
    });

  it('keeps the height of a row without a badge when insurance is switched on', async () => {
    const { place, checkout, press } = await renderNarrow();
    const row = '[part=row]:has([value="tiki/reg"])';
    for (const width of [296, 360, 700]) {
      place.style.inlineSize = `${width}px`;
      const { height } = boxOf(checkout, row);
      await press('#insurance');
      expect(textOf(one(checkout, row))).to.equal('2–3 days Rp 36,775 TIKI Reguler incl. insurance');
      expect(boxOf(checkout, row).height, `${width} px`).to.be.closeTo(height, 2);
      await press('#insurance');
    }
  });

  it('shows old prices in italics when new ones could not be asked', async () => {
    const { checkout, service, press, choose } = await renderNarrow();
    await choose('jne');
    await press('#insurance');
    const styles = () => ['[part=price]', '.total dd'].map((price) => getComputedStyle(one(checkout, price)).fontStyle);
    expect(styles()).to.deep.equal(['normal', 'normal']);
    service.broken = true;
    const failed = next(checkout, 'ship-error');
    checkout.shipment = { ...shipment, destination_postal_code: 99_351 };
    await failed;
    await settled(checkout);
    expect(styles()).to.deep.equal(['italic', 'italic']);
  });

  it('says below the button why nothing can be ordered only if nothing above it says so', async () => {
    const { checkout, quoted } = await renderHeldCheckout();
    const hint = () => {
      const text = one(checkout, '#hint span');
      // A text for screen readers alone is a pixel wide.
      return [textOf(text), text.offsetWidth > 1 && getComputedStyle(text).visibility === 'visible'];
    };
    expect(hint()).to.deep.equal(['Please wait until the prices are up to date.', false]);
    await quoted();
    expect(hint()).to.deep.equal(['Choose a delivery option.', true]);
    checkout.shipment = { ...shipment, destination_postal_code: undefined };
    await settled(checkout);
    expect(hint()).to.deep.equal(['Enter your postal code to see delivery options.', false]);
  });
});

/** A page of its own, so that the test sets the width of the window. */
async function renderPage(markup: string, width: number): Promise<Document> {
  const place = await render<HTMLElement>(html`<div></div>`);
  const frame = document.createElement('iframe');
  Object.assign(frame, { width: String(width), height: '600', frameBorder: '0' });
  frame.srcdoc = `<!doctype html><title>Shop</title><body>${markup}`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  place.append(frame);
  await loaded;
  const page = frame.contentDocument as Document;
  const script = page.createElement('script');
  script.type = 'module';
  script.src = new URL('../support/page-in-frame.ts', import.meta.url).href;
  page.head.append(script);
  await frame.contentWindow?.customElements.whenDefined('ship-checkout');
  return page;
}

const widget = '<ship-checkout lang="en" couriers="jne" order-mode="order"></ship-checkout>';

/** Layouts that size a widget by its content, which a widget with container queries does not have. */
const layouts = {
  'a flex item': `<div style="display: flex">${widget}</div>`,
  'an item of a main in a flex box': `<div style="display: flex; place-items: center"><main style="max-inline-size: 80rem; margin: 0 auto">${widget}</main></div>`,
  'an item of a flex column': `<div style="display: flex; flex-direction: column; align-items: center">${widget}</div>`,
  'a grid item': `<div style="display: grid; justify-items: start">${widget}</div>`,
  'a float': `<div>${widget.replace('<ship-checkout', '<ship-checkout style="float: left"')}</div>`,
  'inside a float': `<div style="float: left">${widget}</div>`,
  'in a table cell': `<table><tr><td>${widget}</td></tr></table>`,
};

describe('the width of a checkout', () => {
  for (const [window, least] of [
    [360, 270],
    [1280, 640],
  ] as const)
    it(`neither collapses nor overflows in any layout of a page of ${window} px`, async () => {
      const sections = Object.values(layouts).map(
        (layout) => `<section style="display: flow-root">${layout}</section>`,
      );
      const page = await renderPage(sections.join(''), window);
      expect(page.defaultView?.innerWidth).to.equal(window);
      const client = clientOf(serviceOf(wideRates));
      for (const [index, layout] of Object.keys(layouts).entries()) {
        const checkout = all<CheckoutElement>(page.body, 'ship-checkout')[index] as CheckoutElement;
        Object.assign(checkout, { shipment, client });
        await next(checkout, 'ship-quote');
        await checkout.updateComplete;
        const { width, right } = checkout.getBoundingClientRect();
        expect(width, layout).to.be.within(least, 640);
        expect(right, layout).to.be.at.most(window);
      }
      expect(page.documentElement.scrollWidth).to.be.at.most(window);
    });
});

/** Relative luminance of WCAG 2, of a colour that lies over others. */
function luminance(layers: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  for (const layer of layers) {
    context.fillStyle = layer;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the accent as text', () => {
  for (const [scheme, page, text] of [
    ['light', 'white', 'black'],
    ['dark', '#121212', 'white'],
  ] as const)
    it(`has a contrast of 4.5 in every colour on a ${scheme} page`, async () => {
      const place = await render<HTMLElement>(html`
        <div style="color-scheme: ${scheme}; background: ${page}; color: ${text}">
          <ship-rate-comparison lang="en" rows="3" value="jne/reg" .shipment=${shipment} .rates=${fiveRates}></ship-rate-comparison>
        </div>
      `);
      const comparison = one<RateComparisonElement>(place, 'ship-rate-comparison');
      await settled(comparison);
      for (const accent of ['#00aa5b', '#ffd400', '#ee4d2d', '#03ac0e', 'black']) {
        place.style.setProperty('--ship-accent', accent);
        for (const part of [...all(comparison, '[part=badge]'), one(comparison, '[part=more]')]) {
          const { color, backgroundColor } = getComputedStyle(part);
          const row = part.closest('[part=row]');
          const behind = [page, row ? getComputedStyle(row).backgroundColor : 'transparent', backgroundColor];
          const [dark = 0, light = 0] = [luminance(behind), luminance([...behind, color])].sort((a, b) => a - b);
          expect((light + 0.05) / (dark + 0.05), `${part.textContent} in ${accent}`).to.be.at.least(4.5);
        }
      }
    });
});
