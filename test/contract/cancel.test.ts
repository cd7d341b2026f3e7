import { expect } from 'chai';
import {
  CancelRequest,
  CancelResponse,
  cancellationReasons,
  isCancellable,
  withoutTokens,
} from '../../src/contract/index.ts';
import { problems } from './problems.ts';

const id = '66f0c1d2e3a4b5c6d7e8f901';

describe('CancelRequest', () => {
  it('accepts an id alone, and a reason in code and words', () => {
    expect(problems(CancelRequest, { id })).to.deep.equal({});
    const full = { id, cancellation_reason_code: 'others', cancellation_reason: 'Ordered twice' };
    expect(CancelRequest.parse(full)).to.deep.equal(full);
  });

  it('knows the four reasons and no other', () => {
    expect([...cancellationReasons]).to.deep.equal(['change_courier', 'pickup_delay', 'change_address', 'others']);
    for (const code of cancellationReasons)
      expect(problems(CancelRequest, { id, cancellation_reason_code: code })).to.deep.equal({});
    expect(problems(CancelRequest, { id, cancellation_reason_code: 'bored' })).to.deep.equal({
      cancellation_reason_code: 'must be one of change_courier, pickup_delay, change_address, others',
    });
  });

  it('rejects a reason that is no text', () => {
    expect(problems(CancelRequest, { id, cancellation_reason: 5 })).to.deep.equal({
      cancellation_reason: 'must be a text',
    });
  });

  it('names the id when it is missing', () => {
    expect(problems(CancelRequest, {}).id).to.match(/^is missing: send the id of the order/);
  });

  for (const wrong of ['', '../draft_orders', 'a/b', 'a b', 'a?b', 'a%2Fb', '..', 'é', `${id}\n`])
    it(`rejects ${JSON.stringify(wrong)}, which is another path`, () => {
      expect(problems(CancelRequest, { id: wrong }).id).to.match(/^must be the id of the order: letters, digits/);
    });
});

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
