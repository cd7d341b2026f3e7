import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, next, one, render, settled, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';
import { shop } from '../support/shop.ts';

const picture = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';
const rates = [rate(), rate({ courier_code: 'jnt', company: 'jnt', courier_name: 'J&T' })];
const pictures = (element: Element) => all(element, '[part=row]').map((row) => row.querySelector('img')?.src);

describe('the picture of a courier', () => {
  it('is the shop’s picture by the exact code, in a checkout too. Couriers without one have their short name', async () => {
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" couriers="jne,jnt" .shipment=${shipment} .client=${shop(...rates).client}></ship-checkout>
    `);
    await next(checkout, 'ship-rates');
    await settled(checkout);
    expect(all(checkout, '.logo').length, 'a shop without pictures').to.equal(0);
    checkout.logos = { jnt: picture };
    await settled(checkout);
    expect(pictures(checkout)).to.deep.equal([undefined, picture]);
    expect(one<HTMLImageElement>(checkout, 'img').alt).to.equal('');
    expect(all(checkout, '.chip:not([hidden])').map(textOf)).to.deep.equal(['JNE']);
  });

  it('is 20 px high at every width, and leaves the price in the first line', async () => {
    const long = [rate({ courier_service_name: 'Land Non Electronic Door to Door' })];
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" style="display: block" .rates=${long} .logos=${{ jne: picture }}></ship-rate-comparison>
    `);
    for (const width of [320, 360, 480, 700]) {
      element.style.inlineSize = `${width}px`;
      expect(one(element, 'img').getBoundingClientRect().height, `${width} px`).to.equal(20);
      const [lead, price] = ['.lead', '[part=price]'].map((part) => one(element, part).getBoundingClientRect().top);
      expect(price, `${width} px`).to.be.closeTo(lead ?? Number.NaN, 2);
    }
  });

  it('is not looked up among the properties that every object inherits', async () => {
    const odd = [rate({ courier_code: 'constructor' }), rate({ courier_code: '__proto__', courier_name: 'J&T' })];
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .rates=${odd} .logos=${{ jnt: picture }}></ship-rate-comparison>
    `);
    expect(pictures(element)).to.deep.equal([undefined, undefined]);
  });
});
