import { expect } from 'chai';
import { html, type TemplateResult } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, one, render, sandboxClient, settled, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';

const comparison = (lang: string, words = {}): TemplateResult => html`
  <ship-rate-comparison lang=${lang} .words=${words} .rates=${[rate()]}></ship-rate-comparison>
`;

const spoken = (element: Element) => [...(element.shadowRoot?.children ?? [])].map((part) => part.getAttribute('lang'));

describe('the words', () => {
  for (const [page, language, price] of [
    ['en', 'en', 'Rp 15,000'],
    ['id-ID', 'id-ID', 'Rp 15.000'],
    ['fr', 'en', 'Rp 15,000'],
  ] as const)
    it(`of a page in ${page} are marked as ${language} for who reads them out, and so are the prices`, async () => {
      const element = await render<RateComparisonElement>(comparison(page));
      expect(new Set(spoken(element))).to.deep.equal(new Set([language]));
      expect(textOf(one(element, '[part=price]')).replaceAll('\u00a0', ' ')).to.equal(price);
      expect(element.lang).to.equal(page);
    });

  it('of a page in Indonesian are those of shops there', async () => {
    const element = await render<RateComparisonElement>(comparison('id'));
    element.rates = [rate(), rate({ courier_service_code: 'oke', price: 9_000, shipping_fee: 9_000 })];
    element.shipment = shipment;
    await settled(element);
    const text = textOf(element).replaceAll('\u00a0', ' ');
    for (const words of [
      ...['Pengiriman ke 40111', 'Rekomendasi', 'Asuransi', 'Bayar di Tempat (COD)', '2–3 hari'],
      'ganti rugi s.d. Rp 150.000 jika paket hilang atau rusak',
    ])
      expect(text).to.include(words);
    element.rates = undefined;
    element.shipment = { origin_postal_code: 12440, items: shipment.items };
    await settled(element);
    expect(textOf(one(element, '.message'))).to.equal('Isi kode pos untuk melihat ongkir.');
  });

  it('of an announcement do not outlive the language that they are in', async () => {
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

  it('of the page’s own are in the page’s language', async () => {
    const element = await render<RateComparisonElement>(comparison('fr', { rates: 'Livraison' }));
    expect(new Set(spoken(element))).to.deep.equal(new Set(['fr']));
    expect(textOf(one(element, '[part=price]'))).to.match(/^15\s000\s/);
  });

  it('are those built in where a framework sets none', async () => {
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="fr" .words=${undefined} .rates=${[rate()]}></ship-rate-comparison>
    `);
    expect(textOf(one(element, '.title'))).to.equal('Delivery');
  });

  it('change language with the page, in every part of a checkout', async () => {
    const checkout = await render<CheckoutElement>(
      html`<ship-checkout lang="fr" .client=${sandboxClient()}></ship-checkout>`,
    );
    const label = () => one(one(checkout, 'ship-courier-picker'), 'fieldset').ariaLabel;
    expect(label()).to.equal('Couriers');
    checkout.lang = 'id';
    while (label() !== 'Kurir') await new Promise(requestAnimationFrame);
    await settled(checkout);
    for (const element of [
      checkout,
      ...all(checkout, 'ship-courier-picker, ship-rate-comparison, ship-order-button'),
    ]) {
      expect(new Set(spoken(element)), element.localName).to.deep.equal(new Set(['id']));
    }
  });

  it('keep their own order in a page that is read from the right', async () => {
    const page = await render<HTMLElement>(html`<div dir="rtl">${comparison('en')}</div>`);
    const arrival = one(page.firstElementChild as Element, '.lead');
    const [text] = [...arrival.childNodes].filter((node) => node instanceof Text && node.data.trim()) as Text[];
    const words = text?.data ?? '';
    const place = (letter: string) => {
      const range = document.createRange();
      range.setStart(text as Text, words.indexOf(letter));
      range.setEnd(text as Text, words.indexOf(letter) + 1);
      return range.getBoundingClientRect();
    };
    expect(words.trim()).to.equal('2–3 days');
    // A row is laid out once it is seen.
    while (!place('d').width) await new Promise(requestAnimationFrame);
    expect(place('2').left).to.be.lessThan(place('d').left);
  });
});

describe('the name of the rates', () => {
  it('is what a label of the page calls them, without what the label is around', async () => {
    const label = await render<HTMLElement>(html`
      <label>How shall we send it? ${comparison('en')}</label>
    `);
    const element = label.firstElementChild as RateComparisonElement;
    element.append('Please wait …');
    element.requestUpdate();
    await settled(element);
    expect(one(element, '[role=radiogroup]').ariaLabel).to.equal('How shall we send it?');
  });

  it('is what a label calls the checkout around them', async () => {
    const form = await render<HTMLElement>(html`
      <form>
        <label for="shipping">Shipping</label>
        <ship-checkout id="shipping" .client=${sandboxClient()}></ship-checkout>
      </form>
    `);
    const checkout = form.querySelector('ship-checkout') as CheckoutElement;
    await settled(checkout);
    expect(one(checkout, '[role=radiogroup]').ariaLabel).to.equal('Shipping');
  });

  it('is its own heading where no label names them', async () => {
    const element = await render<RateComparisonElement>(comparison('en'));
    expect(one(element, '[role=radiogroup]').ariaLabel).to.equal(null);
    expect(textOf(one(element, '.title'))).to.equal('Delivery');
  });
});
