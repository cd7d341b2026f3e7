import { expect } from 'chai';
import { html, type TemplateResult } from 'lit';
import { createParcelClient } from '../../src/client/index.ts';
import '../../src/elements/area-search/area-search-element.ts';
import '../../src/elements/tracking/tracking-element.ts';
import { areaShop, coblong } from '../support/areas.ts';
import { all, clientOf, one, press, render, settled } from '../support/elements.ts';
import { contacts, shipment } from '../support/fixtures.ts';
import { parcel } from '../support/parcels.ts';
import { serviceOf } from '../support/rates.ts';

interface Sample {
  markup: () => TemplateResult;
  /** Until it is complete. */
  wanted: string;
  prepare?: (element: HTMLElement) => Promise<unknown>;
}

/** Without COD, whose price comes once the page is quiet. */
const checkout = (): TemplateResult => html`
  <ship-checkout
    lang="en" switches="insurance" order-mode="order" preselect="cheapest" reference="order-1" insurance .shipment=${structuredClone(shipment)}
    .contacts=${contacts} .client=${clientOf(serviceOf())}
  ></ship-checkout>
`;

const parcelClient = createParcelClient({
  baseUrl: 'https://shop.test/shipping',
  fetch: async () => Response.json(parcel('on_hold')),
});

const samples: Record<string, Sample> = {
  'the rates and the bill': { markup: checkout, wanted: '[type=radio]:checked' },
  'the whole list and the couriers': {
    markup: checkout,
    wanted: '[type=radio]:checked',
    async prepare(element) {
      await press(element, '[part=more]');
      await press(element, '[part=choose]');
    },
  },
  'a receipt that is being cancelled': {
    markup: checkout,
    wanted: '[type=radio]:checked',
    async prepare(element) {
      one(element, '[part=button]').click();
      while (!all(element, '[part=cancel]').length) await new Promise(requestAnimationFrame);
      await press(element, 'summary');
      await press(element, '[part=cancel]');
    },
  },
  'couriers alone': {
    markup: () => html`<ship-courier-picker lang="en" .client=${clientOf(serviceOf())}></ship-courier-picker>`,
    wanted: '[part=option]',
  },
  'a district': {
    markup: () => html`<ship-area-search lang="en" .area=${coblong} .client=${areaShop().client}></ship-area-search>`,
    wanted: 'small',
  },
  'a search for a district': {
    markup: () => {
      const { client, clock } = areaShop();
      return html`<ship-area-search lang="en" .client=${client} .clock=${clock}></ship-area-search>`;
    },
    wanted: 'input',
    async prepare(element) {
      const input = one<HTMLInputElement>(element, 'input');
      input.focus();
      input.value = '12250';
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      while (!all(element, '[part=option]').length) await new Promise(requestAnimationFrame);
    },
  },
  'a parcel': {
    markup: () =>
      html`<ship-tracking lang="en" contact-url="/" .client=${parcelClient} .token=${'a.b.c'}></ship-tracking>`,
    wanted: '.log',
  },
};

const root = document.documentElement;

/** The element of a sample, once it stands still, in a place with this style. */
async function standing({ markup, wanted, prepare }: Sample, rootSize: string, style: string): Promise<HTMLElement> {
  root.style.fontSize = rootSize;
  sessionStorage.clear();
  const place = await render<HTMLElement>(html`<div style=${style}>${markup()}</div>`);
  const element = place.firstElementChild as HTMLElement;
  while (!all(element, wanted).length) await new Promise(requestAnimationFrame);
  await settled(element);
  await prepare?.(element);
  await settled(element);
  return element;
}

/** Size and place of everything in an element, in a page with this size of the root and of its own text. */
async function measured(sample: Sample, [rootSize, ofPage]: readonly [string, string]) {
  const style = `inline-size: 40em; font-size: ${ofPage}; font-family: sans-serif`;
  const element = await standing(sample, rootSize, style);
  const { top } = element.getBoundingClientRect();
  const parts = all(element, '*').filter((part) => part.checkVisibility());
  const sizes = parts.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const text = Number.parseFloat(getComputedStyle(part).fontSize);
    const name = `${part.localName}.${part.className} ${part.id}`;
    return { name, text, height, place: [x, y - top, width, height].map((value) => Math.round(value * 10) / 10) };
  });
  await render(html`<p></p>`);
  root.style.fontSize = '';
  return sizes;
}

function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}

describe('the size of text in an element', () => {
  afterEach(() => {
    root.style.fontSize = '';
  });

  for (const [what, sample] of Object.entries(samples)) {
    it(`is that of the page around it, in ${what}, whatever the root has (material-components/material-web#1911)`, async () => {
      const usual = await measured(sample, ['100%', '16px']);
      expect(usual.length).to.be.above(4);
      for (const size of ['62.5%', '200%']) expect(await measured(sample, [size, '16px']), size).to.deep.equal(usual);
    });

    it(`doubles with the reader’s own size, in ${what}`, async () => {
      const usual = await measured(sample, ['100%', '1rem']);
      const large = await measured(sample, ['200%', '1rem']);
      const texts = (sizes: typeof usual) => [
        ...new Set(sizes.map(({ name, text }) => `${name} ${Math.round(text * 8) / 8}`)),
      ];
      expect(texts(large)).to.deep.equal(texts(usual.map((part) => ({ ...part, text: part.text * 2 }))));
    });

    it(`has a target of 44 px and fields that no phone zooms into, in ${what}, in a page with small text`, async () => {
      const small = await measured(sample, ['62.5%', '1.2rem']);
      for (const { name, text, height } of small) {
        if (/^(button|select)/.test(name)) expect(height, name).to.be.at.least(44);
        if (/^(input\. input|select)/.test(name)) expect(text, name).to.be.at.least(16);
      }
    });
  }

  it('cuts no district and breaks no time of day at 200 % on a phone', async () => {
    root.style.fontSize = '200%';
    const named = (markup: TemplateResult) =>
      render<HTMLElement>(html`<div style="inline-size: 252px; font: 1rem sans-serif">${markup}</div>`);
    const search = await named((samples['a district'] as Sample).markup());
    while (!all(search, 'small').length) await new Promise(requestAnimationFrame);
    const { scrollWidth, clientWidth } = one<HTMLInputElement>(search, 'input');
    expect(scrollWidth, 'district').to.be.at.most(clientWidth);
    const shop = await named(checkout());
    while (!all(shop, '[type=radio]:checked').length) await new Promise(requestAnimationFrame);
    const lead = one<HTMLElement>(shop, '.lead');
    lead.textContent = '09.30–\u206013.30\u00a0WIB';
    expect(linesOf(lead), 'time').to.equal(1);
  });

  /** Words, sums and dates that have more than one line. A number of the service may be longer than a line. */
  function brokenIn(element: HTMLElement): string[] {
    const range = document.createRange();
    const broken: string[] = [];
    for (const part of all(element, ':not(code, option, style)')) {
      if (part.closest('.hidden') || !part.checkVisibility()) continue;
      for (const node of part.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        for (const { 0: word, index } of node.nodeValue?.matchAll(/[^ \n]+/g) ?? []) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  }

  for (const what of ['the rates and the bill', 'a receipt that is being cancelled', 'a parcel']) {
    it(`breaks no word, sum or date at 200 % in the column of a phone, in ${what}`, async () => {
      const style = 'inline-size: 220px; font: 1rem sans-serif';
      const element = await standing(samples[what] as Sample, '200%', style);
      expect(brokenIn(element)).to.deep.equal([]);
    });
  }
});
