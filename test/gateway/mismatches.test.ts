import { expect } from 'chai';
import { signCart, signTrack, type TokenKeys } from '../../src/server.ts';
import { cart, couriersAnswer, openShop, question, site } from './shop.ts';

const secrets = ['a-secret-of-the-shop-and-its-gateway-only', 'somebody-else-has-a-long-secret-as-well'];

describe('a token that the gateway refuses', () => {
  const cases: [what: string, keys: Partial<TokenKeys>, logged: RegExp][] = [
    ['kid', { current: { kid: '2025-01', secret: secrets[0] ?? '' } }, /names the secret "2025-01", and here is "now"/],
    [
      'secret',
      { current: { kid: 'now', secret: secrets[1] ?? '' } },
      /another secret than the one that is named "now"/,
    ],
    ['account', { account: 'toko-pagi' }, /for the account "toko-pagi", and this is "shop-\d+"/],
  ];
  for (const [what, changes, logged] of cases)
    it(`says to the page that its ${what} does not match, and to the log how`, async () => {
      const { post, keys, events, gateway } = openShop(couriersAnswer);
      const signed = await signCart(cart, { ...keys, ...changes });
      const { status, body } = await post('/v1/rates/couriers', { ...question, cart: signed });
      expect([status, body.reason, body.details]).to.deep.equal([
        403,
        'token-invalid',
        { token: 'cart', mismatch: what },
      ]);
      expect(body.error).to.equal(`The cart is not one of this shop: its ${what} does not match the gateway’s.`);
      expect(events.at(-1)?.mismatch).to.match(logged);
      for (const secret of secrets) expect(JSON.stringify([events, body])).to.not.include(secret);

      const grant = await gateway.order(signed).catch((problem) => problem);
      expect([grant.reason, grant.message]).to.deep.equal(['token-invalid', events.at(-1)?.mismatch]);
    });

  it('says the same of a track to the log alone', async () => {
    const { ask, keys, events } = openShop(couriersAnswer, { tracking: true });
    const track = await signTrack({ reference: 'CART-1' }, { ...keys, account: 'toko-pagi' });
    const { body } = await ask('GET', '/v1/tracking', { headers: { authorization: `Bearer ${track}` } });
    expect([body.reason, body.details]).to.deep.equal(['track-invalid', undefined]);
    expect(events.at(-1)?.mismatch).to.include('for the account "toko-pagi"');
  });

  it('writes no text of a stranger into the log', async () => {
    const { post, keys, events } = openShop(couriersAnswer);
    const kid = 'Sari, Jl. Senja 1';
    const [header = '', ...rest] = (await signCart(cart, keys)).split('.');
    const changed = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), kid };
    const token = [Buffer.from(JSON.stringify(changed)).toString('base64url'), ...rest].join('.');
    expect((await post('/v1/rates/couriers', { ...question, cart: token })).body.details.mismatch).to.equal('kid');
    expect(JSON.stringify(events)).to.not.include('Senja');
  });
});

describe('a request of another site', () => {
  it('says to its sender which site has asked, and to the log which may', async () => {
    const { ask, events } = openShop(couriersAnswer, { origins: [site, 'https://m.shop.test'] });
    const { body } = await ask('GET', '/v1/couriers', { headers: { origin: 'http://shop.test' } });
    expect(body.error).to.equal('This site, http://shop.test, is not among the origins of this gateway.');
    expect(JSON.stringify(body)).to.not.include('m.shop.test');
    expect(events.at(-1)?.mismatch).to.equal(
      'http://shop.test has asked. The origins are https://shop.test, https://m.shop.test.',
    );
  });

  it('says so for a preflight, and for a page without an origin', async () => {
    const { ask, events } = openShop(couriersAnswer);
    await ask('OPTIONS', '/v1/rates/couriers', { headers: { origin: 'https://evil.test' } });
    expect(events.at(-1)?.mismatch).to.include('https://evil.test has asked');
    await ask('GET', '/v1/couriers', { headers: { origin: 'null' } });
    expect(events.at(-1)?.mismatch).to.include('null has asked');
    await ask('GET', '/v1/couriers', { headers: { origin: `https://${'x'.repeat(500)}.test` } });
    expect(events.at(-1)?.mismatch).to.have.length.below(300);
  });
});

describe('a path that the gateway does not have', () => {
  for (const [what, path, sentence] of [
    ['with the version twice', '/shipping/v1/v1/couriers', /has \/v1 twice: the base URL must not end in \/v1/],
    ['without the base path', '/v1/couriers', /does not begin with basePath, \/shipping/],
    ['beside the base path', '/shippingv1/couriers', /does not begin with basePath, \/shipping/],
  ] as const)
    it(`names the mistake ${what}`, async () => {
      const { ask, events } = openShop(couriersAnswer, { basePath: '/shipping' });
      const { status, body } = await ask('GET', path);
      expect([status, body.reason]).to.deep.equal([404, 'no-operation']);
      expect(body.error).to.match(sentence);
      expect(events.at(-1)?.mismatch).to.match(sentence);
    });

  it('is not repeated, because it may be anything', async () => {
    const { ask, events } = openShop(couriersAnswer);
    const { body } = await ask('GET', '/v1/orders/of/08123456789');
    expect(JSON.stringify([body, events])).to.not.include('0812');
  });
});
