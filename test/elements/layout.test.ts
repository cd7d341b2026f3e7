import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, render, settled } from '../support/elements.ts';
import { shipment } from '../support/fixtures.ts';
import { fiveRates, serviceOf, wideRates } from '../support/rates.ts';

/** A page of its own, so that the width of the window is the test's. */
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

/** Layouts that once made the widget as narrow as its content, which it does not tell. */
const layouts = {
  'a flex item': `<div style="display: flex">${widget}</div>`,
  'an item of a main in a flex box': `<div style="display: flex; place-items: center"><main style="max-inline-size: 80rem; margin: 0 auto">${widget}</main></div>`,
  'an item of a flex column': `<div style="display: flex; flex-direction: column; align-items: center">${widget}</div>`,
  'a grid item': `<div style="display: grid; justify-items: start">${widget}</div>`,
  'a float': `<div>${widget.replace('<ship-checkout', '<ship-checkout style="float: left"')}</div>`,
  'inside a float': `<div style="float: left">${widget}</div>`,
  'in a table cell': `<table><tr><td>${widget}</td></tr></table>`,
};

describe('the widget', () => {
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
  for (const accent of ['#00aa5b', '#ffd400', '#ee4d2d', '#03ac0e', 'black'])
    for (const [scheme, page, text] of [
      ['light', 'white', 'black'],
      ['dark', '#121212', 'white'],
    ] as const)
      it(`has a contrast of 4.5 in ${accent} on a ${scheme} page`, async () => {
        const place = await render<HTMLElement>(html`
          <div style="color-scheme: ${scheme}; background: ${page}; color: ${text}; --ship-accent: ${accent}">
            <ship-rate-comparison lang="en" rows="3" .shipment=${shipment} .rates=${fiveRates}></ship-rate-comparison>
          </div>
        `);
        const comparison = one<RateComparisonElement>(place, 'ship-rate-comparison');
        await settled(comparison);
        all(comparison, '[type=radio]')[0]?.click();
        await settled(comparison);
        for (const part of [...all(comparison, '[part=badge]'), one(comparison, '[part=more]')]) {
          const { color, backgroundColor } = getComputedStyle(part);
          const row = part.closest('[part=row]');
          const behind = [page, row ? getComputedStyle(row).backgroundColor : 'transparent', backgroundColor];
          const [dark = 0, light = 0] = [luminance(behind), luminance([...behind, color])].sort((a, b) => a - b);
          expect((light + 0.05) / (dark + 0.05), part.textContent ?? '').to.be.at.least(4.5);
        }
      });
});
