import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { CheckoutElement, RateComparisonElement } from '../../src/elements/index.ts';
import type { Shipment } from '../../src/quote/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const row = (code: string, price: number, more: Partial<Rate> = {}) =>
  rate({
    courier_code: code,
    courier_name: code.toUpperCase(),
    shipping_fee: price,
    insurance_fee: 750,
    cash_on_delivery_fee: more.available_for_cash_on_delivery === false ? 0 : 4_000,
    price: price + 750 + (more.available_for_cash_on_delivery === false ? 0 : 4_000),
    ...more,
  });

/** As a service answers that was asked for both amounts: the cheapest neither collects nor insures. */
const rates = [
  row('wahana', 9_000, {
    available_for_cash_on_delivery: false,
    available_for_insurance: false,
    insurance_fee: 0,
    price: 9_000,
  }),
  row('jne', 15_000),
  row('tiki', 16_000),
];

async function renderSwitches(more: Partial<RateComparisonElement> = {}) {
  let asked = 0;
  const client = clientOf(async () => {
    asked += 1;
    return json({ success: true, pricing: rates });
  });
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" couriers="jne,wahana,tiki" .shipment=${shipment} .client=${client}>
    </ship-rate-comparison>
  `);
  Object.assign(comparison, more);
  await next(comparison, 'ship-quote');
  await settled(comparison);
  const click = async (selector: string) => {
    one(comparison, selector).click();
    await settled(comparison);
  };
  return {
    comparison,
    click,
    press: async (words: string) => {
      const button = all(comparison, 'button').find((candidate) => textOf(candidate) === words);
      if (!button) throw new Error(`There is no ${words}, but ${all(comparison, 'button').map(textOf)}.`);
      button.focus();
      button.click();
      await settled(comparison);
    },
    choose: (code: string) => click(`input[value="${code}/reg"]`),
    costs: () => all(comparison, '.cost').map(textOf),
    lines: () => all(comparison, 'dl div').map(textOf),
    said: () => textOf(one(comparison, '[role=status]')),
    focused: () => comparison.shadowRoot?.activeElement,
    asked: () => asked,
  };
}

describe('the switches', () => {
  it('say what they add before they are pressed: the least of all, and exactly once a rate is chosen', async () => {
    const { comparison, choose, costs, asked } = await renderSwitches();
    expect(costs()).to.deep.equal(['from +Rp 750', 'from +Rp 4,000']);
    await choose('tiki');
    expect(costs()).to.deep.equal(['+Rp 750', '+Rp 4,000']);
    expect(all(comparison, '.able').map(textOf)).to.deep.equal(['2 of 3 options', '2 of 3 options']);
    expect(one(comparison, '#insurance').getAttribute('aria-description')).to.match(
      /^\+Rp.750, Covers loss and damage up to Rp.150,000, 2 of 3 options$/,
    );
    expect(asked()).to.equal(1);
  });

  it('announce fee and count when they are pressed, and that they are off', async () => {
    const { choose, click, said } = await renderSwitches();
    await click('#cash-on-delivery');
    expect(said()).to.equal('COD adds at least Rp 4,000. 2 options.');
    await choose('jne');
    await click('#insurance');
    expect(said()).to.equal('Insurance adds Rp 750. 2 options.');
    await click('#cash-on-delivery');
    expect(said()).to.equal('Without COD. 2 options.');
  });

  it('say what they take off, where a courier is cheaper with one', async () => {
    const client = clientOf(async () => {
      const cheaper = { insurance_fee: -2_000, cash_on_delivery_fee: 0, price: 13_000 };
      return json({ success: true, pricing: [row('jne', 15_000, cheaper)] });
    });
    const { choose, click, costs, said, lines } = await renderSwitches({ client, couriers: 'jne' });
    expect(costs()).to.deep.equal(['from −Rp 2,000', '']);
    await click('#insurance');
    expect(said()).to.equal('Insurance: from −Rp 2,000. 1 option.');
    await choose('jne');
    expect(costs()).to.deep.equal(['−Rp 2,000', '+Rp 0']);
    expect(lines()).to.deep.equal(['Shipping Rp 15,000', 'Insurance −Rp 2,000', 'Delivery total Rp 13,000']);
  });

  it('have pay now and pay at the door said with cash on delivery; together they are goods and delivery', async () => {
    const { comparison, choose, click, lines } = await renderSwitches();
    await choose('jne');
    expect(lines().join()).not.to.include('Pay');
    await click('#cash-on-delivery');
    expect(lines().slice(-3)).to.deep.equal([
      'Delivery total Rp 19,000',
      'Pay now Rp 19,000',
      'Pay at the door Rp 150,000',
    ]);
    comparison.cashOnDeliveryAmount = 169_000;
    await next(comparison, 'ship-quote');
    await settled(comparison);
    expect(lines().slice(-2)).to.deep.equal(['Pay now Rp 0', 'Pay at the door Rp 169,000']);
  });
});

describe('what stands in the way of a choice', () => {
  it('is said beneath the switch, with another rate or the switch off for one tap each', async () => {
    const { comparison, choose, click, press, focused } = await renderSwitches();
    await choose('wahana');
    await click('#cash-on-delivery');
    expect(textOf(one(comparison, '.repair'))).to.equal(
      'WAHANA Reguler doesn’t take COD. Use JNE Reguler, Rp 19,000 Turn COD off',
    );
    expect(all(comparison, '.panel'), 'said once').to.be.empty;
    await expectAccessible(comparison);
    await press('Use JNE Reguler, Rp 19,000');
    expect([comparison.value, comparison.cashOnDelivery]).to.deep.equal(['jne/reg', true]);
    expect(focused()).to.equal(one(comparison, 'input[value="jne/reg"]'));
    expect(all(comparison, '.repair')).to.be.empty;
  });

  it('has buttons of one width where they stand beneath each other', async () => {
    const { comparison, choose, click } = await renderSwitches();
    comparison.style.inlineSize = '20rem';
    await choose('wahana');
    await click('#cash-on-delivery');
    const boxes = all(comparison, '.repair button').map((button) => button.getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size, 'lines').to.equal(2);
    expect(new Set(boxes.map(({ width }) => Math.round(width))).size, 'widths').to.equal(1);
  });

  it('is away with its switch, and the choice is back', async () => {
    const { comparison, choose, click, press, said, focused } = await renderSwitches();
    await choose('wahana');
    await click('#cash-on-delivery');
    expect(said()).to.equal('WAHANA Reguler doesn’t take COD. 2 options.');
    await press('Turn COD off');
    expect([comparison.value, comparison.cashOnDelivery]).to.deep.equal(['wahana/reg', false]);
    expect(focused()).to.equal(one(comparison, '#cash-on-delivery'));
  });

  it('is no end of a choice that its courier lists without cash on delivery alone: it rests, and is back', async () => {
    const client = clientOf(async (request) => {
      const { couriers, destination_cash_on_delivery: collected } = await request.json();
      const listed = [
        row('jne', 15_000),
        row('tiki', 16_000, { insurance_fee: 0, cash_on_delivery_fee: 0, price: 16_000 }),
      ];
      const able = collected ? listed.slice(0, 1) : listed;
      return json({ success: true, pricing: able.filter(({ courier_code }) => couriers.includes(courier_code)) });
    });
    const { comparison, choose, click, said } = await renderSwitches({ client, couriers: 'jne,tiki' });
    await choose('tiki');
    const told: string[] = [];
    comparison.addEventListener('ship-rate-change', ({ reason }) => told.push(reason));
    const quoted = next(comparison, 'ship-quote');
    await click('#cash-on-delivery');
    await quoted;
    await settled(comparison);
    expect(textOf(one(comparison, '.repair'))).to.equal(
      'TIKI Reguler doesn’t take COD. Use JNE Reguler, Rp 19,000 Turn COD off',
    );
    expect(comparison.value).to.equal(null);
    expect(said()).to.equal('TIKI Reguler doesn’t take COD. Please choose another option, or pay now.');
    expect(textOf(comparison.shadowRoot as unknown as Element)).not.to.include('no longer');
    expect(all(comparison, '.able').map(textOf).at(-1)).to.equal('1 of 2 options');
    await click('#cash-on-delivery');
    expect([comparison.value, comparison.rate?.price, told.join()]).to.deep.equal([
      'tiki/reg',
      16_000,
      'not-eligible,restored',
    ]);
  });

  it('is a missing choice where the form was tried: said, and marked for machines', async () => {
    const { comparison } = await renderSwitches({ required: true });
    const list = one(comparison, '[role=radiogroup]');
    expect(list.ariaInvalid).to.equal(null);
    const before = getComputedStyle(one(comparison, '[part=row]')).borderColor;
    comparison.reportValidity();
    await settled(comparison);
    expect(list.ariaInvalid).to.equal('true');
    expect(textOf(one(comparison, '.panel'))).to.equal('Choose a delivery option.');
    const [border] = all(comparison, '[part=row]').map((part) => getComputedStyle(part).borderColor);
    expect(border, 'no red on rows').to.equal(before);
  });
});

describe('couriers that serve no lane', () => {
  const gojek = row('gojek', 30_000, { available_for_cash_on_delivery: true });

  async function renderPicked(from: Partial<typeof shipment> & Record<string, unknown>, picked = 'gojek') {
    const client = clientOf(async ({ method }) =>
      json(
        method === 'GET'
          ? {
              success: true,
              couriers: [...rates, gojek, row('rpx', 20_000)].map((one) => ({
                ...one,
                courier_service_name: 'Reguler',
              })),
            }
          : { success: true, pricing: rates },
      ),
    );
    const checkout = await render<CheckoutElement>(html`
      <ship-checkout lang="en" picker="open" .shipment=${{ ...shipment, ...from }} .client=${client}></ship-checkout>
    `);
    await next(checkout, 'ship-quote');
    await settled(checkout);
    one(checkout, `input[value=${picked}]`).click();
    await settled(checkout);
    return { checkout, message: () => textOf(one(checkout, '.message')) };
  }

  it('are said to lack a map pin where that is what they lack, and all couriers are one tap away', async () => {
    const { checkout, message } = await renderPicked({ origin_latitude: -6.2, origin_longitude: 106.8 });
    expect(message()).to.equal('Gojek needs a map pin: the exact spot of your address. Compare all couriers');
    one(checkout, '.message button').click();
    await settled(checkout);
    expect(all(checkout, '[part=row]')).to.have.length(3);
    expect(all(checkout, '.message')).to.be.empty;
  });

  it('are said to lack it, and nothing is advised, where the shop has no map pin either', async () => {
    const { message } = await renderPicked({});
    expect(message()).to.equal('Only with a map pin: Gojek Compare all couriers');
  });

  it('are each said what they lack where one lacks a map pin and another does not serve the lane', async () => {
    const { checkout, message } = await renderPicked({ origin_latitude: -6.2, origin_longitude: 106.8 });
    one(checkout, 'input[value=rpx]').click();
    await settled(checkout);
    expect(message()).to.equal('Only with a map pin: Gojek. Not delivering here: Rpx. Compare all couriers');
  });

  it('are said not to deliver there where a map pin is not what they lack', async () => {
    const { message } = await renderPicked({}, 'rpx');
    expect(message()).to.equal('The couriers you picked don’t deliver to this address. Compare all couriers');
  });

  /** What is said where none of these couriers has a rate, and the shopper has picked none of them. */
  async function emptyLane(couriers: string, to: Partial<Shipment> = shipment) {
    const refused = json({ success: false, error: 'No courier available', code: 40001010 }, { status: 400 });
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers=${couriers} .shipment=${{ items: shipment.items, ...to, origin_latitude: -6.2, origin_longitude: 106.8 }}
        .client=${clientOf(async () => refused.clone())}></ship-rate-comparison>
    `);
    await next(comparison, 'ship-quote');
    await settled(comparison);
    return textOf(one(comparison, '.message'));
  }

  it('are advised nothing that does not help where all of them were asked', async () => {
    for (const couriers of ['jne', 'jne,gojek'])
      expect(await emptyLane(couriers), couriers).to.equal(
        'No courier delivers to this address. Please check the postal code.',
      );
  });

  it('have nobody look for a postal code where the address has none', async () => {
    const sentence = 'No courier delivers to this address.';
    expect(await emptyLane('jne', { destination_area_id: 'IDNP6IDNC148IDND836' })).to.equal(sentence);
    expect(await emptyLane('jne', { destination_latitude: -6.9, destination_longitude: 107.6 })).to.equal(sentence);
  });

  it('are said to lack a map pin where the page wants no others compared', async () => {
    expect(await emptyLane('gojek')).to.equal('Gojek needs a map pin: the exact spot of your address.');
  });
});
