import { expect } from 'chai';
import { html } from 'lit';
import type { Rate } from '../../src/contract/index.ts';
import type { RateComparisonElement } from '../../src/elements/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { all, clientOf, one, press, record, render, requoted, settled, textOf } from '../support/elements.ts';
import { item, json, rate, shipment } from '../support/fixtures.ts';

/** A row of `jne`, `tiki` and so on. Its price has the fees that it names. */
const row = (code: string, shipping_fee: number, more: Partial<Rate> = {}): Rate => {
  const fees = { insurance_fee: 750, cash_on_delivery_fee: 4_000, ...more };
  const price = shipping_fee + (fees.insurance_fee ?? 0) + (fees.cash_on_delivery_fee ?? 0);
  return rate({ courier_code: code, courier_name: code.toUpperCase(), shipping_fee, price, ...fees });
};

const prepaid = { available_for_cash_on_delivery: false, cash_on_delivery_fee: 0 };
const uninsurable = { available_for_insurance: false, insurance_fee: 0 };

const rates = [
  row('wahana', 9_000, { ...prepaid, ...uninsurable }),
  row('jne', 15_000),
  row('tiki', 16_000),
  row('jntcargo', 45_000, { courier_name: 'J&T Cargo', insurance_fee: 5_000 }),
];

/** A row of an answer that was asked without COD. */
const withoutCod = (rate: Rate): Rate => ({
  ...rate,
  cash_on_delivery_fee: 0,
  price: rate.price - (rate.cash_on_delivery_fee ?? 0),
});

async function renderSwitches(pricing = rates, more: Partial<RateComparisonElement> = {}) {
  const service = { refusesCod: false };
  const client = clientOf(async (request) => {
    const { destination_cash_on_delivery: isCod } = await request.json();
    if (isCod && service.refusesCod) return json({ success: false, error: 'no COD', code: 40002031 }, { status: 400 });
    return json({ success: true, pricing: isCod ? pricing : pricing.map(withoutCod) });
  });
  const form = await render<HTMLFormElement>(html`
    <form>
      <ship-rate-comparison lang="en" name="shipping" couriers="jne" all-rates .shipment=${shipment} .client=${client}>
      </ship-rate-comparison>
    </form>
  `);
  const comparison = one<RateComparisonElement>(form, 'ship-rate-comparison');
  await requoted(comparison, () => Object.assign(comparison, more));
  return {
    ...{ form, comparison, service },
    press: (selector: string) => press(comparison, selector),
    /** Asks for the rates with COD. */
    collect: () => requoted(comparison, () => press(comparison, '#cash-on-delivery')),
    pressButton: async (words: string) => {
      const button = all(comparison, 'button').find((candidate) => textOf(candidate) === words);
      if (!button) throw new Error(`There is no ${words}, but ${all(comparison, 'button').map(textOf)}.`);
      button.focus();
      button.click();
      await settled(comparison);
    },
    choose: (code: string) => press(comparison, `input[value="${code}/reg"]`),
    switchOf: (id: string) => one<HTMLInputElement>(comparison, `#${id}`),
    hint: (id: string) => textOf(one(comparison, `#${id} ~ :is(.hint, .way)`)),
    costs: () => all(comparison, '.fee').map(textOf),
    bar: () => all(comparison, '.bar').map(textOf).join(),
    said: () => textOf(one(comparison, '[role=status]')),
    isFocused: (selector: string) => comparison.shadowRoot?.activeElement === one(comparison, selector),
  };
}

