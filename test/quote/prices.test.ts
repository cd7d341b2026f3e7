import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import type { Switches } from '../../src/extras/index.ts';
import {
  breakdown,
  carriage,
  effectiveOn,
  findRate,
  keepOrClear,
  priceParts,
  priceWith,
  withoutExtra,
} from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const full = rate({
  shipping_fee: 20_000,
  shipping_fee_discount: 3000,
  shipping_fee_surcharge: 500,
  insurance_fee: 750,
  cash_on_delivery_fee: 4950,
  price: 23_200,
});

describe('breakdown', () => {
  it('names the parts in the order they are added, the discount below 0', () => {
    expect(breakdown(full)).to.deep.equal({
      parts: [
        { kind: 'shipping', amount: 20_000 },
        { kind: 'discount', amount: -3000 },
        { kind: 'surcharge', amount: 500 },
        { kind: 'insurance', amount: 750 },
        { kind: 'cash-on-delivery', amount: 4950 },
      ],
      total: 23_200,
    });
  });

  it('adds fractions as they are written', () => {
    const parts = { shipping_fee: 0.1, shipping_fee_surcharge: 0.2, price: 0.3 };
    expect(breakdown(rate(parts))?.total).to.equal(0.3);
    expect(breakdown(rate({ ...parts, price: 0.31 }))).to.equal(undefined);
  });

  it('leaves out parts of 0 and missing ones, but never the shipping', () => {
    const { cash_on_delivery_fee: _left, ...older } = rate();
    expect(breakdown(older)?.parts).to.deep.equal([{ kind: 'shipping', amount: 15_000 }]);
    expect(breakdown(rate({ shipping_fee: 0, price: 0 }))?.parts).to.deep.equal([{ kind: 'shipping', amount: 0 }]);
  });

  it('is undefined if the parts do not add up, or the service names no shipping fee', () => {
    for (const odd of [{ ...full, price: 23_201 }, { ...full, insurance_fee: undefined }, rate({ shipping_fee: null })])
      expect(breakdown(odd)).to.equal(undefined);
    expect(breakdown(rate({ shipping_fee: undefined, price: 0 }))).to.equal(undefined);
  });
});

describe('carriage', () => {
  it('is the price without insurance and cash on delivery', () => {
    expect(carriage(full)).to.equal(17_500);
    expect(carriage(rate({ insurance_fee: null, cash_on_delivery_fee: undefined }))).to.equal(15_000);
  });
});

const off: Switches = { insurance: false, cashOnDelivery: false };
const both: Switches = { insurance: true, cashOnDelivery: true };
const insurance: Switches = { ...off, insurance: true };
const collected: Switches = { ...off, cashOnDelivery: true };

/** Asked with both: 15,000 of carriage, 750 of insurance and 4,500 for COD. */
// `withoutExtra` makes each row once, so each test has a row of its own.
const asked = (more = {}) => rate({ insurance_fee: 750, cash_on_delivery_fee: 4_500, price: 20_250, ...more });
const cargo = rate({
  ...{ courier_code: 'jntcargo', courier_service_code: 'ft', available_for_cash_on_delivery: false },
  ...{ insurance_fee: 5_000, price: 20_000 },
});

