import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, one, press, render, settled, textOf } from '../support/elements.ts';
import { rate, shipment } from '../support/fixtures.ts';

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

/** A comparison of these rates, which asks for none. */
async function renderRates(more: Partial<RateComparisonElement> = {}) {
  const comparison = await render<RateComparisonElement>(html`
    <ship-rate-comparison lang="en" name="shipping" .rates=${rates} .shipment=${shipment}></ship-rate-comparison>
  `);
  Object.assign(comparison, more);
  await settled(comparison);
  const servicesOf = (selector: string) =>
    all<HTMLInputElement>(comparison, selector).map(({ value }) => value.replace('jne/', ''));
  const badgeOf = (row: HTMLElement) => row.querySelector('[part=badge], [part=reason]')?.textContent;
  return {
    comparison,
    press: (selector: string) => press(comparison, selector),
    rowOf: (service: string) => one<HTMLInputElement>(comparison, `input[value="jne/${service}"]`),
    more: () => one(comparison, '[part=more]'),
    shown: () => servicesOf('input[type=radio]'),
    checked: () => servicesOf('input[type=radio]:checked'),
    badges: () => all(comparison, '[part=row]').map(badgeOf),
    choose: (service: string) => press(comparison, `input[value="jne/${service}"]`),
    isFocused: (element: Element) => comparison.shadowRoot?.activeElement === element,
    /** Presses a key on the focused control. */
    key: async (key: string, options: KeyboardEventInit = {}) => {
      const bubbles = { bubbles: true, composed: true, cancelable: true };
      comparison.shadowRoot?.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ...bubbles, ...options }),
      );
      await settled(comparison);
    },
  };
}

const short = ['reg-1', 'next', 'eco-1'];
const whole = ['eco-1', 'eco-2', 'eco-3', 'eco-4', 'reg-1', 'reg-2', 'reg-3', 'reg-4', 'next'];

