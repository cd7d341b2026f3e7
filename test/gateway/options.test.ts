import { expect } from 'chai';
import { createShippingGateway, type GatewayOptions, GatewayOptionsError } from '../../src/gateway/index.ts';
import { couriersAnswer, openShop } from './shop.ts';

const { settings } = openShop(couriersAnswer);

/** What is said of these options: nothing if a gateway starts with them. */
function problemOf(changes: object): string {
  try {
    createShippingGateway({ ...settings, ...changes } as GatewayOptions);
    return '';
  } catch (problem) {
    expect(problem).to.be.an.instanceOf(GatewayOptionsError);
    return (problem as Error).message;
  }
}

describe('createShippingGateway', () => {
  const secret = { kid: 'now', secret: 's'.repeat(32) };
  const rule = (changes: object) => ({ rates: [{ type: 'free', ...changes }] });
  const cases: [what: string, changes: object, sentence: RegExp][] = [
    ['no account', { account: undefined }, /^account must be a name/],
    ['no upstream', { upstream: undefined }, /^upstream must be the base URL/],
    ['an upstream that is not HTTP', { upstream: 'ftp://service.test' }, /^upstream must/],
    ['a password in upstream', { upstream: 'https://user:word@service.test' }, /^upstream must/],
    ['an empty key', { key: ' ' }, /^key must be the merchant’s key/],
    ['no store', { store: undefined }, /^store must be what openLibsqlStore/],
    ['no secrets', { secrets: undefined }, /^The current secret needs a kid/],
    ['a short secret', { secrets: { current: { kid: 'now', secret: 'short' } } }, /at least 32 bytes/],
    ['two secrets of one name', { secrets: { current: secret, previous: secret } }, /same kid/],
    ['no origins', { origins: undefined }, /^origins must list/],
    ['an empty list of origins', { origins: [] }, /^origins must list/],
    ['an origin with a slash', { origins: ['https://shop.test/'] }, /^origins has "https:\/\/shop.test\/"/],
    ['any origin', { origins: ['*'] }, /^origins has "\*"/],
    ['drafts without a sender', { orders: 'draft' }, /^sender must have/],
    ['an unknown kind of orders', { orders: 'all' }, /^orders must be none, draft or order/],
    ['a base path without a slash', { basePath: 'shipping/' }, /^basePath must begin with a slash/],
    ['a base path with dots', { basePath: '/shop/..' }, /^basePath must begin/],
    ['a misspelt option', { tolerence: 500 }, /^There is no option "tolerence"/],
    ['an unknown type of rule', rule({ type: 'percent' }), /^rates.0.type must be free or discount/],
    ['a discount without an amount', rule({ type: 'discount' }), /^rates.0.amount is missing: give rupiah/],
    ['a negative discount', rule({ type: 'discount', amount: -5 }), /^rates.0.amount must be a number, 0 or more/],
    ['a misspelt condition of a rule', rule({ postcode: 1 }), /^rates.0 has "postcode"/],
    ['postal codes in the wrong order', rule({ postalCodes: [2, 1] }), /^rates.0.postalCodes must be the first/],
    ['a fallback rate without a service', { fallback: [{ courier: 'jne' }] }, /^fallback.0.service must be a text/],
    ['a limit as text', { limits: { address: '240' } }, /^limits.address must be a whole number/],
    ['a misspelt limit', { limits: { adress: 1 } }, /^limits has "adress"/],
    ['no sends', { timeouts: { sends: 0 } }, /^timeouts.sends must be a whole number from 1 to 20/],
    ['too many sends', { timeouts: { sends: 64 } }, /^timeouts.sends must be a whole number from 1 to 20/],
    ['a lease that ends during a send', { timeouts: { lease: 25_000 } }, /^timeouts.lease must .*more than 25000 here/],
    ['a clock that is no function', { now: 5 }, /^now must be a function/],
    ['a text for cancels', { cancels: 'false' }, /^cancels must be true or false/],
    ['negative hops', { trustedHops: -1 }, /^trustedHops must be/],
    ['a part of a rupiah', { tolerance: 0.5 }, /^tolerance must be/],
  ];
  for (const [what, changes, sentence] of cases)
    it(`refuses ${what}, and says what to give`, () => {
      expect(problemOf(changes)).to.match(sentence).and.to.match(/\.$/).and.to.not.include('word@');
    });

  it('names all problems at once', () => {
    expect(problemOf({ upstream: '', key: '', origins: [] }).split('\n')).to.have.lengthOf(3);
  });

  it('starts with the required options alone', () => {
    expect(problemOf({})).to.equal('');
  });
});
