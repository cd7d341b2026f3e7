import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import {
  cargoLeftOut,
  completeExtras,
  declaredValue,
  type ExtraName,
  type Extras,
  effectiveSwitches,
  isBlocked,
  type Lock,
  lacking,
  lockOf,
  paidWithoutInsurance,
} from '../../src/extras/index.ts';
import type { Shipment } from '../../src/quote/index.ts';
import { item, rate } from '../support/fixtures.ts';

const cargo = rate({ courier_code: 'jntcargo', courier_service_code: 'ft', available_for_insurance: false });
const silent = rate({ courier_code: 'jnt', available_for_insurance: null });
const uninsurable = rate({ available_for_insurance: false });

describe('declaredValue', () => {
  const sum = (...lines: unknown[]) => declaredValue(lines as Shipment['items']);

  it('is the sum of value × quantity, BigInts included', () => {
    expect(sum(item, { value: 1000, quantity: 3 }, { value: 1000n, quantity: 2 })).to.equal(155_000);
  });

  it('is 0 if the sum is not a whole amount of 0 or more', () => {
    for (const line of [{ quantity: 2 }, { value: 'free', quantity: 1 }, { value: 0.5, quantity: 1 }])
      expect(sum(item, line)).to.equal(0);
    expect(sum({ value: -1, quantity: 1 })).to.equal(0);
  });
});

describe('completeExtras', () => {
  it('fills missing extras with their defaults', () => {
    for (const missing of [undefined, null, ''] as undefined[]) {
      const amounts = { insuranceAmount: missing, cashOnDeliveryAmount: missing, cashOnDeliveryPayout: missing };
      expect(completeExtras(amounts, 150_000)).to.deep.equal({
        ...{ insurance: false, insuranceAmount: 150_000 },
        ...{ cashOnDelivery: false, cashOnDeliveryAmount: 150_000 },
        ...{ cashOnDeliveryCollects: 'total', cashOnDeliveryPayout: '7_days' },
      });
    }
  });
});

describe('lockOf', () => {
  const nothing: Lock = { on: false, reason: 'nothing-declared' };
  const cases: [title: string, name: ExtraName, amount: number, chosen: Rate | undefined, lock: Lock | undefined][] = [
    ['leaves insurance to the shopper while no rate is chosen', 'insurance', 1, undefined, undefined],
    ['leaves insurance to the shopper unless the courier has none', 'insurance', 1, silent, undefined],
    ['locks insurance if the courier always insures', 'insurance', 0, cargo, { on: true, reason: 'mandatory' }],
    ['locks insurance if the courier has none', 'insurance', 1, uninsurable, { on: false, reason: 'unavailable' }],
    ['locks insurance of goods without a value', 'insurance', 0, undefined, nothing],
    ['leaves COD to the shopper up to the limit', 'cashOnDelivery', 15_000_000, cargo, undefined],
    ['locks COD above the limit', 'cashOnDelivery', 15_000_001, rate(), { on: false, reason: 'above-limit' }],
    ['locks COD of goods without a price', 'cashOnDelivery', 0, rate(), nothing],
  ];
  for (const [title, name, amount, chosen, lock] of cases)
    it(`${title}, and the switch in effect follows`, () => {
      for (const wish of [true, false]) {
        const extras: Extras = { [name]: wish, insuranceAmount: amount, cashOnDeliveryAmount: amount };
        const settled = completeExtras(extras, 150_000);
        expect(lockOf(name, settled, chosen)).to.deep.equal(lock);
        expect(effectiveSwitches(settled, chosen)[name]).to.equal(lock?.on ?? wish);
      }
    });
});

describe('isBlocked', () => {
  it('is true while COD is on, for a rate that does not say that it takes COD', () => {
    for (const available_for_cash_on_delivery of [false, null, undefined]) {
      const prepaid = rate({ available_for_cash_on_delivery });
      expect(isBlocked(prepaid, { cashOnDelivery: true })).to.equal(true);
      expect(isBlocked(prepaid, { cashOnDelivery: false })).to.equal(false);
    }
    expect(isBlocked(rate(), { cashOnDelivery: true })).to.equal(false);
  });
});

describe('lacking', () => {
  it('names the extra that is on and that a rate does not have, COD first', () => {
    const neither = rate({ available_for_cash_on_delivery: false, available_for_insurance: false });
    expect(lacking(neither, { insurance: true, cashOnDelivery: true })).to.equal('cashOnDelivery');
    expect(lacking(neither, { insurance: true })).to.equal('insurance');
    expect(lacking(neither, {})).to.equal(undefined);
    for (const selectable of [rate(), cargo])
      expect(lacking(selectable, { insurance: true, cashOnDelivery: true })).to.equal(undefined);
  });
});

describe('paidWithoutInsurance', () => {
  for (const [title, shipping_fee, insured, fee, expected] of [
    ['is ten shipping fees', 15_000, 300_000, 1_500, 150_000],
    ['is a million at most', 150_000, 3_000_000, 15_000, 1_000_000],
    ['is not said if it is the whole value', 15_000, 150_000, 750, undefined],
    ['is not said if the fee is another than the published half percent', 15_000, 300_000, 600, undefined],
    ['is not said without the shipping fee', undefined, 300_000, 1_500, undefined],
  ] as const)
    it(title, () => expect(paidWithoutInsurance(rate({ shipping_fee }), insured, fee)).to.equal(expected));
});

describe('cargoLeftOut', () => {
  it('is true if cargo was asked, has no rate, and the goods have no declared value', () => {
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate()], 0)).to.equal(true);
    expect(cargoLeftOut(['jne', 'jnt'], [rate()], 0)).to.equal(false);
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate()], 1)).to.equal(false);
    expect(cargoLeftOut(['jne', 'jntcargo'], [rate(), cargo], 0)).to.equal(false);
  });
});
