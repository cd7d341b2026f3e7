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

const fallbackRate = { courier: 'jne', service: 'reg', courierName: 'JNE', serviceName: 'Reguler' };

describe('createShippingGateway', () => {
  const secret = { kid: 'now', secret: 's'.repeat(32) };
  const rule = (changes: object) => ({ rates: [{ type: 'free', ...changes }] });
  const notify = (changes: object) => ({ notify: { url: 'https://shop.test/news', ...changes } });
  const sender = (changes: object) => {
    const given = { origin_contact_name: 'Toko', origin_contact_phone: '0812-3450-0001', origin_address: 'Jalan 10' };
    return { orders: 'draft', sender: { ...given, ...changes } };
  };
  const cases: [what: string, changes: object, sentence: RegExp][] = [
    [
      'a calendar without a zone',
      { calendar: { days: { mon: '15:00' } } },
      /^calendar\.zone: must be WIB, WITA or WIT\.$/,
    ],
    [
      'a cut-off that is no time',
      { calendar: { zone: 'WIB', days: { sun: '25:00' } } },
      /^calendar\.days\.sun: "25:00" is no time/,
    ],
    ['promises without an origin', { promises: {} }, /^promises\.origin must say where parcels start/],
    ['promises from nowhere', { promises: { origin: {} } }, /^promises\.origin must have origin_postal_code/],
    [
      'promises that are never kept',
      { promises: { origin: { origin_postal_code: 12440 }, hours: 0 } },
      /^promises\.hours must be 1 or more/,
    ],
    ['no account', { account: undefined }, /^account must be a name/],
    ['no upstream', { upstream: undefined }, /^upstream must be the base URL/],
    ...[
      'http://service.test',
      'HTTP://service.test',
      'http://127.0.0.1.service.test',
      'http://localhost.test',
      'http://10.0.0.7:4010',
    ].map((upstream): [string, object, RegExp] => [
      `an upstream that is not encrypted, ${upstream}`,
      { upstream },
      /^upstream is not encrypted: .*Use https\.$/,
    ]),
    ['an upstream that is not HTTP', { upstream: 'ftp://service.test' }, /^upstream must/],
    ['the version in upstream', { upstream: 'https://service.test/v1/' }, /^upstream must .* without \/v1/],
    ['a password in upstream', { upstream: 'https://user:word@service.test' }, /^upstream must/],
    ['an empty key', { key: ' ' }, /^key must be the merchant’s key/],
    ['a key in curly quotes', { key: '“merchant-key”' }, /^key has a character that no key has/],
    [
      'a key with the quotes of a file (achtungsoftware/alarik#8)',
      { key: '"merchant-key"' },
      /^key has a character that no key has/,
    ],
    ['a key with an invisible character', { key: 'merchant\u200b-key' }, /^key has a character that no key has/],
    ['a key with a space', { key: 'merchant key' }, /^key has a character that no key has/],
    ['no store', { store: undefined }, /^store must be what openLibsqlStore/],
    ['no secrets', { secrets: undefined }, /^The current secret needs a kid/],
    ['a short secret', { secrets: { current: { kid: 'now', secret: 'short' } } }, /at least 32 bytes/],
    ['two secrets of one name', { secrets: { current: secret, previous: secret } }, /same kid/],
    ['no origins', { origins: undefined }, /^origins must list/],
    ['an empty list of origins', { origins: [] }, /^origins must list/],
    ['an origin with a slash', { origins: ['https://shop.test/'] }, /^origins has "https:\/\/shop.test\/"/],
    ['one origin as text', { origins: 'https://shop.test' }, /^origins must list/],
    ['any origin', { origins: ['*'] }, /^origins has "\*"/],
    ['drafts without a sender', { orders: 'draft' }, /^sender must have/],
    ['a sender without a name', sender({ origin_contact_name: '' }), /^sender.origin_contact_name must be/m],
    [
      'a phone of another country',
      sender({ origin_contact_phone: '+65 8123 4567' }),
      /^sender.origin_contact_phone must/,
    ],
    [
      'a phone of the shipper with letters',
      sender({ shipper_contact_phone: 'WA' }),
      /^sender.shipper_contact_phone must/,
    ],
    [
      'an unknown way of collection',
      sender({ origin_collection_method: 'post' }),
      /^sender.origin_collection_method must/,
    ],
    [
      'a postal code of the sender, which a cart has',
      sender({ origin_postal_code: '4013' }),
      /^sender has "origin_postal_code"/,
    ],
    ['a sender as text', { orders: 'draft', sender: 'Toko' }, /^sender must be an object/],
    ['an unknown kind of orders', { orders: 'all' }, /^orders must be none, draft or order/],
    ['a base path without a slash', { basePath: 'shipping/' }, /^basePath must begin with a slash/],
    ['a base path with dots', { basePath: '/shop/..' }, /^basePath must begin/],
    ['a misspelt option', { tolerence: 500 }, /^There is no option "tolerence"/],
    ['rules that are no list', { rates: { type: 'free' } }, /^rates must be a list of rules/],
    ['an unknown type of rule', rule({ type: 'percent' }), /^rates.0.type must be free or discount/],
    ['a discount without an amount', rule({ type: 'discount' }), /^rates.0.amount is missing: give rupiah/],
    ['a negative discount', rule({ type: 'discount', amount: -5 }), /^rates.0.amount must be a number from 0 to/],
    ['a surcharge of 1e21', rule({ type: 'surcharge', amount: 1e21 }), /^rates.0.amount must be .* to 1,000,000,000/],
    [
      'a fallback price that no sum can have',
      { fallback: [{ ...fallbackRate, price: 1e12 }] },
      /^fallback.0.price must be .* to 1,000,000,000/,
    ],
    ['an amount of a free delivery', rule({ amount: 5 }), /^rates.0.amount has no effect with this type/],
    ['a rule that hides everything', rule({ type: 'hidden' }), /^rates.0.type would hide every service/],
    ['a rule that leaves everything', rule({ type: 'only', area: 'IDNP6' }), /^rates.0.courier is missing: with only/],
    [
      'weights in the wrong order',
      rule({ weightFrom: 2, weightTo: 1 }),
      /^rates.0.weightTo must not be below weightFrom/,
    ],
    ['subtotals in the wrong order', rule({ subtotalFrom: 2, subtotalTo: 1 }), /^rates.0.subtotalTo must not be/],
    ['a misspelt condition of a rule', rule({ postcode: 1 }), /^rates.0 has "postcode"/],
    ['postal codes in the wrong order', rule({ postalCodes: [2, 1] }), /^rates.0.postalCodes must be the first/],
    ['a fallback rate without a service', { fallback: [{ courier: 'jne' }] }, /^fallback.0.service must be a text/],
    ['a limit as text', { limits: { address: '240' } }, /^limits.address must be a whole number/],
    ['a misspelt limit', { limits: { adress: 1 } }, /^limits has "adress"/],
    ['an observer that is no function', { observe: 5 }, /^observe must be a function/],
    ['a text for cancels', { cancels: 'false' }, /^cancels must be true or false/],
    [
      'a secret of news that is no base64',
      notify({ secret: `whsec_${'x'.repeat(33)}` }),
      /^notify.secret must be whsec_/,
    ],
    ['a short secret of news', notify({ secret: `whsec_${'x'.repeat(28)}` }), /^notify.secret must be whsec_/],
    ['webhooks that are no object', { webhooks: true }, /^webhooks /],
    [
      'a retention in which an order may be cancelled',
      { retention: 30 },
      /^retention must be a whole number of days, 90/,
    ],
    ['a retention without an end', { retention: Number.POSITIVE_INFINITY }, /^retention must be/],
    ['hops as text', { trustedHops: '1' }, /^trustedHops must be/],
    ['negative hops', { trustedHops: -1 }, /^trustedHops must be/],
  ];
  for (const [what, changes, sentence] of cases)
    it(`refuses ${what}, and says what to give`, () => {
      expect(problemOf(changes)).to.match(sentence).and.to.match(/\.$/).and.to.not.include('word@');
    });

  it('names all problems at once', () => {
    expect(problemOf({ upstream: '', key: '', origins: [] }).split('\n')).to.have.lengthOf(3);
  });

  it('starts with the required options alone, and with a sender as people write it', () => {
    expect(problemOf({})).to.equal('');
    expect(problemOf(sender({ shipper_contact_phone: null, origin_note: '' }))).to.equal('');
  });
});