describe('withoutExtra', () => {
  it('costs the same minus the fee, and its fee is 0', () => {
    expect(withoutExtra('insurance', asked(), both)).to.deep.equal(asked({ insurance_fee: 0, price: 19_500 }));
    const prepaid = rate({ insurance_fee: 750, price: 15_750 });
    expect(withoutExtra('insurance', prepaid, insurance)).to.deep.equal({
      ...prepaid,
      insurance_fee: 0,
      price: 15_000,
    });
  });

  it('is the same object each time, and keeps the offer', () => {
    const signed = asked({ offer: 'a.b.c' });
    expect(withoutExtra('insurance', signed, both)).to.equal(withoutExtra('insurance', signed, { ...both }));
    expect(withoutExtra('insurance', signed, both)).to.include({ offer: 'a.b.c' });
    expect(signed.price).to.equal(20_250);
  });

  it('is the asked row if the courier always insures, or never', () => {
    expect(withoutExtra('insurance', cargo, insurance)).to.equal(cargo);
    for (const insurance_fee of [0, null, undefined]) {
      const never = rate({ available_for_insurance: false, insurance_fee, shipping_fee: undefined });
      expect(withoutExtra('insurance', never, insurance), String(insurance_fee)).to.equal(never);
    }
  });

  it('loses the fee of an insurance that it does not have', () => {
    const odd = rate({ available_for_insurance: false, insurance_fee: 750, price: 15_750 });
    expect(withoutExtra('insurance', odd, insurance)?.price).to.equal(15_000);
  });

  it('is unknown if the parts are missing or do not add up', () => {
    expect(withoutExtra('insurance', asked({ price: 99_000 }), both)).to.equal(undefined);
    expect(withoutExtra('insurance', rate({ shipping_fee: undefined, price: 15_000 }), insurance)).to.equal(undefined);
    for (const insurance_fee of [undefined, null])
      expect(withoutExtra('insurance', rate({ insurance_fee }), insurance), String(insurance_fee)).to.equal(undefined);
    const withoutCodFee = asked({ cash_on_delivery_fee: undefined, price: 15_750 });
    expect(withoutExtra('insurance', withoutCodFee, both)).to.equal(undefined);
  });

  it('has no price below 0, and fractions as they are written', () => {
    const odd = rate({ shipping_fee_discount: 15_500, insurance_fee: 750, price: 250 });
    expect(withoutExtra('insurance', odd, insurance)).to.equal(undefined);
    expect(
      withoutExtra('insurance', rate({ shipping_fee: 0, insurance_fee: 750, price: 750 }), insurance)?.price,
    ).to.equal(0);
    const exact = rate({ shipping_fee: 0.1, insurance_fee: 0.2, price: 0.3 });
    expect(withoutExtra('insurance', exact, insurance)?.price).to.equal(0.1);
  });
});

describe('priceParts', () => {
  it('add up to the price of every combination that was asked', () => {
    const parts = priceParts(asked(), both);
    expect(parts).to.deep.equal({
      shipping: 15_000,
      fees: { insurance: { fee: 750 }, cashOnDelivery: { fee: 4_500 } },
    });
    const prices = [off, insurance, collected, both].map((switched) => parts && priceWith(parts, switched));
    expect(prices).to.deep.equal([15_000, 15_750, 19_500, 20_250]);
  });

  it('are unknown for an extra that was not asked for', () => {
    const parts = priceParts(rate(), insurance);
    expect(parts && priceWith(parts, collected)).to.equal(undefined);
    expect(parts && priceWith(parts, insurance)).to.equal(15_000);
  });

  it('say which extra a service does not have, and which it always adds', () => {
    for (const cash_on_delivery_fee of [0, undefined])
      expect(priceParts({ ...cargo, cash_on_delivery_fee }, both)).to.deep.equal({
        ...{ shipping: 15_000, fees: { insurance: { fee: 5_000, always: true }, cashOnDelivery: null } },
      });
  });

  it('have a fee that was not asked for in the shipping', () => {
    const charged = rate({ insurance_fee: 300, price: 15_300 });
    expect(priceParts(charged, off)?.shipping).to.equal(15_300);
  });
});

describe('effectiveOn', () => {
  it('are on if the courier always does it, and off if it cannot', () => {
    expect(effectiveOn(cargo, collected)).to.deep.equal(insurance);
    expect(effectiveOn(rate({ available_for_insurance: false }), both)).to.deep.equal(collected);
    expect(effectiveOn(rate(), insurance)).to.deep.equal(insurance);
  });
});

const codOff = { cashOnDelivery: false };
const on = { cashOnDelivery: true };
const reg = rate();
const yes = rate({ courier_service_code: 'yes', price: 30_000, shipping_fee: 30_000 });
const freight = rate({ courier_code: 'jntcargo', courier_service_code: 'ft', price: 60_000 });
const express = rate({ courier_code: 'jnt', courier_service_code: 'ez', price: 14_000 });

