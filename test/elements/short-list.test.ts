import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, next, one, render, settled, textOf } from '../support/elements.ts';
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

/** No other rate beats `next`, `reg-1` and `eco-1`. Some have no insurance or no COD. */
const rates = [
  row('next', 40_000, '1'),
  row('reg-1', 15_000, '2 - 3'),
  row('reg-2', 16_000, '2 - 3', { available_for_insurance: false, available_for_cash_on_delivery: false }),
  row('reg-3', 17_000, '2 - 3'),
  row('reg-4', 18_000, '2 - 3'),
  row('eco-1', 9_000, '3 - 5', { available_for_insurance: false }),
  row('eco-2', 10_000, '3 - 5'),
  row('eco-3', 11_000, '3 - 5'),
  row('eco-4', 12_000, '3 - 5', { available_for_cash_on_delivery: false }),
];

/** The parts of a comparison that a test looks at and presses. */
function handlesOf(comparison: Element) {
  const press = async (selector: string) => {
    one(comparison, selector).focus();
    one(comparison, selector).click();
    await settled(comparison);
  };
  const rowOf = (service: string) => one<HTMLInputElement>(comparison, `input[value="jne/${service}"]`);
  return {
    comparison,
    press,
    rowOf,
    more: () => one(comparison, '[part=more]'),
    shown: () => all<HTMLInputElement>(comparison, 'input[type=radio]').map(({ value }) => value.slice(4)),
    checked: () => all<HTMLInputElement>(comparison, 'input[type=radio]:checked').map(({ value }) => value.slice(4)),
    badges: () =>
      Object.fromEntries(
        all(comparison, '[part=badge]').map((badge) => {
          const input = badge.closest('[part=row]')?.querySelector('input');
          return [input?.value.slice(4), textOf(badge)];
        }),
      ),
    choose: (service: string) => press(`input[value="jne/${service}"]`),
    sort: async (order: string) => {
      const select = one<HTMLSelectElement>(comparison, '[part=tools] select');
      select.value = order;
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await settled(comparison);
    },
    focused: () => comparison.shadowRoot?.activeElement,
    key: async (key: string, options: KeyboardEventInit = {}) => {
      let element = comparison.shadowRoot?.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const bubbles = { bubbles: true, composed: true, cancelable: true };
      element?.dispatchEvent(new KeyboardEvent('keydown', { key, ...bubbles, ...options }));
      await settled(comparison);
    },
  };
}

