import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
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

/** The cheapest service neither collects nor insures. */
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

/** A row of an answer that was asked without COD. */
const prepaid = (rate: Rate): Rate => ({
  ...rate,
  cash_on_delivery_fee: 0,
  price: rate.price - (rate.cash_on_delivery_fee ?? 0),
});

async function renderSwitches(more: Partial<RateComparisonElement> = {}) {
  const client = clientOf(async (request) => {
    const { destination_cash_on_delivery: collected } = await request.json();
    return json({ success: true, pricing: rates.map((rate) => (collected ? rate : prepaid(rate))) });
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
  /** COD is a question of its own. */
  const collect = async () => {
    const quoted = next(comparison, 'ship-quote');
    await click('#cash-on-delivery');
    await quoted;
    await settled(comparison);
  };
  return {
    comparison,
    click,
    collect,
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
  };
}

describe('the switches', () => {
  it('are one line each: what insurance covers and adds, and what COD collects', async () => {
    const { comparison, choose, collect, costs } = await renderSwitches();
    const hints = () => all(comparison, '.hint').map(textOf);
    expect(hints()).to.deep.equal(['covers Rp 150,000', 'pay all at the door']);
    comparison.cashOnDeliveryCollects = 'goods';
    await settled(comparison);
    expect(hints()[1]).to.equal('pay Rp 150,000 for the goods at the door');
    expect(costs(), 'the COD fee is not asked yet').to.deep.equal(['from +Rp 750', '']);
    await choose('tiki');
    expect(costs()).to.deep.equal(['+Rp 750', '']);
    expect(one(comparison, '#insurance').getAttribute('aria-description')).to.match(/^\+Rp.750, covers Rp.150,000$/);
    await collect();
    expect(costs()).to.deep.equal(['+Rp 750', '+Rp 4,000']);
    const panel = () => textOf(one(comparison, '[part=breakdown]'));
    const { price = 0 } = comparison.rate ?? {};
    const shown = (amount: number) => `Rp ${amount.toLocaleString('en')}`;
    expect(panel()).to.match(new RegExp(`total ${shown(price)} Pay now ${shown(price)} Pay at the door Rp 150,000$`));
    comparison.cashOnDeliveryCollects = 'total';
    await settled(comparison);
    expect(panel()).to.match(new RegExp(`total ${shown(price)} Pay at the door ${shown(150_000 + price)}$`));
  });

  it('stand below the rates, and are away while there is nothing to choose', async () => {
    const { comparison } = await renderSwitches();
    const [list, extras] = ['[part=list]', '[part=extras]'].map((part) =>
      one(comparison, part).getBoundingClientRect(),
    );
    expect(list?.bottom).to.be.at.most(extras?.top ?? 0);
    comparison.shipment = { origin_postal_code: 12440, items: shipment.items };
    await settled(comparison);
    expect([comparison.status, all(comparison, '[part=extras]').length]).to.deep.equal(['incomplete', 0]);
  });

  it('announce their fee, when it is known, and that they are off', async () => {
    const { choose, collect, click, said } = await renderSwitches();
    await choose('jne');
    await collect();
    expect(said()).to.equal('JNE Reguler: Rp 19,000');
    await click('#insurance');
    expect(said()).to.equal('Insurance adds Rp 750.');
    await click('#cash-on-delivery');
    expect(said()).to.equal('Without COD.');
  });

  it('announce no amount after the cart was edited, until the new one is known', async () => {
    const { comparison, choose, click, said } = await renderSwitches();
    await choose('jne');
    const quoted = next(comparison, 'ship-quote');
    comparison.shipment = { ...shipment, items: shipment.items.map((item) => ({ ...item, value: 1_000_000 })) };
    await click('#insurance');
    expect(said()).to.equal('');
    await quoted;
    await settled(comparison);
    expect(said()).to.equal('JNE Reguler: Rp 15,750');
  });

  it('say what they take off, where a courier is cheaper with one', async () => {
    const client = clientOf(async () => {
      const cheaper = { insurance_fee: -2_000, cash_on_delivery_fee: 0, price: 13_000 };
      return json({ success: true, pricing: [row('jne', 15_000, cheaper)] });
    });
    const { choose, click, costs, lines } = await renderSwitches({ client, couriers: 'jne' });
    expect(costs()).to.deep.equal(['from −Rp 2,000', '']);
    await click('#insurance');
    await choose('jne');
    expect(costs()).to.deep.equal(['−Rp 2,000', '']);
    expect(lines()).to.deep.equal(['Shipping Rp 15,000', 'Insurance −Rp 2,000', 'Delivery total Rp 13,000']);
  });

  it('have no parts below them for a price of one part', async () => {
    const { comparison, choose, click, lines } = await renderSwitches();
    await choose('jne');
    expect([lines(), all(comparison, '.panel').length]).to.deep.equal([[], 0]);
    await click('#insurance');
    expect(lines()).to.deep.equal(['Shipping Rp 15,000', 'Insurance Rp 750', 'Delivery total Rp 15,750']);
  });
});

describe('a choice without what is switched on', () => {
  it('says below the switch that it takes no COD, with another rate or COD off for one tap each', async () => {
    const { comparison, choose, collect, press, focused } = await renderSwitches();
    await choose('wahana');
    await collect();
    expect(textOf(one(comparison, '.repair'))).to.equal(
      'WAHANA Reguler doesn’t take COD. Use JNE Reguler, Rp 19,000 Turn COD off',
    );
    expect(all(comparison, '.panel').length, 'said once').to.equal(0);
    await expectAccessible(comparison);
    await press('Use JNE Reguler, Rp 19,000');
    expect([comparison.value, comparison.cashOnDelivery]).to.deep.equal(['jne/reg', true]);
    expect(focused() === one(comparison, 'input[value="jne/reg"]')).to.equal(true);
    expect(all(comparison, '.repair').length).to.equal(0);
  });

  it('says that its courier cannot insure, with another rate for one tap', async () => {
    const { comparison, choose, click, press } = await renderSwitches();
    await choose('wahana');
    await click('#insurance');
    expect(comparison.insured, 'locked').to.equal(false);
    expect(textOf(one(comparison, '#insurance-hint'))).to.equal('WAHANA cannot insure this parcel.');
    await press('Use JNE Reguler, Rp 15,000');
    expect([comparison.value, comparison.insured]).to.deep.equal(['jne/reg', false]);
    await click('#insurance');
    await click('[part=more]');
    await choose('wahana');
    await press('Use JNE Reguler, Rp 15,750');
    expect([comparison.value, comparison.insured, all(comparison, '.repair').length]).to.deep.equal([
      'jne/reg',
      true,
      0,
    ]);
  });

  it('has buttons of one width where they stand beneath each other', async () => {
    const { comparison, choose, collect } = await renderSwitches();
    comparison.style.inlineSize = '20rem';
    await choose('wahana');
    await collect();
    const boxes = all(comparison, '.repair button').map((button) => button.getBoundingClientRect());
    expect(new Set(boxes.map(({ top }) => top)).size, 'lines').to.equal(2);
    expect(new Set(boxes.map(({ width }) => Math.round(width))).size, 'widths').to.equal(1);
  });

  it('is back once COD is turned off, and focus is on the switch', async () => {
    const { comparison, choose, collect, press, said, focused } = await renderSwitches();
    await choose('wahana');
    await collect();
    expect([comparison.value, said()]).to.deep.equal([null, 'WAHANA Reguler doesn’t take COD.']);
    await press('Turn COD off');
    expect([comparison.value, comparison.cashOnDelivery]).to.deep.equal(['wahana/reg', false]);
    expect(focused() === one(comparison, '#cash-on-delivery')).to.equal(true);
  });

  it('is suspended where its courier lists it without COD only, and comes back', async () => {
    const client = clientOf(async (request) => {
      const { destination_cash_on_delivery: collected } = await request.json();
      const listed = [row('jne', 15_000), prepaid(row('tiki', 16_000))];
      return json({ success: true, pricing: collected ? listed.slice(0, 1) : listed.map(prepaid) });
    });
    const { comparison, choose, collect, click, said } = await renderSwitches({ client, couriers: 'jne,tiki' });
    await choose('tiki');
    const reasons: string[] = [];
    comparison.addEventListener('ship-rate-change', ({ reason }) => reasons.push(reason));
    await collect();
    expect(textOf(one(comparison, '.repair'))).to.equal(
      'TIKI Reguler doesn’t take COD. Use JNE Reguler, Rp 19,000 Turn COD off',
    );
    expect([comparison.value, said()]).to.deep.equal([null, 'TIKI Reguler doesn’t take COD.']);
    await click('#cash-on-delivery');
    expect([comparison.value, comparison.rate?.price, reasons]).to.deep.equal([
      ...['tiki/reg', 16_000],
      ['not-eligible', 'restored'],
    ]);
  });

  it('shows the rates of a lane where no courier insures, though insurance is on from the start', async () => {
    const none = rates.map((rate) => ({
      ...prepaid(rate),
      available_for_insurance: false,
      insurance_fee: 0,
      price: 9_000,
    }));
    const client = clientOf(async () => json({ success: true, pricing: none }));
    const { comparison, choose } = await renderSwitches({ client, insured: true });
    expect([comparison.status, all(comparison, '[part=row]').length]).to.deep.equal(['ready', 3]);
    expect(all(comparison, '.message').length).to.equal(0);
    await choose('jne');
    expect(textOf(one(comparison, '#insurance-hint'))).to.equal('JNE cannot insure this parcel.');
    expect(all(comparison, '.repair').length, 'there is nothing to offer').to.equal(0);
  });

  it('hears that no courier takes COD there, keeps the rows in sight, and has one button', async () => {
    const client = clientOf(async (request) => {
      const { destination_cash_on_delivery: collected } = await request.json();
      return collected
        ? json({ success: false, error: 'no cash', code: 40002031 }, { status: 400 })
        : json({ success: true, pricing: rates.map(prepaid) });
    });
    const { comparison, collect, press, said } = await renderSwitches({ client });
    await collect();
    const sentence = 'No courier takes cash on delivery at this address.';
    expect([said(), textOf(one(comparison, '.repair'))]).to.deep.equal([sentence, `${sentence} Turn COD off`]);
    expect(all(comparison, '[part=reason]').map(textOf)).to.deep.equal(['No COD', 'No COD', 'No COD']);
    await press('Turn COD off');
    expect([comparison.cashOnDelivery, all(comparison, '.repair, [part=reason]').length]).to.deep.equal([false, 0]);
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
    expect(getComputedStyle(one(comparison, '[part=row]')).borderColor, 'no red on rows').to.equal(before);
  });
});

describe('a lane that nobody serves', () => {
  /** What is said where none of these couriers has a rate, as the page has chosen them. */
  async function emptyLane(couriers: string, to: Partial<Shipment> = shipment) {
    const refused = json({ success: false, error: 'No courier available', code: 40001010 }, { status: 400 });
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers=${couriers} .shipment=${{ items: shipment.items, ...to, origin_latitude: -6.2, origin_longitude: 106.8 }}
        .client=${clientOf(async () => refused.clone())}></ship-rate-comparison>
    `);
    await next(comparison, 'ship-quote');
    await settled(comparison);
    expect(all(comparison, '[role=switch], .panel').length, 'one sentence, and no switches').to.equal(0);
    return textOf(one(comparison, '.message'));
  }

  it('asks to check the postal code', async () => {
    for (const couriers of ['jne', 'jne,gojek'])
      expect(await emptyLane(couriers), couriers).to.equal(
        'No courier delivers to this address. Please check the postal code.',
      );
  });

  it('asks for no postal code where the address has none', async () => {
    const sentence = 'No courier delivers to this address.';
    expect(await emptyLane('jne', { destination_area_id: 'IDNP6IDNC148IDND836' })).to.equal(sentence);
    expect(await emptyLane('jne', { destination_latitude: -6.9, destination_longitude: 107.6 })).to.equal(sentence);
  });

  it('says that a map pin is missing where each courier needs one', async () => {
    expect(await emptyLane('gojek')).to.equal('Gojek needs a map pin: the exact spot of your address.');
  });
});
