import { expect } from 'chai';
import type { Rate } from '../../src/contract/index.ts';
import { findRate, keepOrClear } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const off = { cashOnDelivery: false };
const on = { cashOnDelivery: true };
const reg = rate();
const yes = rate({ courier_service_code: 'yes', price: 30_000, shipping_fee: 30_000 });
const cargo = rate({ courier_code: 'jntcargo', courier_service_code: 'ft', price: 60_000 });
const express = rate({ courier_code: 'jnt', courier_service_code: 'ez', price: 14_000 });

describe('keepOrClear', () => {
  const dearer = rate({ price: 16_000, shipping_fee: 16_000 });
  const insured = rate({ insurance_fee: 750, price: 15_750 });
  const withFees = rate({ insurance_fee: 750, cash_on_delivery_fee: 5000, price: 20_750 });
  const otherParts = rate({ shipping_fee: 14_250, insurance_fee: 750, price: 15_000 });
  const prepaid = rate({ available_for_cash_on_delivery: false });

  it('keeps a choice that is still offered, with the new row', () => {
    const again = rate();
    const verdict = keepOrClear('jne/reg', reg, [yes, again], off, true);
    expect(verdict).to.deep.equal({ kind: 'kept', rate: again });
    expect('rate' in verdict && verdict.rate).to.equal(again);
    expect(keepOrClear('jne/reg', undefined, [yes, reg], off, true)).to.deep.equal({ kind: 'kept', rate: reg });
  });

  const changes: [title: string, now: Rate, switches: typeof off, sameSwitches: boolean, kind: string][] = [
    ['calls another price a change', dearer, off, true, 'price-changed'],
    ['calls the fee of a switch no change', withFees, on, false, 'kept'],
    ['calls the same fee a change if no switch was moved', insured, off, true, 'price-changed'],
    [
      'sees a carriage that has changed behind the fee of a switch',
      { ...insured, ...dearer },
      off,
      false,
      'price-changed',
    ],
    ['calls equal prices the same, though their parts differ', otherParts, off, false, 'kept'],
    ['compares no carriage if the parts of the price do not add up', rate({ price: 16_000 }), off, false, 'kept'],
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
    expect(keepOrClear('jne/reg', rate({ price: 16_000 }), [reg], off, false)).to.include({ kind: 'kept' });
  });

  it('sees a change of a hundredth of a rupiah, and none of less', () => {
    const before = rate({ price: 11_000.2 });
    for (const [price, kind] of [
      [11_000.4, 'price-changed'],
      [11_000.21, 'price-changed'],
      [11_000.201, 'kept'],
    ] as const)
      expect(keepOrClear('jne/reg', before, [rate({ price })], off, true), `${price}`).to.include({ kind });
  });

  it('clears a choice that is no longer offered. jnt is not jntcargo', () => {
    const reason = 'service-unavailable';
    expect(keepOrClear('jne/reg', reg, [yes], off, true)).to.deep.equal({ kind: 'cleared', reason, previous: reg });
    expect(keepOrClear('jne/reg', undefined, [], off, true)).to.include({ reason });
    expect(keepOrClear('jnt/ez', express, [cargo], off, true)).to.include({ reason });
    expect(keepOrClear('jnt', express, [express, cargo], off, true)).to.include({ reason });
    expect(keepOrClear('jntcargo/ft', cargo, [express, cargo], off, true)).to.deep.include({ rate: cargo });
  });

  it('clears a choice that takes no COD once COD is on', () => {
    const cleared = { kind: 'cleared', reason: 'not-eligible' };
    expect(keepOrClear('jne/reg', reg, [prepaid], off, true)).to.include({ kind: 'kept' });
    expect(keepOrClear('jne/reg', reg, [prepaid, yes], on, false)).to.deep.equal({ ...cleared, previous: reg });
    expect(keepOrClear('jne/reg', undefined, [prepaid], on, false)).to.deep.include({ previous: prepaid });
  });
});

describe('findRate', () => {
  it('finds the row of exactly this key', () => {
    expect(findRate([express, cargo], 'jntcargo/ft')).to.equal(cargo);
    for (const key of ['jnt/ft', 'JNTCARGO/FT', 'jntcargo', '', null, undefined])
      expect(findRate([express, cargo], key), String(key)).to.equal(undefined);
  });
});
