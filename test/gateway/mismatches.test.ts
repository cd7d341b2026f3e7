import { expect } from 'chai';
import { type Clock, machineClock } from '../../src/client/index.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { GatewaySettings } from '../../src/gateway/options.ts';
import { orderOutcome, signCart, signTrack, type TokenKeys } from '../../src/server.ts';
import { cart, couriersAnswer, destination, openSandboxShop, openShop, question, site } from './shop.ts';

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

  it('names a wrong claim of the shop to its server, too, and the order waits until that is corrected', async () => {
    const { post, grantUnchecked, events } = openShop(couriersAnswer, { orders: 'order' });
    const { body } = await post('/v1/orders', { grant: await grantUnchecked({ price_max: 'free' }) });
    expect(body.error).to.match(/^The grant cannot be used: price_max must be /);
    expect([body.reason, body.error]).to.deep.equal(['token-invalid', events.at(-1)?.mismatch]);
    expect(orderOutcome(body)).to.equal('unknown');
  });

  it('says the same of a track to the log alone', async () => {
    const { ask, keys, events } = openShop(couriersAnswer, { tracking: true });
    const track = await signTrack({ reference: 'CART-1' }, { ...keys, account: 'toko-pagi' });
    const { body } = await ask('GET', '/v1/tracking', { headers: { authorization: `Bearer ${track}` } });
    expect([body.reason, body.details]).to.deep.equal(['track-invalid', undefined]);
    expect(events.at(-1)?.mismatch).to.include('for the account "toko-pagi"');
  });

  it('names the clock, to the page and to the log, if it was signed outside the five minutes', async () => {
    const now = new Date('2026-11-22T05:00:00Z');
    const { post, ask, keys, events } = openShop(couriersAnswer, { tracking: true, now: () => now });
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const quote = async (minutes: number) =>
      post('/v1/rates/couriers', { ...question, cart: await signCart(cart, keys, at(minutes)) });
    expect((await quote(6)).body.error).to.equal(
      'The cart is not one of this shop: its clock does not match the gateway’s.',
    );
    expect(events.at(-1)?.mismatch).to.equal(
      "The cart was signed 360 seconds in the future of this machine's clock, and 300 are allowed: set the clocks of shop and gateway by NTP.",
    );
    expect((await quote(-26 * 60)).body.error).to.match(/If it is new, the clock of that server is behind\.$/);
    expect(events.at(-1)?.mismatch).to.match(
      /is older than its 24 hours: .* 26 hours old.* clock of its signer is behind/,
    );
    const authorization = `Bearer ${await signTrack({ reference: 'CART-1' }, keys, at(6))}`;
    await ask('GET', '/v1/tracking', { headers: { authorization } });
    expect(events.at(-1)?.mismatch).to.match(/^The track was signed 360 seconds in the future/);
  });

  it('is accepted by a process whose clock is five minutes ahead or behind', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    const shop = openSandboxShop({ orders: 'order', cancels: true, tracking: true, now: () => now });
    const behind = createGateway({ ...shop.settings, now: () => new Date(now.getTime() - 5 * 60_000) });
    const offers = await behind.quote({ cart, destination: { destination_postal_code: 40111 }, couriers: ['jne'] });
    expect(offers).to.not.have.lengthOf(0);
    const placed = await behind.order(await shop.grant());
    const ahead = (await shop.another().order(await shop.grant())) as { cancel?: string; track?: string };
    const request = new Request('https://gateway.test/v1/tracking', {
      headers: { authorization: `Bearer ${ahead.track}` },
    });
    expect((await behind.fetch(request)).status).to.equal(200);
    now = new Date(now.getTime() + 60_000);
    expect(await behind.cancel(ahead.cancel ?? '')).to.include({ id: placed.id, status: 'cancelled' });
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

describe('a limit of one address', () => {
  for (const [address, shared] of [
    ['', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:172.18.0.1', true],
    ['203.0.113.7', false],
    ['172.32.0.1', false],
  ] as const)
    it(`says in the log ${shared ? 'that all shoppers count as one' : 'nothing'} if ${address || 'none'} reaches it`, async () => {
      const reached: [path: string, body: object, limits: GatewaySettings['limits']][] = [
        ['/v1/orders', {}, { address: 1 }],
        ['/v1/orders', {}, { writes: 1 }],
        ['/v1/maps/areas', { input: 'Cilandak' }, { address: 1 }],
        ['/v1/maps/areas', { input: 'Cilandak' }, { addressAreas: 0 }],
        ['/v1/promise', destination, { address: 1 }],
      ];
      for (const [path, body, limits] of reached) {
        const { post, events } = openSandboxShop({ areas: true, promises: { origin: cart.origin }, limits });
        for (const _ of [1, 2]) await post(path, body, address);
        const { reason, mismatch = '' } = events.find((event) => event.reason === 'too-many-requests') ?? {};
        expect([reason, /all shoppers count as one/.test(mismatch)], path).to.deep.equal(['too-many-requests', shared]);
      }
    });

  // Each proxy adds the address that it was reached from: a CDN the shopper's, nginx that of the CDN.
  for (const [forwarded, trustedHops, said] of [
    ['198.51.100.7, 203.0.113.80', 1, /has more entries than trustedHops.* all shoppers count as one/],
    ['198.51.100.7', 0, /has more entries than trustedHops.* all shoppers count as one/],
    ['198.51.100.7, 203.0.113.80', 2, undefined],
    ['198.51.100.7', 1, undefined],
    [', ', 0, undefined],
  ] as const)
    it(`says in the log ${said ? 'that it may be that of a CDN' : 'nothing'} after "${forwarded}" with trustedHops ${trustedHops}`, async () => {
      const { ask, events } = openSandboxShop({ limits: { address: 1 }, trustedHops });
      const headers = { 'x-forwarded-for': forwarded };
      for (const _ of [1, 2]) await ask('GET', '/v1/couriers', { headers });
      const { reason, mismatch } = events.at(-1) ?? {};
      expect(reason).to.equal('too-many-requests');
      if (said) expect(mismatch).to.match(said);
      else expect(mismatch).to.equal(undefined);
    });
});

describe('a limit of one visit', () => {
  it('says nothing in the log of addresses, whatever the visit is called', async () => {
    const sender = { origin_contact_name: 'Toko', origin_contact_phone: '081234500001', origin_address: 'Jalan 10' };
    const { post, keys, events } = openSandboxShop({ orders: 'draft', sender, limits: { writes: 1 } });
    const signed = await signCart({ ...cart, session: '10.2026-0007' }, keys);
    const draft = { ...question, cart: signed };
    for (const [path, body] of [
      ['/v1/rates/couriers', { ...draft, fresh: true }],
      ['/v1/rates/couriers', { ...draft, fresh: true }],
      ['/v1/draft_orders', draft],
    ] as const)
      await post(path, body);
    const limited = events.filter(({ reason }) => reason === 'too-many-requests');
    expect(limited.map(({ mismatch }) => mismatch)).to.deep.equal([undefined, undefined]);
  });
});

describe('a granted order that the gateway does not take', () => {
  for (const orders of ['none', 'draft'] as const)
    it(`names the option to the shop’s server and to the log, with orders: '${orders}'`, async () => {
      const sender = { origin_contact_name: 'Toko', origin_contact_phone: '081234500001', origin_address: 'Jalan 10' };
      const { post, place, events } = openShop(couriersAnswer, { orders, sender });
      const { body } = await place();
      expect([body.reason, body.error]).to.deep.equal(['not-offered', events.at(-1)?.mismatch]);
      expect(body.error).to.equal(`A granted order came, and orders is '${orders}' here: set orders to 'order'.`);
      await post('/v1/orders', { grant: 'of a stranger' });
      expect(events.at(-1)).to.include({ reason: 'not-offered' }).and.not.have.property('mismatch');
    });
});

describe('a weight with a fraction', () => {
  it('is rounded up, and stands in the log by its place, without the name of the goods', async () => {
    const { post, events } = openSandboxShop();
    const items = [...cart.items, { name: 'Kopi dari Siti', value: 50_000, quantity: 1, weight: 28.35 }];
    await post('/v1/rates/couriers', { ...question, ...cart.origin, items });
    expect(events.at(-1)).to.include({
      status: 200,
      mismatch: `items.${items.length - 1}.weight: 28.35 counts as 29 grams. Send grams, not kilograms.`,
    });
  });
});

describe('a finding', () => {
  it('stands in the log three times a minute with other names, once with the same, whoever sends how much', async () => {
    let elapsed = 0;
    const clock: Clock = { ...machineClock, elapsed: () => elapsed };
    const { post, keys, events } = openShop(couriersAnswer, { clock, limits: { address: 1_000 } });
    const send = async (kid: string) =>
      post('/v1/rates/couriers', {
        ...question,
        cart: await signCart(cart, { ...keys, current: { ...keys.current, kid } }),
      });
    const said = () => events.filter(({ mismatch }) => mismatch).length;
    for (let n = 0; n < 5; n++) await send(`stranger-${n}`);
    expect([events.length, said()]).to.deep.equal([5, 3]);
    for (let n = 0; n < 2; n++) await post('/v1/rates/couriers', { ...question, cart: 'x' });
    expect(said(), 'another one').to.equal(4);
    elapsed = 59_999;
    await send('now-2');
    expect(said()).to.equal(4);
    elapsed = 60_000;
    for (let n = 0; n < 2; n++) await send('now-2');
    expect(said()).to.equal(5);
  });

  it('is not hidden by the forged tokens of a stranger, and names no address', async () => {
    const clock: Clock = { ...machineClock, elapsed: () => 0 };
    const { post, keys, events } = openShop(couriersAnswer, { clock });
    const send = async (kid: string, address: string) => {
      const signed = await signCart(cart, { ...keys, current: { ...keys.current, kid } });
      await post('/v1/rates/couriers', { ...question, cart: signed }, address);
    };
    for (let n = 0; n < 100; n++) await send(`stranger-${n}`, '198.51.100.1');
    for (const address of ['192.0.2.1', '192.0.2.2']) await send('2025-01', address);
    const said = events.flatMap(({ mismatch }) => /secret "([^"]*)", and/.exec(mismatch ?? '')?.[1] ?? []);
    expect(said).to.deep.equal(['stranger-0', 'stranger-1', 'stranger-2', '2025-01']);
    expect(JSON.stringify(events)).to.not.match(/198\.51|192\.0/);
  });

  it('about a clock stands in the log once a minute, whatever it says of how many shoppers', async () => {
    const clock: Clock = { ...machineClock, elapsed: () => 0 };
    const now = new Date('2026-11-22T05:00:00Z');
    const { post, keys, events } = openShop(couriersAnswer, { clock, now: () => now });
    for (const minutes of [6, 7, 8]) {
      const signed = await signCart(cart, keys, new Date(now.getTime() + minutes * 60_000));
      await post('/v1/rates/couriers', { ...question, cart: signed }, `192.0.2.${minutes}`);
    }
    const said = events.flatMap(({ mismatch }) => mismatch ?? []);
    expect(said).to.have.lengthOf(1);
    expect(said[0]).to.include('360 seconds');
  });

  it('names the header and the setting if the secret of a webhook is wrong, and no secret', async () => {
    const secret = 'what-the-dashboard-has';
    const { ask, events } = openShop(couriersAnswer, { webhooks: { secret, header: 'x-shop-secret' } });
    for (const [headers, found] of [
      [{ 'x-shop-secret': 'another-secret-of-somebody' }, 'another secret in the header x-shop-secret'],
      [{}, 'no secret in the header x-shop-secret'],
    ] as const) {
      const { body } = await ask('POST', '/v1/webhooks', { body: '{}', headers });
      expect(body.error).to.equal('The secret of this webhook is not the one of this gateway.');
      expect(events.at(-1)?.mismatch).to.equal(
        `A webhook came with ${found}: set webhooks.secret in the dashboard of the shipping service.`,
      );
    }
    expect(JSON.stringify(events)).to.not.match(/another-secret|what-the/);
  });

  it('names the merchant’s key or the balance to the log, and the account to the page', async () => {
    const answers = [
      [{ error: 'Wrong key', code: 40000001 }, /does not accept the merchant's key/],
      [{ error: 'No sufficient balance to call rates API' }, /^The balance of the merchant's account/],
    ] as const;
    for (const [answer, logged] of answers) {
      const { quote, events } = openShop(() => Response.json({ success: false, ...answer }, { status: 400 }));
      const { body } = await quote();
      expect(body.error).to.match(/the shop has to look at its account/);
      expect(events.at(-1)?.mismatch).to.match(logged);
      expect(JSON.stringify(body)).to.not.match(/balance|key/);
    }
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
