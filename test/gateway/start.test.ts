import { expect } from 'chai';
import { createShippingGateway, type GatewayOptions, GatewayOptionsError } from '../../src/gateway/index.ts';
import { couriersAnswer, openShop } from './shop.ts';

const { settings } = openShop(couriersAnswer);

/** What a gateway says to these options. */
function said(changes: Partial<Record<keyof GatewayOptions, unknown>>): string {
  try {
    createShippingGateway({ ...settings, ...changes } as GatewayOptions);
    return 'it started';
  } catch (problem) {
    expect(problem).to.be.an.instanceOf(GatewayOptionsError);
    return (problem as Error).message;
  }
}

describe('a gateway does not start', () => {
  const secret = { kid: 'now', secret: 's'.repeat(32) };
  const without: [string, Partial<Record<keyof GatewayOptions, unknown>>, RegExp][] = [
    ['an account', { account: undefined }, /^account must be a name/],
    ['an upstream', { upstream: undefined }, /^upstream must be the base URL/],
    ['an upstream that can be asked', { upstream: 'ftp://service.test' }, /^upstream must/],
    ['an upstream without a password in it', { upstream: 'https://user:word@service.test' }, /^upstream must/],
    ['a key', { key: ' ' }, /^key must be the merchant’s key/],
    ['a store', { store: undefined }, /^store must be what openLibsqlStore/],
    ['secrets', { secrets: undefined }, /^The current secret needs a kid/],
    ['a secret that nobody guesses', { secrets: { current: { kid: 'now', secret: 'short' } } }, /at least 32 bytes/],
    ['secrets of different names', { secrets: { current: secret, previous: secret } }, /same kid/],
    ['origins', { origins: undefined }, /^origins must list/],
    ['any origin', { origins: [] }, /^origins must list/],
    ['origins that are origins', { origins: ['https://shop.test/'] }, /^origins has "https:\/\/shop.test\/"/],
    ['an origin of its own', { origins: ['*'] }, /^origins has "\*"/],
    ['a sender for drafts', { orders: 'draft' }, /^sender must have/],
    ['a kind of orders that there is', { orders: 'all' }, /^orders must be none, draft or order/],
    ['a base path that can be met', { basePath: 'shipping/' }, /^basePath must begin with a slash/],
    ['a base path that no request is normalised away from', { basePath: '/shop/..' }, /^basePath must begin/],
    ['an option that there is', { tolerence: 500 } as object, /^There is no option "tolerence"/],
    ['a rule of its own that can be read', { rates: [{ type: 'percent' }] }, /^rates.0.type must be free or discount/],
    ['how much a discount is', { rates: [{ type: 'discount' }] }, /^rates.0.amount is missing: give rupiah/],
    [
      'a discount above 0',
      { rates: [{ type: 'discount', amount: -5 }] },
      /^rates.0.amount must be a number, 0 or more/,
    ],
    ['a rule that holds where it should', { rates: [{ type: 'free', postcode: 1 }] }, /^rates.0 has "postcode"/],
    [
      'postal codes in order',
      { rates: [{ type: 'free', postalCodes: [2, 1] }] },
      /^rates.0.postalCodes must be the first/,
    ],
    ['a price for what it falls back on', { fallback: [{ courier: 'jne' }] }, /^fallback.0.service must be a text/],
    ['limits that are numbers', { limits: { address: '240' } }, /^limits.address must be a whole number/],
    ['a limit that there is', { limits: { adress: 1 } }, /^limits has "adress"/],
    ['a send', { timeouts: { sends: 0 } }, /^timeouts.sends must be a whole number from 1 to 20/],
    [
      'sends whose pauses can be counted',
      { timeouts: { sends: 64 } },
      /^timeouts.sends must be a whole number from 1 to/,
    ],
    [
      'a lease that is longer than a read and a send',
      { timeouts: { lease: 25_000 } },
      /^timeouts.lease must be more than read and send together: more than 25000 here/,
    ],
    ['a clock that can be asked', { now: 5 }, /^now must be a function/],
    ['a yes or no to cancellations', { cancels: 'false' }, /^cancels must be true or false/],
    ['hops that can be counted', { trustedHops: -1 }, /^trustedHops must be/],
    ['a tolerance in rupiah', { tolerance: 0.5 }, /^tolerance must be/],
  ];
  for (const [what, changes, words] of without)
    it(`without ${what}, and says what to give`, () => {
      const sentence = said(changes);
      expect(sentence).to.match(words);
      expect(sentence).to.match(/\.$/);
      expect(sentence).to.not.include('word@');
    });

  it('and names everything that is missing at once', () => {
    expect(said({ upstream: '', key: '', origins: [] }).split('\n')).to.have.lengthOf(3);
  });

  it('but does with what it needs', () => {
    expect(said({})).to.equal('it started');
  });
});
