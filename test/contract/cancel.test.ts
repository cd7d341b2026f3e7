import { expect } from 'chai';
import { CancelResponse, isCancellable, withoutTokens } from '../../src/contract/index.ts';
import { problems } from './problems.ts';

const id = '66f0c1d2e3a4b5c6d7e8f901';

describe('CancelResponse', () => {
  it('needs an id, tolerates nulls and keeps unknown fields', () => {
    const answer = { success: true, id, status: 'cancelled', message: null, refund: 15_000 };
    expect(CancelResponse.parse(answer)).to.deep.equal(answer);
    expect(problems(CancelResponse, { success: true })).to.have.all.keys('id');
    expect(problems(CancelResponse, { id })).to.have.all.keys('success');
  });
});

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
    expect(withoutTokens({ id, cart: 'a', grant: 'b', cancel: 'c', note: 'd' })).to.deep.equal({ id, note: 'd' });
  });
});