describe('the switches', () => {
  it('are the bill: the delivery, what insurance and COD add, and what is known of it', async () => {
    const { comparison, choose, collect, hint, costs, switchOf } = await renderSwitches();
    expect(['insurance', 'cash-on-delivery'].map(hint)).to.deep.equal(['Covers Rp 150,000', 'Cash at the door']);
    expect(costs()).to.deep.equal(['', 'from Rp 750', 'see when on']);
    await choose('tiki');
    expect(costs(), 'the sum says what the delivery costs').to.deep.equal(['', '+Rp 750', 'see when on']);
    expect(switchOf('insurance').getAttribute('aria-description')).to.match(/^\+Rp.750, Covers Rp.150,000$/);
    const answered = collect();
    await comparison.updateComplete;
    expect(costs().at(-1), 'it is on, and is being asked').to.equal('');
    await answered;
    expect(costs()).to.deep.equal(['Rp 16,000', '+Rp 750', '+Rp 4,000']);
    await choose('wahana');
    expect(costs(), 'what this courier does not have').to.deep.equal(['', 'No insurance', '']);
    expect(['insurance', 'cash-on-delivery'].map(hint), 'the bar helps the one that is on').to.deep.equal([
      'Use JNE, +Rp 10,000',
      'WAHANA doesn’t take COD',
    ]);
    await choose('tiki');
    comparison.cashOnDeliveryCollects = 'goods';
    await settled(comparison);
    expect(hint('cash-on-delivery')).to.equal('Goods alone: Rp 150,000 cash');
  });

  it('are those that the page offers', async () => {
    const { comparison } = await renderSwitches();
    const shown = () => all<HTMLInputElement>(comparison, '[part=switch]').map(({ id }) => id);
    for (const [extras, switches] of [
      ['insurance', ['insurance']],
      [' cash-on-delivery  insurance ', ['insurance', 'cash-on-delivery']],
      ['', []],
    ] as const) {
      comparison.setAttribute('switches', extras);
      await settled(comparison);
      expect(shown(), extras).to.deep.equal(switches);
      expect(comparison.switches).to.equal(switches.join(' '));
    }
    expect(all(comparison, '[part=switch]').length).to.equal(0);
    comparison.removeAttribute('switches');
    await settled(comparison);
    expect(shown()).to.deep.equal(['insurance', 'cash-on-delivery']);
  });

  it('are left out if there is no such extra', async () => {
    const { comparison } = await renderSwitches();
    comparison.setAttribute('switches', 'insurance cod');
    expect(comparison.switches).to.equal('insurance');
    // A framework hands over a list, or `loaded && extras`.
    for (const [given, extras] of [
      [['insurance', 'cash-on-delivery'], 'insurance cash-on-delivery'],
      [false, ''],
      [null, 'insurance cash-on-delivery'],
    ] as const) {
      Object.assign(comparison, { switches: given });
      expect(comparison.switches).to.equal(extras);
    }
  });

  it('stay as the page has set them if it does not offer them, whatever a form resets or the browser restores', async () => {
    const { form, comparison, costs, choose, bar } = await renderSwitches(rates, { switches: '', insurance: true });
    await choose('jne');
    expect([costs(), bar()]).to.deep.equal([['Rp 15,000'], 'Delivery total Rp 15,750']);
    form.reset();
    comparison.formStateRestoreCallback('{"value":"jne/reg","insurance":false,"cashOnDelivery":true}');
    await settled(comparison);
    expect([comparison.insurance, comparison.cashOnDelivery]).to.deep.equal([true, false]);
    comparison.switches = 'insurance';
    await requoted(comparison, () => Object.assign(comparison, { cashOnDelivery: true, value: 'wahana/reg' }));
    expect(bar(), 'no button for a switch that is not there').to.match(/^(?!.*Turn COD off).*Use JNE/);
  });

  it('have one sum below them: what the shopper pays next. Two where the courier collects the goods alone', async () => {
    const { comparison, choose, collect, press, bar } = await renderSwitches();
    expect(bar()).to.equal('Choose a delivery option.');
    await choose('jne');
    expect(bar()).to.equal('Delivery total Rp 15,000');
    await press('#insurance');
    expect(bar()).to.equal('Delivery total Rp 15,750');
    await collect();
    expect(bar()).to.equal('Pay at the door Rp 169,750');
    comparison.cashOnDeliveryCollects = 'goods';
    await settled(comparison);
    expect(bar()).to.equal('Pay now Rp 19,750 Rp 150,000 at the door');
  });

  it('say what they take off if a courier is cheaper with one', async () => {
    const { choose, press, costs, bar } = await renderSwitches([row('jne', 15_000, { insurance_fee: -2_000 })]);
    expect(costs()).to.deep.equal(['', 'from −Rp 2,000', 'see when on']);
    await press('#insurance');
    await choose('jne');
    expect([costs()[1], bar()]).to.deep.equal(['−Rp 2,000', 'Delivery total Rp 13,000']);
  });

  it('lock insurance on for a courier that always insures, with the reason and the amount', async () => {
    const { comparison, choose, press, switchOf, hint, costs } = await renderSwitches();
    const insurance = switchOf('insurance');
    await choose('jntcargo');
    const changes = record(comparison, 'input', 'change', 'ship-extras-change');
    await press('#insurance');
    expect([insurance.checked, insurance.ariaDisabled, ...changes]).to.deep.equal([true, 'true']);
    expect([hint('insurance'), costs()[1]]).to.deep.equal(['J&T Cargo always insures', '+Rp 5,000']);
    await choose('jne');
    expect([insurance.checked, insurance.ariaDisabled]).to.deep.equal([false, null]);
  });

  it('are both locked off for goods without a declared value, and keep the shopper’s wish', async () => {
    const undeclared = { ...shipment, items: [{ ...item, value: 0 }] };
    const wish = { insurance: true, cashOnDelivery: true };
    const { form, comparison, choose, press, switchOf, hint } = await renderSwitches(rates, {
      ...{ ...wish, shipment: undeclared },
    });
    await choose('jne');
    for (const id of ['insurance', 'cash-on-delivery']) {
      await press(`#${id}`);
      expect([switchOf(id).checked, switchOf(id).ariaDisabled, hint(id)]).to.deep.equal([
        ...[false, 'true', 'Not available for this order'],
      ]);
    }
    expect(Object.fromEntries(new FormData(form))).to.deep.equal({ shipping: 'jne/reg' });
    expect(comparison).to.include(wish);
    await requoted(comparison, () => Object.assign(comparison, { shipment }));
    expect(switchOf('insurance').checked).to.equal(true);
  });

  it('say that no courier takes COD, and offer to turn COD off. The rows stay in sight', async () => {
    const { comparison, service, collect, pressButton, said, bar } = await renderSwitches();
    service.refusesCod = true;
    await collect();
    const sentence = 'No courier takes COD for this order.';
    expect([said(), bar()]).to.deep.equal([sentence, `${sentence} Turn COD off`]);
    const reasons = () => all(comparison, '[part=reason]').map(textOf);
    expect(reasons()).to.deep.equal(rates.map(() => 'No COD'));
    await pressButton('Turn COD off');
    expect([comparison.cashOnDelivery, bar(), reasons()]).to.deep.equal([
      false,
      'Choose a delivery option.',
      ['No insurance'],
    ]);
  });
});