describe('the short list', () => {
  it('is accessible, closed and open', async () => {
    const { comparison, press } = await renderRates({ cashOnDelivery: true });
    await expectAccessible(comparison);
    await press('[part=more]');
    await expectAccessible(comparison);
  });

  it('has the rates that no other rate beats, with one note each, and chooses none', async () => {
    const { comparison, shown, badges, more, rowOf } = await renderRates();
    expect([shown(), comparison.value]).to.deep.equal([short, null]);
    expect(badges()).to.deep.equal(['Recommended: cheapest within 3 days', 'Fastest', 'No insurance']);
    expect(rowOf('eco-1').getAttribute('aria-description')).to.equal('No insurance, Cheapest');
    expect([textOf(more()), more().ariaExpanded]).to.deep.equal(['6 more', 'false']);
    expect(all(comparison, '[part=tools]').length).to.equal(0);
  });

  it('opens to all rates, cheapest first, and closes. Focus stays on its button', async () => {
    const { press, shown, more, isFocused } = await renderRates();
    more().focus();
    await press('[part=more]');
    expect(shown()).to.deep.equal(whole);
    expect([textOf(more()), more().ariaExpanded, isFocused(more())]).to.deep.equal(['Show fewer', 'true', true]);
    await press('[part=more]');
    expect([shown(), isFocused(more())]).to.deep.equal([short, true]);
  });

  it('has all rates with the attribute all-rates, and if there are no more rates than rows', async () => {
    const { comparison, shown } = await renderRates({ allRates: true });
    expect([shown(), all(comparison, '[part=more]').length]).to.deep.equal([whole, 0]);
    comparison.allRates = false;
    comparison.rows = 9;
    await settled(comparison);
    expect([shown().length, all(comparison, '[part=more], [part=tools]').length]).to.deep.equal([9, 0]);
  });

  it('keeps the choice and the one before it in sight, so that choosing moves no row', async () => {
    const { comparison, press, choose, shown, checked } = await renderRates();
    comparison.value = 'jne/eco-3';
    await settled(comparison);
    expect([shown(), checked()]).to.deep.equal([[...short, 'eco-3'], ['eco-3']]);
    await press('[part=more]');
    await choose('reg-3');
    await press('[part=more]');
    const kept = [...short, 'eco-3', 'reg-3'];
    expect([shown(), checked()]).to.deep.equal([kept, ['reg-3']]);
    await choose('eco-1');
    expect([shown(), checked()]).to.deep.equal([kept, ['eco-1']]);
  });

  it('says what a rate lacks in its place among all rates, and in its name', async () => {
    const { comparison, press, shown, rowOf } = await renderRates();
    await press('[part=more]');
    for (const control of ['#insurance', '#cash-on-delivery']) await press(control);
    expect(shown()).to.deep.equal(whole);
    expect(all(comparison, '[part=reason]').map(textOf)).to.deep.equal(['No insurance', 'No COD', 'No COD']);
    expect(rowOf('eco-1').ariaLabel).to.match(/No insurance$/);
  });

  it('begins, opened while COD is on, with what collects, and folds the others behind one line', async () => {
    const { comparison, press, shown, checked, choose } = await renderRates({ cashOnDelivery: true });
    const able = whole.filter((service) => !['eco-4', 'reg-2'].includes(service));
    await press('[part=more]');
    expect(shown()).to.deep.equal(able);
    const fold = one(comparison, '.fold');
    expect([textOf(fold), fold.ariaExpanded]).to.deep.equal(['2 services don’t take COD', 'false']);
    await press('.fold');
    expect([shown(), fold.ariaExpanded]).to.deep.equal([[...able, 'eco-4', 'reg-2'], 'true']);
    await choose('reg-2');
    await press('#cash-on-delivery');
    expect(shown(), 'a switch moves no row').to.deep.equal([...able, 'eco-4', 'reg-2']);
    await press('#cash-on-delivery');
    for (const _twice of [1, 2]) await press('[part=more]');
    expect([shown(), checked()], 'the choice stays in sight').to.deep.equal([[...able, 'reg-2'], ['reg-2']]);
  });

  it('chooses the first and the last rate at Home and End, as arrow keys choose', async () => {
    const { comparison, rowOf, key, isFocused } = await renderRates();
    rowOf('next').focus();
    await key('End');
    expect([comparison.value, isFocused(rowOf('eco-1'))]).to.deep.equal(['jne/eco-1', true]);
    await key('Home');
    expect([comparison.value, isFocused(rowOf('reg-1'))]).to.deep.equal(['jne/reg-1', true]);
    await key('End', { ctrlKey: true });
    expect(comparison.value).to.equal('jne/reg-1');
  });

  it('closes at Escape from a row and the button. Focus goes to the button', async () => {
    const { comparison, press, shown, more, key, isFocused } = await renderRates();
    for (const place of ['input[value="jne/reg-3"]', '[part=more]']) {
      await press('[part=more]');
      one(comparison, place).focus();
      await key('Escape');
      expect([shown(), isFocused(more())], place).to.deep.equal([short, true]);
    }
  });
});

