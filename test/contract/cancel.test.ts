import { expect } from 'chai';
import { isCancellable, withoutTokens } from '../../src/contract/index.ts';

describe('isCancellable', () => {
  it('is true until the parcel is picked up, and for states that we do not know', () => {
    const open = ['confirmed', 'scheduled', 'allocated', 'picking_up', 'teleported', null, undefined];
    for (const status of open) expect(isCancellable(status), String(status)).to.equal(true);
    const moving = ['picked', 'in_transit', 'dropping_off', 'delivered', 'on_hold', 'return_in_transit', 'returned'];
    for (const status of [...moving, 'rejected', 'disposed', 'courier_not_found', 'cancelled'])
      expect(isCancellable(status), status).to.equal(false);
  });
});

describe('withoutTokens', () => {
  it('removes the tokens and nothing else', () => {
    expect(withoutTokens({ id: 'o-1', cart: 'a', grant: 'b', cancel: 'c', note: 'd' })).to.deep.equal({
      id: 'o-1',
      note: 'd',
    });
  });
});