describe('a choice that lacks an extra', () => {
  it('is named in the bar if it takes no COD. One press turns COD off or chooses another rate', async () => {
    const { comparison, choose, collect, press, pressButton, bar, said, isFocused } = await renderSwitches();
    await choose('wahana');
    await collect();
    const sentence = 'WAHANA Reguler doesn’t take COD.';
    const offers = `${sentence} Turn COD off Use JNE, Rp 19,000 2–3 days`;
    expect([comparison.value, said(), bar()]).to.deep.equal([null, sentence, offers]);
    await expectAccessible(comparison);
    await pressButton('Turn COD off');
    expect([comparison.value, comparison.cashOnDelivery]).to.deep.equal(['wahana/reg', false]);
    expect(isFocused('#cash-on-delivery')).to.equal(true);
    await press('#cash-on-delivery');
    await pressButton('Use JNE, Rp 19,000 2–3 days');
    expect([comparison.value, comparison.cashOnDelivery, bar()]).to.deep.equal([
      'jne/reg',
      true,
      'Pay at the door Rp 169,000',
    ]);
    expect(isFocused('input[value="jne/reg"]')).to.equal(true);
  });

  it('is helped by the cheapest rate that has all that is on, whatever is recommended', async () => {
    const slow = row('lion', 8_000, {
      shipment_duration_range: '6 - 8',
      available_for_insurance: false,
      insurance_fee: 0,
    });
    const { choose, collect, bar } = await renderSwitches([...rates, slow]);
    await choose('wahana');
    await collect();
    expect(bar()).to.match(/Use LION, Rp 12,000 6–8 days$/);
  });

  it('can be chosen: the bar says what it lacks', async () => {
    const { comparison, choose, collect, bar } = await renderSwitches();
    await collect();
    await choose('wahana');
    expect([comparison.value, one<HTMLInputElement>(comparison, 'input[value="wahana/reg"]').checked]).to.deep.equal([
      null,
      true,
    ]);
    expect(bar()).to.include('WAHANA Reguler doesn’t take COD.');
  });

  it('is named in the bar if its courier cannot insure. One press turns insurance off, or insures with another', async () => {
    const { comparison, choose, press, pressButton, said, bar } = await renderSwitches();
    await choose('wahana');
    await press('#insurance');
    expect([comparison.insurance, said()]).to.deep.equal([false, 'WAHANA can’t insure this']);
    expect(bar(), 'nothing is wrong while insurance is off').to.equal('Delivery total Rp 9,000');
    await choose('jne');
    await press('#insurance');
    await choose('wahana');
    expect(bar()).to.equal('WAHANA Reguler can’t be insured. Turn insurance off Use JNE, Rp 15,750 2–3 days');
    await pressButton('Use JNE, Rp 15,750 2–3 days');
    expect([comparison.value, comparison.insurance, bar()]).to.deep.equal([
      'jne/reg',
      true,
      'Delivery total Rp 15,750',
    ]);
    await choose('wahana');
    await pressButton('Turn insurance off');
    expect([comparison.value, comparison.insurance, bar()]).to.deep.equal([
      'wahana/reg',
      false,
      'Delivery total Rp 9,000',
    ]);
  });

  it('has its switch off and locked for what it lacks, also while COD suspends it', async () => {
    const { comparison, choose, collect, press, hint, switchOf } = await renderSwitches();
    await choose('jne');
    await press('#insurance');
    await choose('wahana');
    await collect();
    const { checked, ariaDisabled } = switchOf('insurance');
    expect([comparison.value, comparison.insurance, checked, ariaDisabled]).to.deep.equal([null, true, false, 'true']);
    expect(hint('insurance')).to.equal('WAHANA can’t insure this');
    await choose('tiki');
    expect(switchOf('insurance').checked).to.equal(true);
  });

  it('is helped at each switch by the reason, and by the cheapest rate that has it and what it costs more', async () => {
    const { comparison, choose, pressButton, costs, hint, switchOf, isFocused, said } = await renderSwitches();
    await choose('wahana');
    expect([...costs(), ...['insurance', 'cash-on-delivery'].map(hint)]).to.deep.equal([
      ...['', 'No insurance', 'No COD'],
      ...['Use JNE, +Rp 6,000', 'Use JNE, +Rp 6,000'],
    ]);
    const described = ['insurance', 'cash-on-delivery'].map((id) => switchOf(id).getAttribute('aria-description'));
    expect(described).to.deep.equal(['WAHANA can’t insure this', 'WAHANA doesn’t take COD']);
    await expectAccessible(comparison);
    await pressButton('Use JNE, +Rp 6,000');
    expect(said(), 'its switch has focus').to.equal('JNE Reguler: Rp 15,000. Can be insured');
    expect([comparison.value, comparison.insurance, all(comparison, '.instead')]).to.deep.equal(['jne/reg', false, []]);
    expect([isFocused('#insurance'), switchOf('insurance').ariaDisabled]).to.deep.equal([true, null]);
  });

  it('is helped by one that insures everything, which is announced with it', async () => {
    const { choose, pressButton, said } = await renderSwitches(
      rates.filter((one) => /wahana|cargo/.test(one.courier_code)),
    );
    await choose('wahana');
    await pressButton('Use J&T Cargo, +Rp 41,000');
    expect(said()).to.match(/^J&T Cargo Reguler: Rp 50,000. J&T Cargo always insures/);
  });

  it('has no way out if no rate on screen can have it', async () => {
    const { comparison, choose, hint } = await renderSwitches([row('wahana', 9_000, { ...prepaid, ...uninsurable })]);
    await choose('wahana');
    expect(all(comparison, '.instead')).to.deep.equal([]);
    expect(hint('insurance')).to.equal('WAHANA can’t insure this');
  });
});
