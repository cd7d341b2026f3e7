import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, record, render, settled, textOf } from '../support/elements.ts';
import { json, rate, shipment } from '../support/fixtures.ts';

const row = (service: string, price: number, range: string, more: Partial<Rate> = {}) =>
  rate({
    courier_service_code: service,
    courier_service_name: service,
    price,
    shipping_fee: price,
    shipment_duration_range: range,
    ...more,
  });

/** Three speeds; the cheapest of all is slow, and the second of the regular ones is neither insured nor paid on delivery. */
const rates = [
  row('next', 40_000, '1', { service_type: 'overnight' }),
  row('reg-1', 15_000, '2 - 3'),
  row('reg-2', 16_000, '2 - 3', { available_for_insurance: false, available_for_cash_on_delivery: false }),
  row('reg-3', 17_000, '2 - 3'),
  row('reg-4', 18_000, '2 - 3'),
  row('eco-1', 9_000, '3 - 5', { available_for_insurance: false }),
  row('eco-2', 10_000, '3 - 5'),
  row('eco-3', 11_000, '3 - 5'),
  row('eco-4', 12_000, '3 - 5', { available_for_cash_on_delivery: false }),
];

async function renderGroups(more: Partial<RateComparisonElement> = {}) {
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" name="shipping" .rates=${rates} .shipment=${shipment}></ship-rate-comparison>
  `);
  Object.assign(comparison, more);
  await settled(comparison);
  const press = async (selector: string) => {
    one(comparison, selector).focus();
    one(comparison, selector).click();
    await settled(comparison);
  };
  return {
    comparison,
    press,
    shown: () => all<HTMLInputElement>(comparison, 'input[type=radio]').map(({ value }) => value.slice(4)),
    headings: () => all(comparison, '.heading').map(textOf),
    badges: () =>
      Object.fromEntries(
        all(comparison, '[part=row]').flatMap((row) => {
          const badge = row.querySelector('[part=badge]');
          return badge ? [[one<HTMLInputElement>(row, 'input').value.slice(4), textOf(badge)]] : [];
        }),
      ),
    choose: (service: string) => press(`input[value="jne/${service}"]`),
    focused: () => comparison.shadowRoot?.activeElement,
  };
}

describe('a list of more than eight rates', () => {
  it('is accessible in groups, opened and closed', async () => {
    const { comparison, press } = await renderGroups({ cashOnDelivery: true });
    await expectAccessible(comparison);
    await press('#more-standard');
    await press('#more-without-cashOnDelivery');
    await expectAccessible(comparison);
  });

  it('is grouped by speed: the cheapest of each, and how many others there are, from which price', async () => {
    const { shown, headings } = await renderGroups();
    expect(headings()).to.deep.equal(['Next day', 'Regular 3 more from Rp 16,000', 'Economy 3 more from Rp 10,000']);
    expect(shown()).to.deep.equal(['next', 'reg-1', 'eco-1']);
  });

  it('has what the page has chosen in sight, whatever it costs', async () => {
    const client = clientOf(async () => json({ success: true, pricing: rates }));
    const comparison = await render<RateComparisonElement>(html`
      <ship-rate-comparison lang="en" couriers="jne" value="jne/reg-3" .shipment=${shipment} .client=${client}>
      </ship-rate-comparison>
    `);
    await next(comparison, 'ship-quote');
    await settled(comparison);
    const shown = all<HTMLInputElement>(comparison, 'input[type=radio]');
    expect(shown.map(({ value }) => value.slice(4))).to.deep.equal(['next', 'reg-1', 'reg-3', 'eco-1']);
    expect(shown.map(({ checked }) => checked)).to.deep.equal([false, false, true, false]);
  });

  it('is flat where the shop wants it so, and where it is taken in at a glance', async () => {
    const { comparison, shown, headings } = await renderGroups({ view: 'list' });
    expect([headings(), shown()]).to.deep.equal([[], ['eco-1', 'eco-2', 'eco-3', 'eco-4', 'reg-1']]);
    comparison.setAttribute('view', 'groups');
    await settled(comparison);
    expect(headings()).to.have.length(3);
    comparison.rates = rates.slice(1);
    await settled(comparison);
    expect(headings()).to.deep.equal([]);
  });

  it('opens a group under its button, and closes it again; what has focus keeps it', async () => {
    const { comparison, press, shown, headings, focused } = await renderGroups();
    const button = one(comparison, '#more-standard');
    const top = button.getBoundingClientRect().top;
    await press('#more-standard');
    expect(shown()).to.deep.equal(['next', 'reg-1', 'reg-2', 'reg-3', 'reg-4', 'eco-1']);
    expect(headings()[1]).to.equal('Regular Show fewer');
    expect([button.ariaExpanded, focused()]).to.deep.equal(['true', button]);
    await press('#more-standard');
    expect(shown()).to.deep.equal(['next', 'reg-1', 'eco-1']);
    expect([button.ariaExpanded, focused()]).to.deep.equal(['false', button]);
    expect(button.getBoundingClientRect().top).to.equal(top);
  });

  it('says by its button which group it is of', async () => {
    const { comparison } = await renderGroups();
    const named = one(comparison, '#more-economy').getAttribute('aria-labelledby')?.split(' ') ?? [];
    expect(named.map((id) => textOf(one(comparison, `#${id}`))).join(' ')).to.equal('Economy 3 more from Rp 10,000');
  });

  it('keeps the chosen row in sight, and what was chosen before, until its group is closed once more', async () => {
    const { comparison, press, choose, shown } = await renderGroups();
    await press('#more-standard');
    await choose('reg-3');
    await press('#more-standard');
    expect(shown()).to.deep.equal(['next', 'reg-1', 'reg-3', 'eco-1']);
    await choose('eco-1');
    expect(shown(), 'nothing moves where another one is chosen').to.deep.equal(['next', 'reg-1', 'reg-3', 'eco-1']);
    await press('#more-standard');
    await press('#more-standard');
    expect(shown()).to.deep.equal(['next', 'reg-1', 'eco-1']);
    comparison.value = 'jne/eco-3';
    await settled(comparison);
    expect(shown(), 'a choice of the page’s').to.deep.equal(['next', 'reg-1', 'eco-1', 'eco-3']);
  });

  it('has all its radio buttons in one group, and the chosen one checked', async () => {
    const { comparison, choose } = await renderGroups();
    await choose('next');
    await choose('eco-1');
    const radios = all<HTMLInputElement>(comparison, 'input[type=radio]');
    expect(new Set(radios.map(({ name }) => name)).size).to.equal(1);
    expect(radios.filter(({ checked }) => checked).map(({ value }) => value)).to.deep.equal(['jne/eco-1']);
  });

  it('has focus on the list where what had it is closed away', async () => {
    const { comparison, press, focused } = await renderGroups();
    await press('#more-standard');
    one(comparison, 'input[value="jne/reg-4"]').focus();
    one(comparison, '#more-standard').click();
    await settled(comparison);
    expect(focused()).to.equal(one(comparison, '.rows'));
  });
});

