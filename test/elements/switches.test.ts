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
      <ship-rate-comparison lang="en" name="shipping" couriers="jne" view="list" .shipment=${shipment} .client=${client}>
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
    hint: (id: string) => textOf(one(comparison, `#${id}-hint`)),
    costs: () => all(comparison, '.cost').map(textOf),
    parts: () => all(comparison, 'dl div').map(textOf),
    repair: () => all(comparison, '.repair').map(textOf),
    said: () => textOf(one(comparison, '[role=status]')),
    isFocused: (selector: string) => comparison.shadowRoot?.activeElement === one(comparison, selector),
  };
}

describe('the switches', () => {
  it('say what insurance covers, what COD collects, and what each adds', async () => {
    const { comparison, choose, collect, hint, costs, switchOf } = await renderSwitches();
    expect(['insurance', 'cash-on-delivery'].map(hint)).to.deep.equal(['covers Rp 150,000', 'pay all at the door']);
    expect(costs(), 'the COD fee is not known yet').to.deep.equal(['from +Rp 750', '']);
    await choose('tiki');
    expect(costs()).to.deep.equal(['+Rp 750', '']);
    expect(switchOf('insurance').getAttribute('aria-description')).to.match(/^\+Rp.750, covers Rp.150,000$/);
    await collect();
    expect(costs()).to.deep.equal(['+Rp 750', '+Rp 4,000']);
    comparison.cashOnDeliveryCollects = 'goods';
    await settled(comparison);
    expect(hint('cash-on-delivery')).to.equal('pay Rp 150,000 for the goods at the door');
  });

  it('have the parts of the price below them, and what is paid now and at the door', async () => {
    const { comparison, choose, collect, press, parts } = await renderSwitches();
    await choose('jne');
    expect(parts(), 'one part is in the row already').to.deep.equal([]);
    await press('#insurance');
    expect(parts()).to.deep.equal(['Shipping Rp 15,000', 'Insurance Rp 750', 'Delivery total Rp 15,750']);
    await collect();
    expect(parts().slice(-2)).to.deep.equal(['Delivery total Rp 19,750', 'Pay at the door Rp 169,750']);
    comparison.cashOnDeliveryCollects = 'goods';
    await settled(comparison);
    expect(parts().slice(-2)).to.deep.equal(['Pay now Rp 19,750', 'Pay at the door Rp 150,000']);
  });

  it('have no parts below them if the parts do not add up', async () => {
    const { comparison, choose, parts } = await renderSwitches([{ ...rate(), price: 20_000 }]);
    await choose('jne');
    expect(comparison.breakdown).to.equal(undefined);
    expect([textOf(one(comparison, '[part=price]')), parts()]).to.deep.equal(['Rp 20,000', []]);
  });

  it('say what they take off if a courier is cheaper with one', async () => {
    const { choose, press, costs, parts } = await renderSwitches([row('jne', 15_000, { insurance_fee: -2_000 })]);
    expect(costs()).to.deep.equal(['from −Rp 2,000', '']);
    await press('#insurance');
    await choose('jne');
    expect(costs()).to.deep.equal(['−Rp 2,000', '']);
    expect(parts()).to.deep.equal(['Shipping Rp 15,000', 'Insurance −Rp 2,000', 'Delivery total Rp 13,000']);
  });

  it('lock insurance on for a courier that always insures, with the reason and the amount', async () => {
    const { comparison, choose, press, switchOf, hint, costs, parts } = await renderSwitches();
    const insurance = switchOf('insurance');
    await choose('jntcargo');
    const changes = record(comparison, 'input', 'change', 'ship-extras-change');
    await press('#insurance');
    expect([insurance.checked, insurance.ariaDisabled, ...changes]).to.deep.equal([true, 'true']);
    expect(hint('insurance')).to.equal(
      'J&T Cargo always insures the goods: Rp 5,000 for the declared value of Rp 150,000.',
    );
    expect(parts()).to.include('Insurance Rp 5,000');
    expect(costs(), 'the switch adds nothing').to.deep.equal(['', '']);
    await choose('jne');
    expect([insurance.checked, insurance.ariaDisabled]).to.deep.equal([false, null]);
  });

  it('are both locked off for goods without a declared value, and keep the shopper’s wish', async () => {
    const undeclared = { ...shipment, items: [{ ...item, value: 0 }] };
    const wish = { insured: true, cashOnDelivery: true };
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

  it('say that no courier takes COD at the address, and offer to turn COD off. The rows stay in sight', async () => {
    const { comparison, service, collect, pressButton, said, repair } = await renderSwitches();
    service.refusesCod = true;
    await collect();
    const sentence = 'No courier takes cash on delivery at this address.';
    expect([said(), repair()]).to.deep.equal([sentence, [`${sentence} Turn COD off`]]);
    const reasons = () => all(comparison, '[part=reason]').map(textOf);
    expect(reasons()).to.deep.equal(rates.map(() => 'No COD'));
    await pressButton('Turn COD off');
    expect([comparison.cashOnDelivery, repair(), reasons()]).to.deep.equal([false, [], []]);
  });
});

describe('a choice that lacks an extra', () => {
  it('is named below COD if it takes none. One press turns COD off or chooses another rate', async () => {
    const { comparison, choose, collect, press, pressButton, repair, said, isFocused } = await renderSwitches();
    await choose('wahana');
    await collect();
    const sentence = 'WAHANA Reguler doesn’t take COD.';
    const offers = [`${sentence} Use JNE Reguler, Rp 19,000 Turn COD off`];
    expect([comparison.value, said(), repair()]).to.deep.equal([null, sentence, offers]);
    expect(all(comparison, '.panel').length, 'said once').to.equal(0);
    await expectAccessible(comparison);
    await pressButton('Turn COD off');
    expect([comparison.value, comparison.cashOnDelivery]).to.deep.equal(['wahana/reg', false]);
    expect(isFocused('#cash-on-delivery')).to.equal(true);
    await press('#cash-on-delivery');
    await pressButton('Use JNE Reguler, Rp 19,000');
    expect([comparison.value, comparison.cashOnDelivery, repair()]).to.deep.equal(['jne/reg', true, []]);
    expect(isFocused('input[value="jne/reg"]')).to.equal(true);
  });

  it('is named below insurance if its courier cannot insure. One press chooses another rate', async () => {
    const { comparison, choose, press, pressButton, hint, repair } = await renderSwitches();
    await choose('wahana');
    await press('#insurance');
    expect([comparison.insured, hint('insurance')]).to.deep.equal([false, 'WAHANA cannot insure this parcel.']);
    await pressButton('Use JNE Reguler, Rp 15,000');
    expect([comparison.value, comparison.insured]).to.deep.equal(['jne/reg', false]);
    await press('#insurance');
    await choose('wahana');
    await pressButton('Use JNE Reguler, Rp 15,750');
    expect([comparison.value, comparison.insured, repair()]).to.deep.equal(['jne/reg', true, []]);
  });
});
