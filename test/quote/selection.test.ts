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

  it('keeps a choice whose price moved, and says both prices', () => {
    const dearer = rate({ price: 16_000, shipping_fee: 16_000 });
    expect(keepOrClear('jne/reg', reg, [dearer], off, true)).to.deep.equal({
      kind: 'price-changed',
      rate: dearer,
      previous: reg,
    });
  });

  it('keeps a preset or restored choice, of which no price is known', () => {
    expect(keepOrClear('jne/reg', undefined, [yes, reg], off, true)).to.deep.equal({ kind: 'kept', rate: reg });
  });

  it('does not call a fee news that the shopper just switched on', () => {
    const insured = rate({ insurance_fee: 750, cash_on_delivery_fee: 5000, price: 20_750 });
    expect(keepOrClear('jne/reg', reg, [insured], on, false)).to.deep.equal({ kind: 'kept', rate: insured });
  });

  it('calls the same fee news where no switch was touched', () => {
    const insured = rate({ insurance_fee: 750, price: 15_750 });
    expect(keepOrClear('jne/reg', reg, [insured], off, true).kind).to.equal('price-changed');
  });

  it('sees a carriage that moved behind a switched fee', () => {
    const both = rate({ shipping_fee: 16_000, insurance_fee: 750, price: 16_750 });
    expect(keepOrClear('jne/reg', reg, [both], off, false)).to.include({ kind: 'price-changed' });
  });

  it('clears a choice that is not offered any more', () => {
    expect(keepOrClear('jne/reg', reg, [yes], off, true)).to.deep.equal({
      kind: 'cleared',
      reason: 'service-unavailable',
      previous: reg,
    });
    expect(keepOrClear('jne/reg', undefined, [], off, true)).to.include({ reason: 'service-unavailable' });
  });

  it('clears a choice that cannot be paid on delivery, once that is asked', () => {
    const unable = rate({ available_for_cash_on_delivery: false });
    expect(keepOrClear('jne/reg', reg, [unable], off, true).kind).to.equal('kept');
    expect(keepOrClear('jne/reg', reg, [unable, yes], on, false)).to.deep.equal({
      kind: 'cleared',
      reason: 'not-eligible',
      previous: reg,
    });
    expect(keepOrClear('jne/reg', undefined, [unable], on, false)).to.deep.include({ previous: unable });
  });

  it('never takes jntcargo for jnt, nor jnt for jntcargo', () => {
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