describe('the recommended rate', () => {
  it('is the cheapest within three days, and not chosen for the shopper', async () => {
    const { comparison, badges } = await renderGroups();
    expect(badges()).to.deep.equal({ 'reg-1': 'Recommended', 'eco-1': 'Cheapest', next: 'Fastest' });
    expect(comparison.value).to.equal(null);
  });

  it('is what the shop says, by attribute or property, and in sight', async () => {
    const { comparison, badges, shown } = await renderGroups({ recommended: 'jne/reg-4' });
    expect(badges()).to.deep.equal({ 'reg-4': 'Recommended', 'eco-1': 'Cheapest', next: 'Fastest' });
    expect(shown()).to.include('reg-4');
    comparison.setAttribute('recommended', 'jne/eco-1');
    await settled(comparison);
    expect(badges()['eco-1']).to.equal('Recommended · Cheapest');
  });

  it('is said of the radio button as well', async () => {
    const { comparison } = await renderGroups();
    expect(one(comparison, 'input[value="jne/reg-1"]').getAttribute('aria-description')).to.equal(
      '2–3 days, Recommended',
    );
  });
});

describe('rates that lack what is switched on', () => {
  it('are behind the others, folded, and praise goes to those that have it', async () => {
    const { comparison, shown, headings, badges } = await renderGroups({ insured: true });
    expect(headings().at(-1)).to.equal('Without insurance (2)');
    expect(shown()).to.deep.equal(['next', 'reg-1', 'eco-2']);
    expect(badges()['eco-2']).to.equal('Cheapest');
    comparison.insured = false;
    await settled(comparison);
    expect(shown()).to.deep.equal(['next', 'reg-1', 'eco-1']);
  });

  it('can be chosen all the same without insurance, and not without cash on delivery', async () => {
    const { comparison, press, choose, headings } = await renderGroups({ insured: true, cashOnDelivery: true });
    expect(headings().slice(-2)).to.deep.equal(['Without insurance (1)', 'Without COD (2)']);
    await press('#more-without-insured');
    await press('#more-without-cashOnDelivery');
    await choose('eco-4');
    expect(one(comparison, 'input[value="jne/eco-4"]').ariaDisabled).to.equal('true');
    expect(comparison.value).to.equal(null);
    const border = (service: string) =>
      getComputedStyle(one(comparison, `[part=row]:has([value="jne/${service}"])`)).borderColor;
    expect(border('eco-4'), 'no red on rows').to.equal(border('reg-1'));
    await choose('eco-1');
    expect(comparison.value).to.equal('jne/eco-1');
  });

  it('leave the switch that was pressed where it is', async () => {
    const { comparison } = await renderGroups();
    for (const id of ['insurance', 'cash-on-delivery', 'insurance', 'cash-on-delivery']) {
      const before = one(comparison, `#${id}`).getBoundingClientRect().top;
      const events = record(comparison, 'change');
      one(comparison, `#${id}`).click();
      await settled(comparison);
      expect(events).to.deep.equal(['change']);
      expect(one(comparison, `#${id}`).getBoundingClientRect().top).to.be.closeTo(before, 2);
    }
  });

  it('are found where the choice is among them', async () => {
    const { comparison, choose, shown } = await renderGroups();
    await choose('eco-1');
    comparison.insured = true;
    await settled(comparison);
    expect(shown().at(-1)).to.equal('eco-1');
    expect(one<HTMLInputElement>(comparison, 'input[value="jne/eco-1"]').checked).to.equal(true);
  });
});