/** A comparison of these rates, which asks for none. */
async function renderRates(more: Partial<RateComparisonElement> = {}) {
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" name="shipping" .rates=${rates} .shipment=${shipment}></ship-rate-comparison>
  `);
  Object.assign(comparison, more);
  await settled(comparison);
  return { ...handlesOf(comparison), comparison };
}

const short = ['reg-1', 'next', 'eco-1'];
const byPrice = ['eco-1', 'eco-2', 'eco-3', 'eco-4', 'reg-1', 'reg-2', 'reg-3', 'reg-4', 'next'];

describe('the short list', () => {
  it('is accessible, closed and open', async () => {
    const { comparison, press } = await renderRates({ cashOnDelivery: true });
    await expectAccessible(comparison);
    await press('[part=more]');
    await expectAccessible(comparison);
  });

  it('has the rates that no other beats, the recommended first, and chooses none', async () => {
    const { comparison, shown, more } = await renderRates();
    expect([shown(), comparison.value]).to.deep.equal([short, null]);
    expect([textOf(more()), more().ariaExpanded]).to.deep.equal(['Show all 9', 'false']);
    expect(all(comparison, '[part=tools]').length).to.equal(0);
  });

  it('opens to all rates, sorted by price or by arrival, and closes; focus stays on its button', async () => {
    const { press, shown, sort, more, focused } = await renderRates();
    await press('[part=more]');
    expect(shown()).to.deep.equal(byPrice);
    expect([textOf(more()), more().ariaExpanded, focused() === more()]).to.deep.equal(['Show fewer', 'true', true]);
    await sort('arrival');
    expect(shown()).to.deep.equal([
      ...['next', 'reg-1', 'reg-2', 'reg-3', 'reg-4'],
      ...['eco-1', 'eco-2', 'eco-3', 'eco-4'],
    ]);
    await press('[part=more]');
    expect([shown(), focused() === more()]).to.deep.equal([short, true]);
  });

  it('shows all rates at once with view="list", and where there are no more than rows', async () => {
    const { comparison, shown, sort } = await renderRates({ view: 'list' });
    expect([shown(), all(comparison, '[part=more]').length]).to.deep.equal([byPrice, 0]);
    await sort('arrival');
    expect(shown()[0]).to.equal('next');
    comparison.view = '';
    comparison.rows = 9;
    await settled(comparison);
    expect([shown().length, all(comparison, '[part=more], [part=tools]').length]).to.deep.equal([9, 0]);
  });

  it('keeps the choice in sight, and the one before: choosing moves no row', async () => {
    const { comparison, press, choose, shown, checked } = await renderRates();
    comparison.value = 'jne/eco-3';
    await settled(comparison);
    expect([shown(), checked()]).to.deep.equal([[...short, 'eco-3'], ['eco-3']]);
    await press('[part=more]');
    await choose('reg-3');
    await press('[part=more]');
    const kept = [...short.slice(0, 3), 'reg-3', 'eco-3'];
    expect([shown(), checked()]).to.deep.equal([kept, ['reg-3']]);
    await choose('eco-1');
    expect([shown(), checked()]).to.deep.equal([kept, ['eco-1']]);
  });

  it('has rates that lack what is switched on at the end of all rates only', async () => {
    const { comparison, press, choose, shown } = await renderRates({ insured: true, cashOnDelivery: true });
    expect(shown()).to.deep.equal(['reg-1', 'next', 'eco-2']);
    await press('[part=more]');
    expect(shown().slice(-3)).to.deep.equal(['eco-1', 'eco-4', 'reg-2']);
    expect(all(comparison, '[part=reason]').map(textOf)).to.deep.equal(['Can’t be insured', 'No COD', 'No COD']);
    await choose('eco-4');
    expect([comparison.value, one(comparison, '[role=status]').textContent]).to.deep.equal([null, 'No COD']);
    await choose('eco-1');
    expect(comparison.value).to.equal('jne/eco-1');
  });
});

describe('the badges', () => {
  it('are one a row at most: recommended before cheapest before fastest', async () => {
    const { comparison, badges } = await renderRates();
    expect(badges()).to.deep.equal({ 'reg-1': 'Recommended', 'eco-1': 'Cheapest', next: 'Fastest' });
    comparison.setAttribute('recommended', 'jne/eco-1');
    await settled(comparison);
    expect(badges()).to.deep.equal({ 'eco-1': 'Recommended', next: 'Fastest' });
  });

  it('go to the rates that have what is switched on', async () => {
    const { badges } = await renderRates({ insured: true });
    expect(badges()).to.deep.equal({ 'reg-1': 'Recommended', 'eco-2': 'Cheapest', next: 'Fastest' });
  });

  it('put the rate that the shop recommends first', async () => {
    const { shown, badges } = await renderRates({ recommended: 'jne/reg-4' });
    expect([shown()[0], badges()['reg-4']]).to.deep.equal(['reg-4', 'Recommended']);
  });
});

describe('the keyboard in the list', () => {
  it('goes to the first and the last rate with Home and End, and chooses it as an arrow key does', async () => {
    const { comparison, rowOf, key, focused } = await renderRates();
    rowOf('next').focus();
    await key('End');
    expect([comparison.value, focused() === rowOf('eco-1')]).to.deep.equal(['jne/eco-1', true]);
    await key('Home');
    expect([comparison.value, focused() === rowOf('reg-1')]).to.deep.equal(['jne/reg-1', true]);
    await key('End', { ctrlKey: true });
    expect(comparison.value).to.equal('jne/reg-1');
  });

  it('closes the list with Escape, from a row, the sort and the button, and leaves focus on the button', async () => {
    const { press, shown, more, key, focused } = await renderRates();
    for (const place of ['input[value="jne/reg-3"]', '[part=tools] select', '[part=more]']) {
      await press('[part=more]');
      one(more().getRootNode() as unknown as Element, place).focus();
      await key('Escape');
      expect([shown(), focused() === more()], place).to.deep.equal([short, true]);
    }
  });
});

describe('preselect', () => {
  for (const [preselect, chosen] of [
    ['recommended', 'jne/reg-1'],
    ['cheapest', 'jne/eco-1'],
    ['', null],
  ] as const)
    it(`="${preselect}" chooses ${chosen ?? 'nothing'} when the rates arrive`, async () => {
      const client = clientOf(async () => json({ success: true, pricing: rates }));
      const comparison = await render<RateComparisonElement>(html`
        <ship-rate-comparison lang="en" couriers="jne" preselect=${preselect} .shipment=${shipment} .client=${client}>
        </ship-rate-comparison>
      `);
      const reasons: string[] = [];
      comparison.addEventListener('ship-rate-change', ({ reason }) => reasons.push(reason));
      await next(comparison, 'ship-quote');
      await settled(comparison);
      expect([comparison.value, reasons]).to.deep.equal([chosen, chosen ? ['preselected'] : []]);
      expect(handlesOf(comparison).checked()).to.deep.equal(chosen ? [chosen.slice(4)] : []);
    });
});

describe('a row', () => {
  /** Elements, words and comments, as the browser holds them. */
  const nodes = (node: Node): number => 1 + [...node.childNodes].reduce((sum, child) => sum + nodes(child), 0);

  const logos = { jne: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E' };
  const reduced = rates.map((row) => ({ ...row, shipping_fee: row.price + 1_000, shipping_fee_discount: 1_000 }));

  it('leads with the arrival, then courier and service, and says one note', async () => {
    const { comparison, rowOf } = await renderRates({ rates: [row('reg', 15_000, '2 - 3'), row('eco', 9_000, '4')] });
    const lines = all(comparison, '[part=row]').map(textOf);
    expect(lines).to.deep.equal(['2–3 days Rp 15,000 JNE reg Recommended', '4 days Rp 9,000 JNE eco Cheapest']);
    const said = (name: string) => rowOf('reg').getAttribute(name)?.replaceAll('\u00a0', ' ');
    expect([said('aria-label'), said('aria-description')]).to.deep.equal([
      'JNE reg, 2–3 days, Rp 15,000',
      'Recommended',
    ]);
    // A screen reader hears the radio. The same words for the eye are hidden from it.
    const beside = [...(rowOf('reg').parentElement?.children ?? [])].filter((part) => part !== rowOf('reg'));
    expect(beside.every(({ ariaHidden }) => ariaHidden === 'true')).to.equal(true);
  });

  it('leads with the date where the shop says when it hands the parcel over', async () => {
    const readyAt = new Date(Date.now() + 24 * 3_600_000);
    const { comparison, rowOf } = await renderRates({ readyAt });
    expect(textOf(all(comparison, '.lead')[0] as HTMLElement)).to.match(/^\w{3} \d+( \w+)? – \w{3} \d+( \w+)?$/);
    expect(rowOf('reg-1').getAttribute('aria-label')).to.match(/^JNE reg-1, Arrives \w{3} \d+.*, Rp.15,000$/);
  });

  it('says below the price what is in it, and the price before a discount', async () => {
    const fees = {
      insurance_fee: 750,
      cash_on_delivery_fee: 4_000,
      shipping_fee: 18_000,
      shipping_fee_discount: 3_000,
    };
    const { comparison, rowOf } = await renderRates({ rates: [row('reg', 19_750, '2', fees)] });
    expect(textOf(one(comparison, '.incl'))).to.equal('Rp 22,750 incl. insurance, incl. COD fee');
    expect(textOf(one(comparison, 's'))).to.equal('Rp 22,750');
    expect(rowOf('reg').getAttribute('aria-description')).to.match(
      /^instead of Rp.22,750, incl\. insurance, incl\. COD fee$/,
    );
  });

  it('has initials where other couriers have a picture of the shop', async () => {
    const other = rate({ courier_code: 'tiki', courier_name: 'Tiki', price: 12_000, shipping_fee: 12_000 });
    const { comparison } = await renderRates({ rates: [row('reg', 15_000, '2'), other] });
    expect(all(comparison, '.logo').length).to.equal(0);
    comparison.logos = logos;
    await settled(comparison);
    expect([all(comparison, 'img.logo').length, textOf(one(comparison, 'span.logo'))]).to.deep.equal([1, 'TI']);
  });

  for (const [what, more] of [
    ['a picture and a badge', { logos }],
    ['a badge and the price before a discount', { rates: reduced }],
  ] as const)
    it(`is at most 22 nodes, with ${what}`, async () => {
      const { comparison } = await renderRates({ view: 'list', ...more });
      const counts = all(comparison, '[part=row]').map(nodes);
      expect(Math.max(...counts), counts.join()).to.be.at.most(22);
    });

  it('is not rendered again where another one is chosen, nor where a switch leaves it as it is', async () => {
    let rendered = 0;
    const arrival = ({ most, unit }: { most: number; unit: string }) => {
      rendered += 1;
      return `${most} ${unit}`;
    };
    const able = rates.slice(0, -1).map((row) => ({ ...row, available_for_cash_on_delivery: true }));
    const { choose, press } = await renderRates({ view: 'list', words: { arrival }, rates: able });
    expect(rendered).to.be.at.least(able.length);
    rendered = 0;
    await choose('reg-1');
    await choose('reg-3');
    expect(rendered).to.equal(0);
    await press('#cash-on-delivery');
    expect(rendered).to.equal(0);
  });

  it('has no node or attribute written where another one is chosen', async () => {
    const { comparison, choose } = await renderRates({ view: 'list' });
    const changed: string[] = [];
    const observer = new MutationObserver((records) => changed.push(...records.map(({ type }) => type)));
    const everything = { subtree: true, childList: true, characterData: true, attributes: true };
    await choose('reg-1');
    observer.observe(one(comparison, '.rows'), everything);
    await choose('reg-3');
    expect(changed).to.deep.equal([]);
    observer.disconnect();
  });

  it('has no language written again that is the same: a browser would compute all styles again', async () => {
    const { comparison, choose } = await renderRates({ view: 'list' });
    const written: unknown[] = [];
    const observer = new MutationObserver((records) => written.push(...records));
    await choose('reg-3');
    observer.observe(comparison.shadowRoot as ShadowRoot, { subtree: true, attributeFilter: ['lang'] });
    await choose('reg-1');
    expect(written.length).to.equal(0);
    comparison.lang = 'id';
    await settled(comparison);
    expect(written.length).to.be.above(0);
    observer.disconnect();
  });
});