describe('a row', () => {
  it('leads with the arrival, then names courier and service, for the eye and for screen readers', async () => {
    const { comparison, rowOf } = await renderRates({ rates: [row('reg', 15_000, '2 - 3'), row('eco', 9_000, '4')] });
    const lines = all(comparison, '[part=row]').map(textOf);
    expect(lines).to.deep.equal([
      '2–3 days Rp 15,000 JNE Reguler Recommended: cheapest within 3 days',
      '4 days Rp 9,000 JNE eco Cheapest',
    ]);
    const said = ['aria-label', 'aria-description'].map((name) => rowOf('reg').getAttribute(name));
    expect(said.map((text) => text?.replaceAll('\u00a0', ' '))).to.deep.equal([
      'JNE Reguler, 2–3 days, Rp 15,000',
      'Recommended: cheapest within 3 days',
    ]);
    // A screen reader reads the radio. The same words for the eye are hidden from it.
    const beside = [...(rowOf('reg').parentElement?.children ?? [])].filter((part) => part !== rowOf('reg'));
    expect(beside.every(({ ariaHidden }) => ariaHidden === 'true')).to.equal(true);
  });

  it('says why it is recommended, in both languages, and for which extra a dearer one is there', async () => {
    const goods = { ...shipment, items: shipment.items.map((item) => ({ ...item, value: 4_000_000 })) };
    const none = { available_for_insurance: false, available_for_cash_on_delivery: false };
    const given = [row('bold', 5_000, '2', none), row('safe', 9_000, '2'), row('slow', 9_500, '5', none)];
    const insures = row('paid', 7_000, '2', { available_for_cash_on_delivery: false });
    const { comparison, badges } = await renderRates({ rates: [...given, insures], shipment: goods, rows: 3 });
    expect(badges()).to.deep.equal(['Recommended: cheapest insurable', 'No insurance', 'COD possible']);
    comparison.lang = 'id';
    await settled(comparison);
    expect(badges()).to.deep.equal(['Rekomendasi: termurah yang bisa diasuransikan', 'Tanpa asuransi', 'Bisa COD']);
    // Above the service's limit, the switch says that no courier collects it.
    comparison.cashOnDeliveryAmount = 15_000_001;
    await settled(comparison);
    expect(badges()[2]).to.equal(undefined);
  });

  it('says the price before a discount where it has no badge', async () => {
    const fees = { insurance_fee: 750, cash_on_delivery_fee: 4_000 };
    const reduced = row('reg', 19_750, '2', { ...fees, shipping_fee: 18_000, shipping_fee_discount: 3_000 });
    const { comparison, rowOf } = await renderRates({ rates: [reduced] });
    expect(textOf(one(comparison, '.row s'))).to.equal('Rp 22,750');
    expect(rowOf('reg').getAttribute('aria-description')).to.match(/^was Rp.22,750$/);
  });

  it('calls a service by the name that shoppers know, and never by its code', async () => {
    const named = (code: string, name: string | undefined) =>
      row(code, 9_000, '2', { courier_service_code: code, courier_service_name: name });
    const { comparison } = await renderRates({
      rates: [named('ods', 'ODS'), named('x_99', undefined), named('yes', 'YES')],
    });
    expect(all(comparison, '.name').map(textOf)).to.deep.equal(['One Day', '', 'YES']);
  });

  it('is at most 22 nodes, with a picture or a discount', async () => {
    const reduced = rates.map((row) => ({ ...row, shipping_fee: row.price + 1_000, shipping_fee_discount: 1_000 }));
    const pictured = { logos: { jne: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E' } };
    const { comparison } = await renderRates({ allRates: true });
    /** Elements, texts and comments. */
    const nodes = (node: Node): number => 1 + [...node.childNodes].reduce((sum, child) => sum + nodes(child), 0);
    for (const more of [pictured, { logos: {}, rates: reduced }]) {
      Object.assign(comparison, more);
      await settled(comparison);
      const counts = all(comparison, '[part=row]').map(nodes);
      expect(Math.max(...counts), counts.join()).to.be.at.most(22);
    }
  });

  it('is not rendered again when another one is chosen, or when a switch leaves it as it is', async () => {
    let rendered = 0;
    const arrival = ({ most, unit }: { most: number; unit: string }) => {
      rendered += 1;
      return `${most} ${unit}`;
    };
    const selectable = rates.map((row) => ({ ...row, available_for_cash_on_delivery: true }));
    const { choose, press } = await renderRates({ allRates: true, words: { arrival }, rates: selectable });
    expect(rendered).to.be.at.least(selectable.length);
    rendered = 0;
    await choose('reg-1');
    await choose('reg-3');
    await press('#cash-on-delivery');
    expect(rendered).to.equal(0);
  });
});
