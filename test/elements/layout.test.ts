import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { priceOf } from '../../src/quote/index.ts';
import { all, clientOf, heldClient, next, one, press, render, settled, textOf } from '../support/elements.ts';
import { contacts, item, json, rate, shipment } from '../support/fixtures.ts';
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
  rate({
    ...{ courier_code: 'jntcargo', courier_name: 'J&T Cargo', courier_service_code: 'ft' },
    ...{ courier_service_name: 'Land Non Electronic', insurance_fee: 30_000 },
  }),
];

/** A checkout in a place as narrow as that of a phone. */
async function renderNarrow(lang = 'en', pricing = rates) {
  const service = { broken: false };
  const client = clientOf(async (request) => {
    if (service.broken) throw new TypeError('cut off');
    return serviceOf(pricing)(request);
  });
  const place = await render<HTMLElement>(html`
    <div style="inline-size: 296px">
      <ship-checkout lang=${lang} order-mode="order" all-rates .shipment=${shipment} .contacts=${contacts} .client=${client}></ship-checkout>
    </div>
  `);
  const checkout = one<CheckoutElement>(place, 'ship-checkout');
  await next(checkout, 'ship-rates');
  await settled(checkout);
  return {
    ...{ place, checkout, service },
    press: (selector: string) => press(checkout, selector),
    choose: (code: string) => press(checkout, `input[value^="${code}/"]`),
  };
}

const boxOf = (checkout: Element, selector: string) => one(checkout, selector).getBoundingClientRect();

/** Where everything is that a finger may be on: rows, switches, buttons and the bar, through shadow roots. */
const placesIn = (checkout: Element) => {
  const { top } = checkout.getBoundingClientRect();
  return all(checkout, '[part=row], .line, [part=more], .bar, ship-order-button').map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const name = part.querySelector<HTMLInputElement>('input')?.value ?? part.className;
    return `${name} ${[x, y - top, width, height].map((value) => Math.round(value * 10) / 10)}`;
  });
};

