import { expect } from 'chai';
import { reasons, unavailability } from '../../src/client/index.ts';
import { refusalReasons } from '../../src/gateway/http/refusal.ts';
import { GatewayError } from '../../src/gateway/index.ts';
import { orderOutcome } from '../../src/server.ts';

/** Refusals that say nothing about the order itself: the shop corrects its options or tokens, or another order has the reference. */
const ofTheShop = [
  ...['no-operation', 'method-not-allowed', 'origin-not-allowed', 'not-offered', 'not-json'],
  ...['body-too-large', 'body-unreadable', 'body-too-slow', 'token-missing', 'token-expired', 'token-invalid'],
  ...[
    'track-invalid',
    'track-expired',
    'reference-used',
    'order-erased',
    'order-not-found',
    'not-cancellable',
    'merchant-balance',
    'merchant-account',
  ],
];

describe('orderOutcome', () => {
  const every = [...new Set([...refusalReasons, ...reasons])];

  it('asks again after each reason that does not refuse this order', () => {
    const again = every.filter((reason) => ['unknown', 'not-yet'].includes(orderOutcome({ success: false, reason })));
    const unavailable = every.filter((reason) => unavailability(reason));
    expect(again).to.have.members([...unavailable, ...ofTheShop, 'shipping-unavailable']);
  });

  it('says that nothing was ordered only where client and gateway know it', () => {
    const notYet = every.filter((reason) => orderOutcome({ success: false, reason }) === 'not-yet');
    const nothingDone = every.filter((reason) => unavailability(reason)?.mayBeDone === false);
    expect(notYet).to.have.members([...nothingDone, 'shipping-unavailable']);
  });

  it('is final for an order that is placed, and for a refusal of this order', () => {
    expect(orderOutcome({ success: true, id: '5dd5' })).to.equal('placed');
    expect(orderOutcome({ success: false, reason: 'price-changed' })).to.equal('refused');
    const thrown = new GatewayError({ status: 409, body: { success: false, reason: 'service-gone' } });
    expect(orderOutcome(thrown)).to.equal('refused');
  });

  it('asks again after what no gateway has written', () => {
    const strange = [undefined, null, '', '<h1>502</h1>', 0, [], {}, { success: 'true' }, { reason: 'a-new-word' }];
    for (const answer of [...strange, { reason: ['price-changed'] }, new Error('fetch failed')])
      expect(orderOutcome(answer), JSON.stringify(answer)).to.equal('unknown');
  });
});