describe('a row', () => {
  /** Elements, words and comments, as the browser holds them. */
  const nodes = (node: Node): number => 1 + [...node.childNodes].reduce((sum, child) => sum + nodes(child), 0);

  const logos = { jne: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E' };
  const reduced = rates.map((row) => ({ ...row, shipping_fee: row.price + 1_000, shipping_fee_discount: 1_000 }));

  for (const [what, more] of [
    ['a picture and a badge', { logos }],
    ['a badge and the price before a discount', { rates: reduced }],
  ] as const)
    it(`is at most 20 nodes, with ${what}`, async () => {
      const { comparison } = await renderGroups({ view: 'list', rows: 9, ...more });
      const counts = all(comparison, '[part=row]').map(nodes);
      expect(Math.max(...counts), counts.join()).to.be.at.most(20);
    });

  it('is not rendered again where another one is chosen, nor where a switch leaves it as it is', async () => {
    let rendered = 0;
    const arrival = ({ most, unit }: { most: number; unit: string }) => {
      rendered += 1;
      return `${most} ${unit}`;
    };
    const able = rates.slice(0, -1).map((row) => ({ ...row, available_for_cash_on_delivery: true }));
    const { choose, press } = await renderGroups({ view: 'list', rows: 9, words: { arrival }, rates: able });
    expect(rendered).to.be.at.least(able.length);
    rendered = 0;
    await choose('reg-1');
    await choose('reg-3');
    expect(rendered).to.equal(0);
    await press('#cash-on-delivery');
    expect(rendered).to.equal(0);
  });

  it('has nothing written into it where another one is chosen', async () => {
    const { comparison, choose } = await renderGroups({ view: 'list', rows: 9 });
    const changed: string[] = [];
    const observer = new MutationObserver((records) => changed.push(...records.map(({ type }) => type)));
    observer.observe(one(comparison, '.rows'), {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    await choose('reg-1');
    await choose('reg-3');
    observer.takeRecords();
    expect(changed).to.deep.equal([]);
    observer.disconnect();
  });

  it('has no language written over it that is the same: a browser would find all styles anew', async () => {
    const { comparison, choose } = await renderGroups({ view: 'list', rows: 9 });
    const written: unknown[] = [];
    const observer = new MutationObserver((records) => written.push(...records));
    await choose('reg-3');
    observer.observe(comparison.shadowRoot as ShadowRoot, { subtree: true, attributeFilter: ['lang'] });
    await choose('reg-1');
    expect(written).to.deep.equal([]);
    comparison.lang = 'id';
    await settled(comparison);
    expect(written).not.to.deep.equal([]);
    observer.disconnect();
  });
});