describe('the layout of a checkout', () => {
  for (const lang of ['en', 'id'])
    it(`has rows of 64 px on a phone, the recommended one with a line more, and moves nothing for a switch or a choice, in ${lang}`, async () => {
      const { place, checkout, choose, press } = await renderNarrow(lang);
      // As if COD had been answered before.
      for (const _press of ['on', 'off']) await press('#cash-on-delivery');
      for (const width of [236, 332, 700]) {
        place.style.inlineSize = `${width}px`;
        const { top } = checkout.getBoundingClientRect();
        // A heading of two lines, in the widest of the three engines' fonts.
        expect(boxOf(checkout, '[part=row]').top - top, `${width} px`).to.be.at.most(width === 236 ? 170 : 150);
        if (width === 332)
          for (const row of all(checkout, '[part=row]:not(.praised)'))
            expect(row.getBoundingClientRect().height).to.be.within(64, 65);
        for (const code of ['jne', 'tiki', 'rpx', 'jntcargo']) {
          await choose(code);
          const before = placesIn(checkout);
          for (const id of ['#insurance', '#cash-on-delivery', '#insurance', '#cash-on-delivery']) {
            await press(id);
            expect(placesIn(checkout), `${code}, ${id}, ${width} px`).to.deep.equal(before);
          }
        }
      }
    });

  it('breaks no name of a switch, and moves the price below the name on the narrowest phones', async () => {
    const { place, checkout } = await renderNarrow();
    const label = one(checkout, '#insurance ~ .label');
    expect(textOf(label)).to.equal('Insurance');
    const lineHeight = Number.parseFloat(getComputedStyle(label).lineHeight);
    for (const [width, isBelow] of [
      [236, true],
      [296, true],
      [320, false],
      [360, false],
    ] as const) {
      place.style.inlineSize = `${width}px`;
      expect(label.getBoundingClientRect().height, `${width} px`).to.be.below(lineHeight * 1.5);
      const below = boxOf(checkout, '[part=price]').top >= boxOf(checkout, '.name').bottom - 1;
      expect(below, `${width} px`).to.equal(isBelow);
    }
  });

  it('leaves no hole on the narrowest phones: a switch stands beside its name, a sentence below it, and no name of a service is cut', async () => {
    const { place, checkout, choose } = await renderNarrow();
    place.style.inlineSize = '236px';
    for (const code of ['jne', 'rpx']) {
      await choose(code);
      for (const line of all(checkout, 'label.line')) {
        const box = (selector: string) => (line.querySelector(selector) as Element).getBoundingClientRect();
        const [label, control, fee] = [box('.label'), box('input'), box('.fee')];
        expect(Math.abs(control.top - label.top), `${code}, the switch`).to.be.below(4);
        expect(fee.top - label.bottom, `${code}, its price`).to.be.within(-1, 8);
        const sentence = box('.hint, .instead');
        // A way out can be tapped below its text, too, and never on the switch's own label.
        if (line.querySelector('.instead')) expect(sentence.height, `${code}, the way out`).to.be.at.least(28);
        expect(sentence.top - label.bottom, `${code}, the way out`).to.be.at.least(-4);
        expect(sentence.top - fee.bottom, `${code}, the sentence`).to.be.within(-4, 8);
      }
      expect(boxOf(checkout, '[part=button]').top - boxOf(checkout, '.sum').bottom, code).to.be.at.least(7.9);
    }
    for (const name of all(checkout, '.name')) expect(name.scrollWidth, textOf(name)).to.be.at.most(name.clientWidth);
  });

  for (const lang of ['en', 'id'])
    it(`shows the whole name of a service and the whole note beside it, also of a price that has changed, in ${lang}`, async () => {
      const long = row('sicepat', { courier_service_name: 'Besok Sampai Tujuan', courier_name: 'SiCepat' });
      const dearer = { ...long, price: long.price + 9_000, shipping_fee: 24_000 };
      const uninsured = row('rpx', { ...long, available_for_insurance: false, insurance_fee: 0 });
      const pricing = [long, uninsured];
      const { place, checkout, choose } = await renderNarrow(lang, pricing);
      await choose('sicepat');
      pricing[0] = dearer;
      await checkout.refresh();
      await settled(checkout);
      expect(textOf(one(checkout, '.note'))).to.match(/^(was|sebelumnya) Rp/);
      for (const width of [236, 296, 300, 332, 362])
        for (const line of all(checkout, '[part=row]')) {
          place.style.inlineSize = `${width}px`;
          const box = (selector: string) => (line.querySelector(selector) as Element).getBoundingClientRect();
          const [name, note, whole] = [box('.name'), box('.note'), line.getBoundingClientRect()];
          const { scrollWidth, clientWidth } = line.querySelector('.name') as Element;
          expect(scrollWidth, `${width} px`).to.be.at.most(clientWidth);
          const isBeside = name.right <= note.left || name.bottom <= note.top + 2;
          expect(isBeside, `${width} px`).to.equal(true);
          expect(note.right, `${width} px`).to.be.at.most(whole.right);
          expect(Math.max(name.bottom, note.bottom), `${width} px`).to.be.at.most(whole.bottom);
        }
    });

  it('has the whole focus ring of a way out inside the bill, whose edge cuts off the rest', async () => {
    const { place, checkout, choose } = await renderNarrow();
    place.style.inlineSize = '332px';
    await choose('rpx');
    const bill = boxOf(checkout, '.bill');
    const ways = all(checkout, '.instead');
    expect(ways).not.to.deep.equal([]);
    for (const way of ways) {
      way.focus();
      const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(way);
      expect(outlineStyle).to.equal('solid');
      const edge = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
      expect(way.getBoundingClientRect().bottom + edge).to.be.at.most(bill.bottom);
    }
  });

  for (const lang of ['en', 'id'])
    it(`has courier and price of the remedy in one line on a phone, in ${lang}`, async () => {
      const { place, checkout, choose, press } = await renderNarrow(lang, rates.slice(0, 2));
      place.style.inlineSize = '328px';
      await choose('tiki');
      const priced = next(checkout, 'ship-rates');
      await press('#cash-on-delivery');
      await priced;
      await settled(checkout);
      const remedy = one(checkout, '.bar .primary');
      const range = document.createRange();
      range.setStartBefore(remedy.firstChild as Node);
      range.setEndBefore(remedy.querySelector('span') as Node);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top));
      expect(new Set(tops).size, textOf(remedy)).to.equal(1);
      const described = remedy.getAttribute('aria-describedby');
      expect(textOf(one(checkout, `#${described}`))).to.match(/TIKI/);
    });

  it('cuts no sentence of a switch, however wide the place is', async () => {
    const { place, checkout, choose } = await renderNarrow();
    // Without insurance, JNE pays back less than they are worth.
    const isAnswered = next(checkout, 'ship-rates');
    checkout.shipment = { ...shipment, items: [{ ...item, value: 2_177_500 }] };
    await isAnswered;
    await settled(checkout);
    await choose('jne');
    for (const width of [236, 296, 400, 520, 700, 760, 1_000]) {
      place.style.inlineSize = `${width}px`;
      for (const hint of all(checkout, '.hint'))
        expect(hint.scrollWidth, `${textOf(hint)}, ${width} px`).to.be.at.most(hint.clientWidth);
      const said = one(checkout, '.hint .wide').checkVisibility();
      expect(said, `${width} px`).to.equal(width === 520 || width === 700);
    }
  });

  it('has whole sums in its bill and its bar on a phone whose text is twice as large', async () => {
    const { place, checkout, choose } = await renderNarrow();
    await choose('jne');
    for (const width of [312, 296]) {
      place.style.cssText = `inline-size: ${width}px; font-size: 32px`;
      for (const [around, sums] of [
        ['.bill', '.fee'],
        ['.bar', '.sum strong'],
      ] as const)
        for (const sum of all(checkout, `${around} ${sums}`)) {
          const text = document.createRange();
          text.selectNodeContents(sum);
          const { left, right, height } = text.getBoundingClientRect();
          const { fontSize } = getComputedStyle(sum);
          const edges = boxOf(checkout, around);
          expect(left, `${textOf(sum)}, ${width} px`).to.be.at.least(edges.left);
          expect(right, `${textOf(sum)}, ${width} px`).to.be.at.most(edges.right);
          expect(height, `${textOf(sum)}, ${width} px`).to.be.below(2 * Number.parseFloat(fontSize));
        }
    }
  });

  it('is the same in a page that keeps white space (microsoft/fluentui#36299)', async () => {
    const { place, checkout } = await renderNarrow();
    const plain = checkout.offsetHeight;
    for (const style of ['white-space: pre', 'white-space: nowrap']) {
      place.style.cssText = `inline-size: 296px; ${style}`;
      expect(checkout.offsetHeight, style).to.equal(plain);
      expect(checkout.scrollWidth, style).to.be.below(297);
    }
  });

  it('is drawn in a fieldset into which something else comes together with its rates (shadcn-ui/ui#9147)', async () => {
    const { place, checkout } = await renderNarrow();
    const fieldset = document.createElement('fieldset');
    place.replaceWith(fieldset);
    fieldset.append(place);
    const { destination_postal_code: _code, ...incomplete } = structuredClone(shipment);
    const set = async (given: object, ...more: Element[]) => {
      fieldset.append(...more);
      Object.assign(checkout, { shipment: given });
      await settled(checkout);
      // The frame is drawn, then the observer of its sizes is told, then that is drawn.
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    };
    await set(incomplete);
    await set(shipment, document.createElement('button'));
    for (const part of ['[part=row]', '.bar', '.title']) expect(boxOf(checkout, part).height, part).to.be.above(10);
  });

  it('has its bill and its bar before the first answer, as high as after it, and says once that it asks', async () => {
    const { client, called } = heldClient();
    const asked = called();
    const comparison = await render<RateComparisonElement>(
      html`<ship-rate-comparison lang="en" couriers="jne" .shipment=${shipment} .client=${client}></ship-rate-comparison>`,
    );
    const heights = () => ['.bill', '.bar'].map((selector) => boxOf(comparison, selector).height);
    const before = heights();
    expect(comparison.renderRoot.textContent?.match(/Checking rates/g)).to.have.lengthOf(1);
    const answered = next(comparison, 'ship-rates');
    (await asked).answer(json({ success: true, pricing: rates }));
    await answered;
    await settled(comparison);
    expect(heights()).to.deep.equal(before);
  });

  it('shows old prices quietly when new ones could not be asked', async () => {
    const { checkout, service } = await renderNarrow();
    const inkOf = (selector: string) => getComputedStyle(one(checkout, selector)).color;
    expect(inkOf('[part=price]')).to.not.equal(inkOf('.by'));
    service.broken = true;
    const failed = next(checkout, 'ship-error');
    checkout.shipment = { ...shipment, destination_postal_code: 99_351 };
    await failed;
    await settled(checkout);
    expect([inkOf('[part=price]'), inkOf('.lead')]).to.deep.equal([inkOf('.by'), inkOf('.by')]);
  });

  it('says beside the button what is missing, if nothing above it says so', async () => {
    const { checkout, quoted } = await renderHeldCheckout();
    const sum = () => textOf(one(checkout, '.sum'));
    expect([sum(), textOf(one(checkout, '#hint'))]).to.deep.equal([
      'Checking rates…',
      'Please wait until the prices are up to date.',
    ]);
    await quoted();
    expect(sum()).to.equal('Choose a delivery option.');
    checkout.shipment = { ...shipment, destination_postal_code: undefined };
    await settled(checkout);
    expect(textOf(one(checkout, '.message'))).to.equal('Enter your district or postal code to see delivery options.');
    expect(all(checkout, '.bar, [part=button]'), 'nothing beside it').to.deep.equal([]);
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
  script.src = '/test/support/page-in-frame.ts';
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
    [1280, 960],
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
        await next(checkout, 'ship-rates');
        await checkout.updateComplete;
        const { width, right } = checkout.getBoundingClientRect();
        expect(width, layout).to.be.within(Math.min(least, 640), 960);
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
          const behind = [
            page,
            getComputedStyle(comparison).backgroundColor,
            row ? getComputedStyle(row).backgroundColor : 'transparent',
            backgroundColor,
          ];
          const [dark = 0, light = 0] = [luminance(behind), luminance([...behind, color])].sort((a, b) => a - b);
          expect((light + 0.05) / (dark + 0.05), `${part.textContent} in ${accent}`).to.be.at.least(4.5);
        }
      }
    });
});
