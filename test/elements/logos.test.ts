import { expect } from 'chai';
import { html } from 'lit';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const picture = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';
const rates = [rate(), rate({ courier_code: 'jnt', company: 'jnt', courier_name: 'J&T' })];
const marks = (element: Element) => all(element, '[part=row]').map((row) => row.querySelector('img')?.src);

describe('the picture of a courier', () => {
  it('is none if the shop has no pictures', async () => {
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .rates=${rates}></ship-rate-comparison>
    `);
    expect(marks(element)).to.deep.equal([undefined, undefined]);
  });

  it('is the shop’s picture by its exact code. Couriers without one have their initials', async () => {
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .rates=${rates} logos=${JSON.stringify({ jnt: picture })}></ship-rate-comparison>
    `);
    expect(marks(element)).to.deep.equal([undefined, picture]);
    expect(one<HTMLImageElement>(element, 'img').alt).to.equal('');
    expect(textOf(one(element, 'span.logo'))).to.equal('JN');
    const names = all(element, '.name').map((name) => name.getBoundingClientRect().left);
    expect(names[0], 'names stand below each other').to.equal(names[1]);
  });

  it('is 28 px if there is room, and the price stays beside the first line of the longest row', async () => {
    const long = [rate({ courier_service_name: 'Land Non Electronic Door to Door' })];
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" style="display: block" .rates=${long} .logos=${{ jne: picture }}></ship-rate-comparison>
    `);
    for (const width of [296, 360, 480, 700]) {
      element.style.inlineSize = `${width}px`;
      const { width: across, height } = one(element, 'img').getBoundingClientRect();
      expect([across, height], `${width} px`).to.deep.equal([28, 28]);
      const [lead, price] = ['.lead', '[part=price]'].map((part) => one(element, part).getBoundingClientRect().top);
      expect(price, `${width} px`).to.be.closeTo(lead ?? Number.NaN, 2);
    }
  });

  it('is no property that every object has', async () => {
    const odd = [rate({ courier_code: 'constructor' }), rate({ courier_code: '__proto__', courier_name: 'J&T' })];
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .rates=${odd} .logos=${{ jnt: picture }}></ship-rate-comparison>
    `);
    expect(marks(element)).to.deep.equal([undefined, undefined]);
  });

  it('is shown inside a checkout as well', async () => {
    const client = clientOf(async ({ method }) =>
      json(method === 'GET' ? { success: true, couriers: [] } : { success: true, pricing: rates }),
    );
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" couriers="jne,jnt" .logos=${{ jne: picture }} .shipment=${shipment} .client=${client}>
      </ship-checkout>
    `);
    await next(checkout, 'ship-quote');
    await settled(checkout);
    expect(marks(checkout)).to.deep.equal([picture, undefined]);
  });

  it('is none if the attribute is no JSON, and the page is told', async () => {
    const element = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" .rates=${rates}></ship-rate-comparison>
    `);
    const failed = next(element, 'ship-error');
    element.setAttribute('logos', '{jne}');
    expect((await failed).error.message).to.include('logos');
    expect(marks(element)).to.deep.equal([undefined, undefined]);
  });
});