describe('keepOrClear', () => {
  const dearer = rate({ price: 16_000, shipping_fee: 16_000 });
  const insurance = rate({ insurance_fee: 750, price: 15_750 });
  const withFees = rate({ insurance_fee: 750, cash_on_delivery_fee: 5000, price: 20_750 });
  const otherParts = rate({ shipping_fee: 14_250, insurance_fee: 750, price: 15_000 });
  const prepaid = rate({ available_for_cash_on_delivery: false });

  it('keeps a choice that is still offered, with the new row', () => {
    const again = rate();
    const verdict = keepOrClear('jne/reg', reg, [yes, again], codOff, true);
    expect(verdict).to.deep.equal({ kind: 'kept', rate: again });
    expect('rate' in verdict && verdict.rate).to.equal(again);
    expect(keepOrClear('jne/reg', undefined, [yes, reg], codOff, true)).to.deep.equal({ kind: 'kept', rate: reg });
  });

  const changes: [title: string, now: Rate, switches: typeof codOff, sameSwitches: boolean, kind: string][] = [
    ['calls another price a change', dearer, codOff, true, 'price-changed'],
    ['calls the fee of a switch no change', withFees, on, false, 'kept'],
    ['calls the same fee a change if no switch was moved', insurance, codOff, true, 'price-changed'],
    [
      'sees a carriage that has changed behind the fee of a switch',
      { ...insurance, ...dearer },
      codOff,
      false,
      'price-changed',
    ],
    ['calls equal prices the same, though their parts differ', otherParts, codOff, false, 'kept'],
    ['compares no carriage if the parts of the price do not add up', rate({ price: 16_000 }), codOff, false, 'kept'],
  ];
  for (const [title, now, switches, sameSwitches, kind] of changes)
    it(title, () => {
      const previous = kind === 'price-changed' && { previous: reg };
      expect(keepOrClear('jne/reg', reg, [now], switches, sameSwitches)).to.deep.equal({
        kind,
        rate: now,
        ...previous,
      });
    });

  it('compares no carriage with a previous price whose parts do not add up', () => {
    expect(keepOrClear('jne/reg', rate({ price: 16_000 }), [reg], codOff, false)).to.include({ kind: 'kept' });
  });

  it('sees a change of a hundredth of a rupiah, and none of less', () => {
    const before = rate({ price: 11_000.2 });
    for (const [price, kind] of [
      [11_000.4, 'price-changed'],
      [11_000.21, 'price-changed'],
      [11_000.201, 'kept'],
    ] as const)
      expect(keepOrClear('jne/reg', before, [rate({ price })], codOff, true), `${price}`).to.include({ kind });
  });

  it('clears a choice that is no longer offered. jnt is not jntcargo', () => {
    const reason = 'service-unavailable';
    expect(keepOrClear('jne/reg', reg, [yes], codOff, true)).to.deep.equal({ kind: 'cleared', reason, previous: reg });
    expect(keepOrClear('jne/reg', undefined, [], codOff, true)).to.include({ reason });
    expect(keepOrClear('jnt/ez', express, [freight], codOff, true)).to.include({ reason });
    expect(keepOrClear('jnt', express, [express, freight], codOff, true)).to.include({ reason });
    expect(keepOrClear('jntcargo/ft', freight, [express, freight], codOff, true)).to.deep.include({ rate: freight });
  });

  it('clears a choice that takes no COD once COD is on', () => {
    const cleared = { kind: 'cleared', reason: 'not-eligible' };
    expect(keepOrClear('jne/reg', reg, [prepaid], codOff, true)).to.include({ kind: 'kept' });
    expect(keepOrClear('jne/reg', reg, [prepaid, yes], on, false)).to.deep.equal({ ...cleared, previous: reg });
    expect(keepOrClear('jne/reg', undefined, [prepaid], on, false)).to.deep.include({ previous: prepaid });
  });
});

describe('findRate', () => {
  it('finds the row of exactly this key', () => {
    expect(findRate([express, freight], 'jntcargo/ft')).to.equal(freight);
    for (const key of ['jnt/ft', 'JNTCARGO/FT', 'jntcargo', '', null, undefined])
      expect(findRate([express, freight], key), String(key)).to.equal(undefined);
  });
});
