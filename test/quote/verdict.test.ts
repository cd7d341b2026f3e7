import { expect } from 'chai';
import { findRate, keepOrClear, serviceKey } from '../../src/quote/index.ts';
import { rate } from '../support/fixtures.ts';

const off = { cashOnDelivery: false };
const on = { cashOnDelivery: true };
const reg = rate();
const yes = rate({ courier_service_code: 'yes', price: 30_000, shipping_fee: 30_000 });
const cargo = rate({ courier_code: 'jntcargo', courier_service_code: 'ft', price: 60_000 });
const express = rate({ courier_code: 'jnt', courier_service_code: 'ez', price: 14_000 });

describe('keepOrClear', () => {
  it('keeps a choice whose price stands', () => {
    const again = rate();
    const verdict = keepOrClear('jne/reg', reg, [yes, again], off, true);
    expect(verdict).to.deep.equal({ kind: 'kept', rate: again });
    expect('rate' in verdict && verdict.rate).to.equal(again);
  });

  it('tells both prices of a choice whose price has changed', () => {
    const dearer = rate({ price: 16_000, shipping_fee: 16_000 });
    expect(keepOrClear('jne/reg', reg, [dearer], off, true)).to.deep.equal({
      kind: 'price-changed',
      rate: dearer,
      previous: reg,
    });
  });

  it('sees a change of a hundredth of a rupiah, and none of less', () => {
    const before = rate({ price: 11_000.2 });
    for (const price of [11_000.4, 11_000.21, 11_000])
      expect(keepOrClear('jne/reg', before, [rate({ price })], off, true).kind, `${price}`).to.equal('price-changed');
    for (const price of [11_000.2, 11_000.201])
      expect(keepOrClear('jne/reg', before, [rate({ price })], off, true).kind, `${price}`).to.equal('kept');
  });

  it('does not take a rounding error for a change', () => {
    const insured = rate({ insurance_fee: 0.1, price: 15_000.1 });
    expect(keepOrClear('jne/reg', reg, [insured], off, false).kind).to.equal('kept');
  });

  it('calls two equal prices the same, though their parts differ', () => {
    const otherwise = rate({ shipping_fee: 14_250, insurance_fee: 750, price: 15_000 });
    expect(keepOrClear('jne/reg', reg, [otherwise], off, false).kind).to.equal('kept');
  });

  it('keeps a preset or restored choice, whose price was not known', () => {
    expect(keepOrClear('jne/reg', undefined, [yes, reg], off, true)).to.deep.equal({ kind: 'kept', rate: reg });
  });

  it('does not call the fee of a switch a price change', () => {
    const insured = rate({ insurance_fee: 750, cash_on_delivery_fee: 5000, price: 20_750 });
    expect(keepOrClear('jne/reg', reg, [insured], on, false)).to.deep.equal({ kind: 'kept', rate: insured });
  });

  it('calls the same fee a price change if no switch was moved', () => {
    const insured = rate({ insurance_fee: 750, price: 15_750 });
    expect(keepOrClear('jne/reg', reg, [insured], off, true).kind).to.equal('price-changed');
  });

  it('sees a carriage that has changed behind the fee of a switch', () => {
    const both = rate({ shipping_fee: 16_000, insurance_fee: 750, price: 16_750 });
    expect(keepOrClear('jne/reg', reg, [both], off, false)).to.include({ kind: 'price-changed' });
  });

  it('clears a choice that is no longer offered', () => {
    expect(keepOrClear('jne/reg', reg, [yes], off, true)).to.deep.equal({
      kind: 'cleared',
      reason: 'service-unavailable',
      previous: reg,
    });
    expect(keepOrClear('jne/reg', undefined, [], off, true)).to.include({ reason: 'service-unavailable' });
  });

  it('clears a choice that takes no COD once COD is on', () => {
    const unable = rate({ available_for_cash_on_delivery: false });
    expect(keepOrClear('jne/reg', reg, [unable], off, true).kind).to.equal('kept');
    expect(keepOrClear('jne/reg', reg, [unable, yes], on, false)).to.deep.equal({
      kind: 'cleared',
      reason: 'not-eligible',
      previous: reg,
    });
    expect(keepOrClear('jne/reg', undefined, [unable], on, false)).to.deep.include({ previous: unable });
  });

  it('tells jnt and jntcargo apart', () => {
    expect(keepOrClear('jnt/ez', express, [cargo], off, true)).to.include({ reason: 'service-unavailable' });
    expect(keepOrClear('jntcargo/ft', cargo, [express], off, true)).to.include({ reason: 'service-unavailable' });
    expect(keepOrClear('jnt', express, [express, cargo], off, true)).to.include({ reason: 'service-unavailable' });
    expect(keepOrClear('jntcargo/ft', cargo, [express, cargo], off, true)).to.deep.include({ rate: cargo });
  });
});

describe('serviceKey', () => {
  it('is courier/service', () => {
    expect(serviceKey(cargo)).to.equal('jntcargo/ft');
  });
});

describe('findRate', () => {
  it('finds the row of exactly this key', () => {
    expect(findRate([express, cargo], 'jntcargo/ft')).to.equal(cargo);
    for (const key of ['jnt/ft', 'JNTCARGO/FT', 'jntcargo', '', null, undefined])
      expect(findRate([express, cargo], key), String(key)).to.equal(undefined);
  });
});
