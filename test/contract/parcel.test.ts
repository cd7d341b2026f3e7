import { expect } from 'chai';
import { isBehind, isEndState, normalisedStatus, ParcelResponse, TrackingResponse } from '../../src/contract/index.ts';

describe('the state of a parcel', () => {
  it('has one spelling', () => {
    const told = ['pickingUp', 'picking_up', 'PICKING UP', 'courierNotFound', 'canceled', ' onHold ', 'atCustoms'];
    expect(told.map(normalisedStatus)).to.deep.equal([
      ...['picking_up', 'picking_up', 'picking_up', 'courier_not_found', 'cancelled', 'on_hold', 'at_customs'],
    ]);
  });

  it('ends with six of them', () => {
    for (const end of ['delivered', 'rejected', 'courier_not_found', 'returned', 'cancelled', 'disposed'])
      expect(isEndState(end), end).to.equal(true);
    for (const state of ['confirmed', 'on_hold', 'return_in_transit', 'at_customs', '', null, undefined])
      expect(isEndState(state), String(state)).to.equal(false);
  });

  it('is behind if less has happened, and after an end', () => {
    expect(isBehind('allocated', 'picked')).to.equal(true);
    expect(isBehind('picked', 'allocated')).to.equal(false);
    expect(isBehind('in_transit', 'delivered')).to.equal(true);
    expect(isBehind('returned', 'delivered')).to.equal(true);
    for (const [told, known] of [
      ['on_hold', 'picked'],
      ['picking_up', 'on_hold'],
      ['at_customs', 'picked'],
      ['picked', undefined],
    ] as const)
      expect(isBehind(told, known), `${told} after ${known}`).to.equal(false);
  });
});

describe('ParcelResponse', () => {
  it('has no sum for the courier to collect that is not above 0', () => {
    const read = (amount: unknown) =>
      ParcelResponse.parse({ success: true, history: [], cash_on_delivery: { amount } });
    expect(read(5_000).cash_on_delivery?.amount).to.equal(5_000);
    for (const amount of [-5, 0, '5000', null]) expect(read(amount).cash_on_delivery?.amount).to.equal(undefined);
  });
});

describe('TrackingResponse', () => {
  it('has the newest 1,000 events of a longer history', () => {
    const history = Array.from({ length: 10_000 }, (_, index) => ({ status: 'in_transit', note: `${index}` }));
    const read = TrackingResponse.parse({ success: true, status: 'in_transit', history });
    expect(read.history).to.have.lengthOf(1_000);
    expect(read.history.at(-1)?.note).to.equal('9999');
    expect(read.dropped.map(({ problem }) => problem)).to.deep.equal([
      'the list has more than 1000 rows, and the others are not read',
    ]);
    const whole = TrackingResponse.parse({ success: true, status: 'in_transit', history: history.slice(0, 1_000) });
    expect([whole.history.length, whole.dropped.length]).to.deep.equal([1_000, 0]);
  });

  it('drops an event without a state, and needs a state of the parcel', () => {
    const history = [{ status: 'picked', note: null }, { note: 'x' }];
    const read = TrackingResponse.parse({ success: true, status: 'picked', history, messsage: 'so spelt' });
    expect(read.history).to.have.lengthOf(1);
    expect(read.dropped).to.have.lengthOf(1);
    expect(TrackingResponse.safeParse({ success: true, history: [] }).success).to.equal(false);
  });
});
