import { expect } from 'chai';
import { html, type TemplateResult } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, one, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';

const comparison = (lang: string, words: object | undefined = {}): TemplateResult => html`
  <ship-rate-comparison lang=${lang} .words=${words} .rates=${[rate()]}></ship-rate-comparison>
`;

const languagesOf = (element: Element) => [
  ...new Set([...(element.shadowRoot?.children ?? [])].map((part) => part.getAttribute('lang'))),
];

describe('the words of an element', () => {
  for (const [what, lang, words, language, title, price] of [
    ['English', 'en', {}, 'en', 'Delivery', 'Rp 15,000'],
    ['Indonesian', 'id-ID', {}, 'id-ID', 'Pengiriman', 'Rp15.000'],
    ['English if there are none in its language', 'fr', undefined, 'en', 'Delivery', 'Rp 15,000'],
    ['the page’s own', 'fr', { rates: 'Livraison' }, 'fr', 'Livraison', 'Rp 15,000'],
  ] as const)
    it(`are ${what} in a page in ${lang}, and marked as that language`, async () => {
      const element = await render<RateComparisonElement>(comparison(lang, words));
      expect([languagesOf(element), element.lang]).to.deep.equal([[language], lang]);
      expect(textOf(one(element, '#title'))).to.equal(title);
      expect(textOf(one(element, '[part=price]')).replaceAll(/\s/g, ' ')).to.equal(price);
    });

  // Java, PHP and Android write some of these, and `Intl` throws on them.
  for (const [lang, marked, title, price, date] of [
    ['id_ID', 'id-ID', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['in', 'id', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['in-ID', 'id-ID', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['ID', 'id', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['ind', 'id', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['id-Latn-ID', 'id-Latn-ID', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['id_ID.UTF-8', 'id-ID', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['id-', 'id', 'Pengiriman', 'Rp15.000', 'Rab 26 Nov 2036'],
    ['EN_us', 'en-US', 'Delivery', 'Rp 15,000', 'Wed 26 Nov 2036'],
    ['en-GB', 'en-GB', 'Delivery', 'Rp 15,000', 'Wed 26 Nov 2036'],
    ['x-default', 'en', 'Delivery', 'Rp 15,000', 'Wed 26 Nov 2036'],
    ['{{ lang }}', 'en', 'Delivery', 'Rp 15,000', 'Wed 26 Nov 2036'],
  ] as const)
    it(`agree with amounts and dates in a page in ${lang}`, async () => {
      const element = await render<RateComparisonElement>(comparison(lang));
      element.rates = [rate({ shipment_duration_range: '2', shipment_duration_unit: 'days' })];
      element.readyAt = new Date(2036, 10, 24, 9);
      await settled(element);
      expect(languagesOf(element)).to.deep.equal([marked]);
      expect(textOf(one(element, '#title'))).to.equal(title);
      expect(textOf(one(element, '[part=price]')).replaceAll(/\s/g, ' ')).to.equal(price);
      expect(textOf(one(element, '.lead')).replaceAll(/\s/g, ' ')).to.equal(date);
    });

  it('replace some of a table, and leave the others of it as they are', async () => {
    const own = {
      rates: '',
      badge: { recommended: 'Pilihan kami', cheapest: null },
      extra: undefined,
      own: { a: 'b' },
    };
    const element = await render<RateComparisonElement>(comparison('id', own));
    element.recommended = 'jne/reg';
    element.rates = [rate(), rate({ courier_service_code: 'oke', type: 'oke', price: 9_000, shipping_fee: 9_000 })];
    await settled(element);
    expect(all(element, '[part=badge]').map(textOf)).to.have.members(['Pilihan kami', 'Termurah']);
    expect(textOf(one(element, '#title')), 'an empty text replaces a word').to.equal('');
    expect(textOf(one(element, '[part=extras]')))
      .to.include('Asuransi')
      .and.include('Bayar di Tempat');
  });

  it('change with the language of the page around them, in every part of a checkout', async () => {
    const page = await render<HTMLElement>(html`
      <div lang="en"><ship-checkout .client=${sandboxClient()}></ship-checkout></div>
    `);
    const checkout = one<CheckoutElement>(page, 'ship-checkout');
    const label = () => one(one(checkout, 'ship-courier-picker'), 'fieldset').ariaLabel;
    await settled(checkout);
    expect(label()).to.equal('Couriers');
    page.lang = 'id';
    while (label() !== 'Kurir') await new Promise(requestAnimationFrame);
    await settled(checkout);
    const parts = all(checkout, 'ship-courier-picker, ship-rate-comparison, ship-order-button');
    for (const element of [checkout, ...parts]) expect(languagesOf(element), element.localName).to.deep.equal(['id']);
  });

  it('are taken back from the status region when the language changes', async () => {
    const element = await render<RateComparisonElement>(comparison('en'));
    element.shipment = shipment;
    await settled(element);
    for (const _press of ['on', 'off']) one(element, '#insurance').click();
    await settled(element);
    const status = one(element, '[role=status]');
    expect(textOf(status)).to.equal('Without insurance.');
    element.lang = 'id';
    await settled(element);
    expect(textOf(status)).to.equal('');
  });

  it('write no `lang` again that is the same: a browser would compute all styles again', async () => {
    const element = await render<RateComparisonElement>(comparison('en'));
    const written: unknown[] = [];
    const observer = new MutationObserver((records) => written.push(...records));
    observer.observe(element.shadowRoot as ShadowRoot, { subtree: true, attributeFilter: ['lang'] });
    one(element, 'input[type=radio]').click();
    await settled(element);
    expect(written.length).to.equal(0);
    element.lang = 'id';
    await settled(element);
    expect(written.length).to.be.above(0);
    observer.disconnect();
  });
});

describe('the name of the rates for screen readers', () => {
  it('is what a label of the page says, without what stands inside the element', async () => {
    const label = await render<HTMLElement>(html`<label>How shall we send it? ${comparison('en')}</label>`);
    const element = label.firstElementChild as RateComparisonElement;
    element.append('Please wait …');
    element.requestUpdate();
    await settled(element);
    expect(one(element, '[role=radiogroup]').ariaLabel).to.equal('How shall we send it?');
  });

  it('is what a label of the checkout around them says', async () => {
    const form = await render<HTMLElement>(html`
      <form>
        <label for="shipping">Shipping</label>
        <ship-checkout id="shipping" .client=${sandboxClient()}></ship-checkout>
      </form>
    `);
    const checkout = one<CheckoutElement>(form, 'ship-checkout');
    await settled(checkout);
    expect(one(checkout, '[role=radiogroup]').ariaLabel).to.equal('Shipping');
  });

  it('is their heading if there is no label', async () => {
    const element = await render<RateComparisonElement>(comparison('en'));
    const list = one(element, '[role=radiogroup]');
    expect([list.ariaLabel, list.getAttribute('aria-labelledby')]).to.deep.equal([null, 'title']);
  });
});
