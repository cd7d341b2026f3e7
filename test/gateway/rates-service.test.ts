import { expect } from 'chai';
import type { FallbackRate } from '../../src/gateway/index.ts';
import { signCart, verifyOffer } from '../../src/server.ts';
import { digest } from '../../src/tokens/index.ts';
import { rate } from '../support/fixtures.ts';
import { cart, couriersAnswer, destination, openSandboxShop, openShop, question, store } from './shop.ts';

const quoted = () => Response.json({ success: true, pricing: [rate()] });
const fallback: FallbackRate[] = [
  {
    courier: 'jne',
    service: 'reg',
    courierName: 'JNE',
    serviceName: 'Reguler',
    price: 20_000,
    perKilogram: 5_000,
    days: '2 - 4',
  },
  {
    courier: 'jne',
    service: 'far',
    courierName: 'JNE',
    serviceName: 'Jauh',
    price: 90_000,
    postalCodes: [90_000, 99_999],
  },
];

describe('a price', () => {
  it('is asked once for the same question in all processes and visits', async () => {
    const shop = openShop(quoted);
    const other = openShop(quoted, { account: shop.account, secrets: { current: shop.keys.current } });
    await shop.quote();
    await shop.quote({}, { ...cart, session: 'visit-2' });
    const { status } = await other.post('/v1/rates/couriers', { ...question, ...cart.origin, items: cart.items });
    expect(status).to.equal(200);
    expect(shop.seen.length + other.seen.length).to.equal(1);
    expect(shop.events.map(({ quoted }) => quoted)).to.deep.equal([true, false]);
  });

  it('is another question for another cart, place, courier, amount and shop', async () => {
    const shop = openShop(quoted);
    const [item] = cart.items;
    const questions = [
      [{}, cart],
      [{}, { ...cart, items: [{ ...item, weight: 401 }] }],
      [{}, { ...cart, items: [{ ...item, quantity: 3 }] }],
      [{}, { ...cart, origin: { origin_postal_code: 12441 } }],
      [{ destination_postal_code: 40112 }, cart],
      [{ destination_latitude: -6.9, destination_longitude: 107.6 }, cart],
      [{ couriers: 'jne' }, cart],
      [{ courier_insurance: 1 }, cart],
      [{ courier_insurance: 1 }, { ...cart, insurance_amount: 9 }],
      [{ destination_cash_on_delivery: 1 }, cart],
    ] as const;
    for (const [body, signed] of questions) await shop.quote(body, signed as typeof cart);
    expect(shop.seen).to.have.lengthOf(questions.length);
    await openShop(quoted).quote();
    expect(shop.seen).to.have.lengthOf(questions.length);
  });

  it('is not another cart’s: rows that are kept know no offer', async () => {
    const { quote, keys } = openShop(quoted);
    await quote();
    const signed = { ...cart, subtotal: 1 };
    const { body } = await quote({}, signed);
    const accept = (of: typeof cart) =>
      verifyOffer(body.pricing[0].offer, { cart: of, destination, service: 'jne/reg' }, keys);
    expect((await accept(signed)).price).to.equal(15_000);
    expect(await accept(cart).catch((error) => error.code)).to.equal('other-cart');
  });

  it('is asked once by a hundred who ask at the same time', async () => {
    const { quote, seen } = openShop(quoted, { limits: { session: 1_000, address: 1_000 } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => quote()));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(seen).to.have.lengthOf(1);
  });

  it('is asked again if the request that asked for it never finishes', async () => {
    // As in a Worker that ends the work of a page that has closed.
    let gone = true;
    const cache: typeof store.cache = {
      ...store.cache,
      async get(...parameters) {
        const never = gone;
        gone = false;
        if (never) await new Promise(() => {});
        return store.cache.get(...parameters);
      },
    };
    const { quote, seen } = openShop(quoted, { store: { ...store, cache }, timeouts: { read: 300 } });
    void quote();
    while (gone) await new Promise(setImmediate);
    const answers = await Promise.all([quote(), quote(), quote()]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(seen).to.have.lengthOf(1);
  });

  it('is asked anew with fresh, while another request reads the kept one', async () => {
    const rows = [rate(), rate({ price: 16_000, shipping_fee: 16_000 })];
    const { quote } = openShop(() => Response.json({ success: true, pricing: [rows.shift()] }));
    await quote();
    const [kept, fresh] = await Promise.all([quote(), quote({ fresh: true })]);
    expect([kept.body.pricing[0].price, fresh.body.pricing[0].price]).to.deep.equal([15_000, 16_000]);
  });

  it('is asked anew for a signed cart with fresh, as often as limits.writes allows', async () => {
    const { quote, post, seen } = openShop(quoted, { limits: { writes: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await quote({ fresh: true })).status);
    expect(statuses).to.deep.equal([200, 200, 429]);
    expect(seen).to.have.lengthOf(2);
    expect((await quote()).status).to.equal(200);
    const page = { ...question, ...cart.origin, items: cart.items, fresh: true };
    expect((await post('/v1/rates/couriers', page)).status).to.equal(200);
    expect(seen, 'kept: only signed carts have it asked anew').to.have.lengthOf(2);
  });

  it('is not kept after a failure, nor with cache: 0', async () => {
    let answer = () => new Response(null, { status: 503 });
    const { post, seen } = openShop(() => answer());
    const page = { ...question, ...cart.origin, items: cart.items };
    expect((await post('/v1/rates/couriers', page)).status).to.equal(503);
    answer = quoted;
    expect((await post('/v1/rates/couriers', page)).status).to.equal(200);
    expect(seen).to.have.lengthOf(2);
    const never = openShop(quoted, { cache: 0 });
    await never.quote();
    await never.quote();
    expect(never.seen).to.have.lengthOf(2);
  });
});

describe('the list of couriers', () => {
  it('is asked once for all', async () => {
    const { ask, seen } = openShop(couriersAnswer);
    for (let n = 0; n < 5; n++) expect((await ask('GET', '/v1/couriers')).status).to.equal(200);
    expect(seen).to.have.lengthOf(1);
  });
});

describe('a shop that is asked too often', () => {
  it('sends an address away, and says for how long', async () => {
    const now = () => new Date('2026-11-22T05:00:20Z');
    const { ask, another } = openShop(couriersAnswer, { limits: { address: 3 }, now });
    const from = (address: string) => ask('GET', '/v1/couriers', {}, address);
    for (let n = 0; n < 3; n++) expect((await from('198.51.100.1')).status).to.equal(200);
    const { status, headers, body } = await from('198.51.100.1');
    expect([status, body.reason, headers.get('retry-after')]).to.deep.equal([429, 'too-many-requests', '40']);
    expect((await from('198.51.100.2')).status).to.equal(200);
    const elsewhere = await another().fetch(new Request('https://gateway.test/v1/couriers'), {
      address: '198.51.100.1',
    });
    expect(elsewhere.status, 'another process counts too').to.equal(429);
  });

  it('lets it in again the next minute', async () => {
    let now = new Date('2026-11-22T05:00:59Z');
    const { ask } = openShop(couriersAnswer, { limits: { address: 1 }, now: () => now });
    expect((await ask('GET', '/v1/couriers')).status).to.equal(200);
    expect((await ask('GET', '/v1/couriers')).status).to.equal(429);
    now = new Date('2026-11-22T05:01:00Z');
    expect((await ask('GET', '/v1/couriers')).status).to.equal(200);
  });

  it('counts the addresses of an IPv6 customer as one, and ignores the header', async () => {
    const { ask } = openShop(couriersAnswer, { limits: { address: 1 } });
    const from = async (address: string | undefined, forwarded?: string) =>
      (await ask('GET', '/v1/couriers', { headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }, address))
        .status;
    expect(await from('2001:db8:1:2:aaaa::1')).to.equal(200);
    expect(await from('2001:db8:1:2:bbbb::9')).to.equal(429);
    expect(await from('2001:0db8:0001:0002::1')).to.equal(429);
    expect(await from('2001:db8:1:3::1')).to.equal(200);
    expect(await from('192.0.2.1')).to.equal(200);
    expect(await from('::ffff:192.0.2.1')).to.equal(429);
    expect(await from('192.0.2.1', '192.0.2.99')).to.equal(429);
    expect(await from('192.0.2.1', '192.0.2.98, 192.0.2.97')).to.equal(429);
  });

  it('believes of x-forwarded-for what its own proxies have added', async () => {
    const { ask } = openShop(couriersAnswer, { limits: { address: 1 }, trustedHops: 2 });
    const from = async (forwarded: string) =>
      (await ask('GET', '/v1/couriers', { headers: { 'x-forwarded-for': forwarded } }, '10.0.0.1')).status;
    expect(await from('198.51.100.9, 192.0.2.5, 10.0.0.2')).to.equal(200);
    expect(await from('203.0.113.77, 192.0.2.5, 10.0.0.2')).to.equal(429);
    expect(await from('192.0.2.5, 10.0.0.2')).to.equal(429);
    expect(await from('192.0.2.6, 10.0.0.2')).to.equal(200);
  });

  it('counts a visit wherever it comes from', async () => {
    const { keys, post } = openShop(quoted, { limits: { session: 2 } });
    const ask = async (session: string, address: string) =>
      (await post('/v1/rates/couriers', { ...question, cart: await signCart({ ...cart, session }, keys) }, address))
        .status;
    expect(await ask('a', '192.0.2.1')).to.equal(200);
    expect(await ask('a', '192.0.2.2')).to.equal(200);
    expect(await ask('a', '192.0.2.3')).to.equal(429);
    expect(await ask('b', '192.0.2.3')).to.equal(200);
  });

  it('counts under names that tell nothing of whom, and are others the next day', async () => {
    const names: string[] = [];
    const counts: typeof store.counts = {
      add(name, ...more) {
        names.push(name);
        return store.counts.add(name, ...more);
      },
    };
    let now = new Date('2026-11-22T23:59:00Z');
    const { ask, account } = openShop(couriersAnswer, { store: { ...store, counts }, now: () => now });
    await ask('GET', '/v1/couriers');
    await ask('GET', '/v1/couriers');
    now = new Date('2026-11-23T00:00:00Z');
    await ask('GET', '/v1/couriers');
    const guess = await digest(`${account} address 203.0.113.7 ${Math.floor(Date.parse('2026-11-22') / 86_400_000)}`);
    expect(names, 'an address cannot be found by trying all of them').to.not.include(guess);
    const [first, again, nextDay] = names;
    expect(again).to.equal(first);
    expect(nextDay).to.not.equal(first);
    expect(names.join())
      .to.match(/^[\w,-]+$/)
      .and.to.not.include('203');
  });

  it('lets a granted order in from an address whose limit is used up by junk', async () => {
    const { post, grant, paths } = openSandboxShop({ limits: { address: 3, writes: 2 }, orders: 'order' });
    for (const status of [403, 403, 429, 429]) expect((await post('/v1/orders', {})).status).to.equal(status);
    expect((await post('/v1/orders', { grant: await grant() })).status).to.equal(200);
    expect(paths().filter((path) => path.endsWith('/v1/orders'))).to.have.lengthOf(1);
  });

  it('counts a granted order by its reference', async () => {
    const { post, grant } = openSandboxShop({ limits: { writes: 2 }, orders: 'order' });
    const send = async (reference: string) =>
      (await post('/v1/orders', { grant: await grant({ reference }) }, '198.51.100.1')).status;
    expect([await send('A'), await send('A'), await send('A'), await send('B')]).to.deep.equal([200, 200, 429, 200]);
  });

  it('counts orders by themselves', async () => {
    const { post, ask } = openShop(couriersAnswer, { limits: { writes: 2 }, orders: 'order' });
    for (const status of [403, 403, 429]) expect((await post('/v1/orders', { grant: 'x' })).status).to.equal(status);
    expect((await ask('GET', '/v1/couriers')).status).to.equal(200);
  });
});

describe('a day’s money', () => {
  it('is a limit: the service is not asked any more once it is spent', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    const { keys, post, seen } = openShop(quoted, { limits: { quotes: 2 }, now: () => now });
    const ask = async (destination_postal_code: number) =>
      post('/v1/rates/couriers', { ...question, destination_postal_code, cart: await signCart(cart, keys, now) });
    expect((await ask(40111)).status).to.equal(200);
    expect((await ask(40112)).status).to.equal(200);
    expect((await ask(40113)).body.reason).to.equal('quotes-exhausted');
    expect(seen).to.have.lengthOf(2);
    now = new Date('2026-11-23T00:00:00Z');
    expect((await ask(40113)).status).to.equal(200);
  });
});

describe('a day’s money for unsigned carts', () => {
  it('is a budget of its own: signed carts are still quoted when it is spent', async () => {
    const { post, quote, seen } = openShop(quoted, { limits: { unsignedQuotes: 1 }, fallback });
    const unsigned = (destination_postal_code: number) =>
      post('/v1/rates/couriers', { ...question, destination_postal_code, ...cart.origin, items: cart.items });
    expect((await unsigned(40112)).body.pricing[0].estimate).to.equal(undefined);
    expect((await unsigned(40113)).body.pricing[0].estimate).to.equal(true);
    const { body } = await quote();
    expect(body.pricing[0].estimate).to.equal(undefined);
    expect(seen).to.have.lengthOf(2);
  });
});

describe('while the service is down', () => {
  const down = [
    ['does not answer', () => new Promise<Response>(() => {})],
    ['is overloaded', () => new Response(null, { status: 503 })],
    ['breaks the line', () => Promise.reject(new TypeError('fetch failed'))],
    ['answers a page', () => new Response('<html>')],
  ] as const;
  for (const [what, serve] of down)
    it(`${what}: the shop’s own rates are offered within three seconds, as estimates`, async () => {
      const { quote, keys } = openShop(serve, { fallback, rates: [{ type: 'free' }] });
      const begun = performance.now();
      const { status, body } = await quote();
      expect(performance.now() - begun).to.be.below(3_000);
      expect(status).to.equal(200);
      expect(body.pricing).to.have.lengthOf(1);
      expect(body.pricing[0]).to.include({ estimate: true, price: 20_000, available_for_cash_on_delivery: false });
      const accepted = await verifyOffer(body.pricing[0].offer, { cart, destination, service: 'jne/reg' }, keys);
      expect(accepted).to.include({ price: 20_000, estimate: true });
    });

  it('weighs the parcel, and knows where it goes', async () => {
    const { quote } = openShop(() => new Response(null, { status: 500 }), { fallback });
    const [item] = cart.items;
    const heavy = { ...cart, items: [{ ...item, weight: 2_100, quantity: 1 } as (typeof cart.items)[0]] };
    expect((await quote({}, heavy)).body.pricing[0].price).to.equal(30_000);
    expect((await quote({ destination_postal_code: 99351 })).body.pricing).to.have.lengthOf(2);
    expect((await quote({ couriers: 'sicepat' })).status).to.equal(503);
  });

  it('lists the couriers of these rates', async () => {
    const { ask } = openShop(() => new Response(null, { status: 500 }), { fallback });
    const { body } = await ask('GET', '/v1/couriers');
    expect(body.couriers[0]).to.include({ courier_code: 'jne', courier_service_code: 'reg', courier_name: 'JNE' });
  });

  it('offers nothing by itself where the service has said no', async () => {
    const refusal = { success: false, error: 'none', code: 40001010 };
    const { quote } = openShop(() => Response.json(refusal, { status: 400 }), { fallback });
    expect((await quote()).body.code).to.equal(40001010);
  });

  it('offers its own rates once the day’s money is spent', async () => {
    const { quote } = openShop(quoted, { fallback, limits: { quotes: 0 } });
    expect((await quote()).body.pricing[0].estimate).to.equal(true);
  });
});
