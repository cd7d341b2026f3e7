import { expect } from 'chai';
import { contextOf, createGateway } from '../../src/gateway/create-gateway.ts';
import { clientAddress } from '../../src/gateway/http/addresses.ts';
import type { FallbackRate, QuoteQuestion } from '../../src/gateway/index.ts';
import { type Cart, signCart, verifyOffer } from '../../src/server.ts';
import { digest } from '../../src/tokens/index.ts';
import { rate, ratesRequest } from '../support/fixtures.ts';
import { cart, couriersAnswer, destination, openSandboxShop, openShop, order, question, store } from './shop.ts';

const quoted = () => Response.json({ success: true, pricing: [rate()] });
const unavailable = () => new Response(null, { status: 503 });
const unsigned = { ...question, ...cart.origin, items: cart.items };
const jne = { courier: 'jne', courierName: 'JNE', serviceName: 'Reguler' };
const fallback: FallbackRate[] = [
  { ...jne, service: 'reg', price: 20_000, perKilogram: 5_000, days: '2 - 4' },
  { ...jne, service: 'far', price: 90_000, postalCodes: [90_000, 99_999] },
];

describe("the gateway's cache", () => {
  it('asks once for the same question of all processes and visits', async () => {
    const shop = openShop(quoted);
    const other = openShop(quoted, { account: shop.account, secrets: { current: shop.keys.current } });
    await shop.quote();
    await shop.quote({}, { ...cart, session: 'visit-2' });
    expect((await other.post('/v1/rates/couriers', unsigned)).status).to.equal(200);
    expect(shop.seen.length + other.seen.length).to.equal(1);
    expect(shop.events.map(({ quoted }) => quoted)).to.deep.equal([true, false]);
  });

  it('asks again for another cart, place, courier, amount and shop', async () => {
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
    for (const [body, signed] of questions) await shop.quote(body, signed as Cart);
    expect(shop.seen).to.have.lengthOf(questions.length);
    const other = openShop(quoted);
    await other.quote();
    expect(other.seen).to.have.lengthOf(1);
  });

  it('asks once for processes whose clocks differ by five minutes, and again for the price of an order', async () => {
    const now = Date.parse('2026-11-22T05:00:00Z');
    const shop = openShop(quoted, { now: () => new Date(now) });
    const ahead = createGateway({ ...shop.settings, now: () => new Date(now + 300_000) });
    const asked = { cart, destination, couriers: ['jne'] };
    for (let n = 0; n < 3; n++) for (const one of [ahead, shop.gateway]) await one.quote(asked);
    expect(shop.seen).to.have.lengthOf(1);
    for (const behind of [0, 1])
      await contextOf({ ...shop.settings, now: () => new Date(now - behind) }).ratesService.recentRates(ratesRequest);
    expect(shop.seen).to.have.lengthOf(3);
  });

  it('keeps rows without their offers, which are signed for each cart', async () => {
    const { quote, keys } = openShop(quoted);
    await quote();
    const signed = { ...cart, subtotal: 1 };
    const { offer } = (await quote({}, signed)).body.pricing[0];
    const accept = (of: Cart) => verifyOffer(offer, { cart: of, destination, service: 'jne/reg' }, keys);
    expect((await accept(signed)).price).to.equal(15_000);
    expect(await accept(cart).catch((error) => error.code)).to.equal('other-cart');
  });

  it('asks once for a hundred requests at the same time', async () => {
    const { quote, seen } = openShop(quoted, { limits: { session: 1_000, address: 1_000 } });
    const answers = await Promise.all(Array.from({ length: 100 }, () => quote()));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect(seen).to.have.lengthOf(1);
  });

  // A Worker ends the work of a page that has closed.
  it('asks again if the request that asked first never finishes', async () => {
    let hangs = true;
    const cache: typeof store.cache = {
      ...store.cache,
      async get(...parameters) {
        const never = hangs;
        hangs = false;
        if (never) await new Promise(() => {});
        return store.cache.get(...parameters);
      },
    };
    const { quote, seen } = openShop(quoted, { store: { ...store, cache }, timeouts: { read: 1_000 } });
    void quote();
    while (hangs) await new Promise(setImmediate);
    const answers = await Promise.all([quote(), quote(), quote()]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(seen).to.have.lengthOf(1);
  });

  it('has the price of an order for ten seconds, also in a cache that keeps everything for longer', async () => {
    const kept = new Map<string, string>();
    const cache: typeof store.cache = {
      get: async (name) => kept.get(name),
      set: async (name, value) => void kept.set(name, value),
    };
    let now = Date.parse('2026-11-22T05:00:00Z');
    const { settings, seen } = openShop(quoted, { store: { ...store, cache }, now: () => new Date(now) });
    const { ratesService } = contextOf(settings);
    const questionsAfter = async (milliseconds: number) => {
      now += milliseconds;
      await ratesService.recentRates(ratesRequest);
      return seen.length;
    };
    expect(await questionsAfter(0)).to.equal(1);
    expect(await questionsAfter(9_999)).to.equal(1);
    expect(await questionsAfter(1)).to.equal(2);
    expect(await questionsAfter(-60_000), 'after the clock was set back').to.equal(3);
  });

  it('is passed over for `fresh`, while another request reads it', async () => {
    const rows = [rate(), rate({ price: 16_000 })];
    const { settings } = openShop(() => Response.json({ success: true, pricing: [rows.shift()] }));
    const { ratesService } = contextOf(settings);
    const price = async (fresh: boolean) =>
      (await ratesService.rates(ratesRequest, { budget: 'quotes', visitor: { session: 'a' }, fresh }))[0]?.price;
    await price(false);
    expect(await Promise.all([price(false), price(true)])).to.deep.equal([15_000, 16_000]);
  });

  it('is passed over for signed carts alone, as often as limits.writes allows', async () => {
    const { quote, post, seen } = openShop(quoted, { limits: { writes: 2 } });
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await quote({ fresh: true })).status);
    expect(statuses).to.deep.equal([200, 200, 429]);
    expect((await quote()).status).to.equal(200);
    expect((await post('/v1/rates/couriers', { ...unsigned, fresh: true })).status).to.equal(200);
    expect(seen).to.have.lengthOf(2);
  });

  it('keeps no failure', async () => {
    let answer = unavailable;
    const { post, seen } = openShop(() => answer());
    expect((await post('/v1/rates/couriers', unsigned)).status).to.equal(503);
    answer = quoted;
    expect((await post('/v1/rates/couriers', unsigned)).status).to.equal(200);
    expect(seen).to.have.lengthOf(2);
  });

  it('keeps no list of couriers whose rows cannot be read', async () => {
    const answers = [Response.json({ success: true, couriers: [{ courier_name: 'JNE' }] })];
    const { ask } = openShop(() => answers.shift() ?? couriersAnswer());
    expect((await ask('GET', '/v1/couriers')).body.reason).to.equal('service-unreadable');
    expect((await ask('GET', '/v1/couriers')).status).to.equal(200);
  });

  it('keeps the list of couriers', async () => {
    const { ask, seen } = openShop(couriersAnswer);
    for (let n = 0; n < 5; n++) expect((await ask('GET', '/v1/couriers')).status).to.equal(200);
    expect(seen).to.have.lengthOf(1);
  });
});

describe('the address that requests are counted by', () => {
  const cases: [name: string, connection: string | undefined, forwarded: string, hops: number, address: string][] = [
    ['groups an IPv6 /64', '2001:0db8:0001:0002:aaaa::1', '', 0, '2001:db8:1:2::/64'],
    ['groups a shortened IPv6 /64', '2001:db8:1:2::9', '', 0, '2001:db8:1:2::/64'],
    ['keeps another IPv6 /64 apart', '2001:db8:1:3::1', '', 0, '2001:db8:1:3::/64'],
    ['reads capitals and IPv6 with a port', '[2001:DB8:1:2::9]:443', '', 0, '2001:db8:1:2::/64'],
    ['reads an IPv6 address with the name of an interface', 'fe80::1%eth0', '', 0, 'fe80:0:0:0::/64'],
    ['reads IPv4 with a port', '192.0.2.1:443', '', 0, '192.0.2.1'],
    ['reads IPv4 in IPv6', '::ffff:192.0.2.1', '', 0, '192.0.2.1'],
    ['reads it in hexadecimal', '0:0:0:0:0:FFFF:c000:0201', '', 0, '192.0.2.1'],
    ['reads the IPv4 of NAT64', '64:ff9b::192.0.2.1', '', 0, '192.0.2.1'],
    ['reads that in hexadecimal', '64:ff9b:0::c000:201', '', 0, '192.0.2.1'],
    ['knows no other text', '10.0.0.1', '::1]/x?[', 1, 'unknown'],
    ['ignores x-forwarded-for without trusted proxies', '192.0.2.1', '192.0.2.98, 192.0.2.97', 0, '192.0.2.1'],
    ['believes what two proxies of the shop added', '10.0.0.1', '192.0.2.5, 10.0.0.2', 2, '192.0.2.5'],
    ['ignores what the client wrote before them', '10.0.0.1', '203.0.113.7, 192.0.2.5, 10.0.0.2', 2, '192.0.2.5'],
    ['is the same for all without an address', undefined, '', 0, 'unknown'],
  ];
  for (const [name, address, forwarded, hops, counted] of cases)
    it(name, () => {
      const headers = new Headers({ 'x-forwarded-for': forwarded });
      expect(clientAddress(headers, { address }, hops)).to.equal(counted);
    });
});

describe("the gateway's limits", () => {
  it('refuse an address for the rest of the minute, in all processes', async () => {
    let now = new Date('2026-11-22T05:00:20Z');
    const { ask, another } = openShop(couriersAnswer, { limits: { address: 3 }, trustedHops: 1, now: () => now });
    const from = (address: string) => ask('GET', '/v1/couriers', { headers: { 'x-forwarded-for': address } });
    for (let n = 0; n < 3; n++) expect((await from('198.51.100.1')).status).to.equal(200);
    const { status, headers, body } = await from('198.51.100.1');
    expect([status, body.reason, headers.get('retry-after')]).to.deep.equal([429, 'too-many-requests', '40']);
    expect((await from('198.51.100.2')).status).to.equal(200);
    const request = new Request('https://gateway.test/v1/couriers', {
      headers: { 'x-forwarded-for': '198.51.100.1' },
    });
    expect((await another().fetch(request)).status).to.equal(429);
    now = new Date('2026-11-22T05:01:00Z');
    expect((await from('198.51.100.1')).status).to.equal(200);
  });

  it('count a visit from all addresses together', async () => {
    const { keys, post } = openShop(quoted, { limits: { session: 2 } });
    const ask = async (session: string, address: string) =>
      (await post('/v1/rates/couriers', { ...question, cart: await signCart({ ...cart, session }, keys) }, address))
        .status;
    expect(await ask('a', '192.0.2.1')).to.equal(200);
    expect(await ask('a', '192.0.2.2')).to.equal(200);
    expect(await ask('a', '192.0.2.3')).to.equal(429);
    expect(await ask('b', '192.0.2.3')).to.equal(200);
  });

  it('count requests with a signed cart by their visit alone, because shoppers share mobile addresses', async () => {
    const { keys, post, quote } = openShop(quoted, { limits: { address: 2 } });
    for (let n = 0; n < 5; n++) expect((await quote({}, { ...cart, session: `visit-${n}` })).status).to.equal(200);
    const forged = await signCart(cart, { ...keys, account: 'another' });
    const ask = async (more: object) => (await post('/v1/rates/couriers', { ...unsigned, ...more })).status;
    expect([await ask({ cart: forged }), await ask({}), await ask({})]).to.deep.equal([403, 200, 429]);
    expect((await quote()).status).to.equal(200);
  });

  it('count under names that reveal no address and change each day', async () => {
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

  it('go on through the day when the secret is rotated, also because it has leaked', async () => {
    const { settings, post } = openShop(quoted, { limits: { sessionQuotes: 1 } });
    expect((await post('/v1/rates/couriers', unsigned)).status).to.equal(200);
    const { current } = settings.secrets;
    const fresh = { kid: 'next', secret: 'the-secret-after-the-one-that-was-before' };
    for (const secrets of [{ current: fresh, previous: current }, { current: fresh }]) {
      const rotated = createGateway({ ...settings, secrets });
      const body = JSON.stringify({ ...unsigned, destination_postal_code: 40112 });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const request = new Request('https://gateway.test/v1/rates/couriers', init);
      expect((await rotated.fetch(request, { address: '203.0.113.7' })).status).to.equal(429);
    }
  });

  it('count a granted order by its reference, and orders without a grant by address', async () => {
    const { post, ask, grant, paths } = openSandboxShop({ limits: { address: 4, writes: 2 }, orders: 'order' });
    for (const status of [403, 403, 429]) expect((await post('/v1/orders', { grant: 'x' })).status).to.equal(status);
    for (const status of [200, 429]) expect((await ask('GET', '/v1/couriers')).status).to.equal(status);
    expect((await ask('GET', '/v1/couriers', {}, '198.51.100.9')).status).to.equal(200);
    const send = async (reference: string) => (await post('/v1/orders', { grant: await grant({ reference }) })).status;
    expect([await send('A'), await send('A'), await send('A'), await send('B')]).to.deep.equal([200, 200, 429, 200]);
    expect(paths().filter((path) => path === 'POST /v1/orders')).to.have.lengthOf(2);
  });

  it('stop paid questions for the rest of the day', async () => {
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

  it('stop the paid questions of one visit for the rest of the day, and not those of others', async () => {
    let now = new Date('2026-11-22T05:00:00Z');
    const { quote, seen } = openShop(quoted, { limits: { sessionQuotes: 2, quotes: 6 }, now: () => now });
    const ask = (destination_postal_code: number, session: string) =>
      quote({ destination_postal_code }, { ...cart, session });
    for (const code of [40111, 40112]) expect((await ask(code, 'a')).status).to.equal(200);
    const { status, headers, body } = await ask(40113, 'a');
    expect([status, body.reason, headers.get('retry-after')]).to.deep.equal([429, 'too-many-requests', '68400']);
    expect((await ask(40111, 'a')).status, 'a kept answer costs nothing').to.equal(200);
    const [, other] = await Promise.all([ask(40113, 'a'), ask(40113, 'b')]);
    expect(other.status, 'asked in the same moment').to.equal(200);
    expect(seen).to.have.lengthOf(3);
    now = new Date('2026-11-23T00:00:00Z');
    expect((await ask(40114, 'a')).status).to.equal(200);
  });

  it('count paid questions by address only if the cart is not signed', async () => {
    const { keys, post } = openShop(quoted, { limits: { sessionQuotes: 1 } });
    const ask = async (destination_postal_code: number, more: object, address = '198.51.100.1') =>
      (await post('/v1/rates/couriers', { ...unsigned, destination_postal_code, ...more }, address)).status;
    expect([await ask(40111, {}), await ask(40112, {})]).to.deep.equal([200, 429]);
    expect(await ask(40112, {}, '198.51.100.2')).to.equal(200);
    const signed = { cart: await signCart(cart, keys) };
    expect(await ask(40113, signed), 'a signed cart from the same address').to.equal(200);
    const another = { cart: await signCart({ ...cart, session: 'visit-2' }, keys) };
    expect(await ask(40114, another), 'and another one').to.equal(200);
  });

  /** The address in a /64 of a /48. */
  const within = (network: number) => `2001:db8:7:${network.toString(16)}::1`;

  it('let a /56 of IPv6 ask twice as much as a /64, and a /48 four times as much', async () => {
    const { post, quote } = openShop(quoted, { limits: { sessionQuotes: 2 } });
    let code = 40_111;
    const ask = async (address: string) =>
      (await post('/v1/rates/couriers', { ...unsigned, destination_postal_code: code++ }, address)).status;
    const asked = async (address: string) => [await ask(address), await ask(address), await ask(address)];
    expect(await asked(within(0x100))).to.deep.equal([200, 200, 429]);
    expect(await asked(within(0x101))).to.deep.equal([200, 200, 429]);
    expect(await asked(within(0x1ff)), 'the same /56').to.deep.equal([503, 503, 503]);
    expect(await asked(within(0x200))).to.deep.equal([200, 200, 429]);
    expect(await asked(within(0x300))).to.deep.equal([200, 200, 429]);
    expect(await asked(within(0x400)), 'the same /48').to.deep.equal([503, 503, 503]);
    expect(await ask('2001:db8:8::1'), 'another customer').to.equal(200);
    expect((await quote({ destination_postal_code: code })).status, 'a signed cart').to.equal(200);
  });

  for (const [what, addressOf, other] of [
    ['of IPv6', (n: number) => `2001:db8:${n.toString(16)}::1`, '2001:db9::1'],
    ['of IPv4', (n: number) => `192.0.2.${n}`, '198.51.100.1'],
  ] as const)
    it(`leave half of the unsigned day to others, whatever addresses a provider ${what} has`, async () => {
      const { post } = openShop(quoted, { limits: { sessionQuotes: 1, unsignedQuotes: 6 } });
      const ask = async (address: string, code: number) =>
        (await post('/v1/rates/couriers', { ...unsigned, destination_postal_code: code }, address)).status;
      const statuses = [];
      for (let n = 1; n <= 5; n++) statuses.push(await ask(addressOf(n), 40_110 + n));
      expect(statuses).to.deep.equal([200, 200, 200, 503, 503]);
      expect(await ask(other, 40_116)).to.equal(200);
    });

  describe('leave half of the day to others, however many visits the shop gives to one network, and say so', () => {
    type Shop = ReturnType<typeof openSandboxShop>;
    type Ask = (shop: Shop, signed: Cart, code: number, address: string) => Promise<unknown>;
    const reasonOf = ({ reason }: { reason: string }) => reason;
    const posting =
      (path: string, more: object = {}): Ask =>
      async ({ post, keys }, signed, destination_postal_code, address) => {
        const body = { ...question, destination_postal_code, ...more, cart: await signCart(signed, keys) };
        const answer = await post(path, body, address);
        return answer.status === 200 || reasonOf(answer.body);
      };
    const writing =
      (shopperAt: (address: string) => QuoteQuestion['shopper']): Ask =>
      ({ gateway }, signed, destination_postal_code, address) =>
        gateway
          .quote({ cart: signed, destination: { destination_postal_code }, shopper: shopperAt(address) })
          .then(() => true, reasonOf);
    /** The courier asks more of it by now. */
    const draft: Ask = (shop, signed, code, address) =>
      posting('/v1/draft_orders', { ...order, destination_postal_code: code, destination_cash_on_delivery: 150_001 })(
        shop,
        { ...signed, reference: `DRAFT-${code}` },
        code,
        address,
      ).then((reason) => reason === 'price-changed' || reason);
    const asking: Record<string, Ask> = {
      prices: posting('/v1/rates/couriers'),
      promises: posting('/v1/promise'),
      'drafts with COD': draft,
      'prices of pages that the shop writes': writing((address) => ({ address })),
      'those of a shop behind a proxy': writing((address) => ({ headers: { 'x-forwarded-for': `::1, ${address}` } })),
    };
    for (const [what, ask] of Object.entries(asking))
      it(what, async () => {
        const shop = openSandboxShop({
          limits: { quotes: 6, sessionQuotes: 3, promises: 6, addressPromises: 3 },
          promises: { origin: cart.origin, couriers: 'jne' },
          orders: 'draft',
          sender: { origin_contact_name: 'Toko', origin_contact_phone: '081234500001', origin_address: 'Jalan 10' },
          trustedHops: what.includes('proxy') ? 1 : 0,
        });
        const askAt = (n: number, address: string) =>
          ask(shop, { ...cart, session: `visit-${n}` }, 40_110 + n, address);
        const answers = [];
        for (let n = 1; n <= 5; n++) answers.push(await askAt(n, `198.51.100.${n}`));
        expect(answers).to.deep.equal([true, true, true, 'quotes-exhausted', 'quotes-exhausted']);
        const said = shop.events.flatMap(({ mismatch }) => mismatch ?? []);
        expect(said).to.have.lengthOf(1);
        expect(said[0]).to.match(/^One network has used up its share of limits\.\w+ of this day: /);
        expect(await askAt(6, '203.0.113.1')).to.equal(true);
      });

    it('but not of the address of the shop’s own server, which stands for all shoppers', async () => {
      const { post, keys, events } = openShop(quoted, { limits: { quotes: 2, sessionQuotes: 1 } });
      const answers = [];
      for (const session of ['a', 'b', 'c']) {
        const signed = await signCart({ ...cart, session, subtotal: session.charCodeAt(0) }, keys);
        const body = { ...question, destination_postal_code: 40_000 + session.charCodeAt(0), cart: signed };
        answers.push((await post('/v1/rates/couriers', body, '127.0.0.1')).status);
      }
      expect(answers).to.deep.equal([200, 200, 503]);
      expect(events.at(-1)?.mismatch).to.match(/^limits\.quotes of this day is used up: /);
    });
  });

  const wrongKey = () => Response.json({ success: false, error: 'Wrong key', code: 40000001 }, { status: 400 });
  const free: [what: string, answer: () => Response | Promise<Response>][] = [
    ['503', unavailable],
    ['429', () => new Response(null, { status: 429 })],
    ['a lost connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['the page of a proxy', () => new Response('<html>Maintenance</html>')],
    ['a missing key', () => Response.json({ success: true, error: 'no', code: 40101001 }, { status: 401 })],
    ['a wrong key', wrongKey],
    [
      'no balance',
      () => Response.json({ success: false, error: 'No sufficient balance to call rates API' }, { status: 400 }),
    ],
  ];
  for (const [what, answer] of free)
    it(`do not count a question of a visit, of a visitor or of an order that got ${what}`, async () => {
      let service: typeof answer = answer;
      const limits = { quotes: 1, unsignedQuotes: 1, sessionQuotes: 1 };
      const { quote, post, place } = openShop(() => service(), { limits, orders: 'order' });
      const asking = [quote, () => post('/v1/rates/couriers', unsigned), place];
      for (let n = 0; n < 3; n++) for (const ask of asking) expect((await ask()).status).to.be.within(400, 503);
      service = quoted;
      expect((await quote()).status).to.equal(200);
      expect((await quote({ destination_postal_code: 40113 })).body.reason).to.equal('too-many-requests');
      const unsignedAt = (destination_postal_code: number, address: string) =>
        post('/v1/rates/couriers', { ...unsigned, destination_postal_code }, address);
      expect((await unsignedAt(40114, '192.0.2.1')).status).to.equal(200);
      expect((await unsignedAt(40115, '192.0.2.2')).body.reason).to.equal('quotes-exhausted');
    });

  it('count a question that the service has answered with a refusal, or with something that cannot be read', async () => {
    for (const answer of [
      () => Response.json({ success: false, error: 'none', code: 40001010 }, { status: 400 }),
      () => Response.json({ success: true }),
    ]) {
      const { quote } = openShop(answer, { limits: { sessionQuotes: 1 } });
      await quote();
      expect((await quote()).body.reason).to.equal('too-many-requests');
    }
  });

  it('give nothing to the next day if a question of today fails after midnight', async () => {
    let now = new Date('2026-11-22T23:59:59Z');
    const failing = () => {
      now = new Date('2026-11-23T00:00:01Z');
      return unavailable();
    };
    const answers = [failing];
    const { quote } = openShop(() => (answers.shift() ?? quoted)(), { limits: { quotes: 1 }, now: () => now });
    expect((await quote()).status).to.equal(503);
    expect((await quote()).status).to.equal(200);
    expect((await quote({ destination_postal_code: 40112 })).body.reason).to.equal('quotes-exhausted');
  });

  // sourcegraph/sourcegraph-public-snapshot#51899
  it('do not count what they refuse, so that a raised limit counts at once', async () => {
    const { quote, account, keys } = openShop(quoted, { limits: { quotes: 1 } });
    const ask = async (destination_postal_code: number) => (await quote({ destination_postal_code })).status;
    expect([await ask(40111), await ask(40112), await ask(40113), await ask(40114)]).to.deep.equal([
      200, 503, 503, 503,
    ]);
    const signed = async (destination_postal_code: number) => ({
      ...question,
      destination_postal_code,
      cart: await signCart(cart, keys),
    });
    const raised = openShop(quoted, { account, secrets: { current: keys.current }, limits: { quotes: 2 } });
    expect((await raised.post('/v1/rates/couriers', await signed(40115))).status).to.equal(200);
    expect((await raised.post('/v1/rates/couriers', await signed(40116))).status).to.equal(503);
  });

  it('give unsigned carts a budget of their own, and then fallback rates', async () => {
    const { post, quote, seen } = openShop(quoted, { limits: { unsignedQuotes: 1 }, fallback });
    const ask = (destination_postal_code: number) =>
      post('/v1/rates/couriers', { ...unsigned, destination_postal_code });
    expect((await ask(40112)).body.pricing[0].estimate).to.equal(undefined);
    expect((await ask(40113)).body.pricing[0].estimate).to.equal(true);
    expect((await quote()).body.pricing[0].estimate).to.equal(undefined);
    expect(seen).to.have.lengthOf(2);
  });
});

describe('fallback rates', () => {
  const down = {
    'does not answer': () => new Promise<Response>(() => {}),
    'is overloaded': unavailable,
    'breaks the connection': () => Promise.reject(new TypeError('fetch failed')),
    'answers with a page': () => new Response('<html>'),
  };
  for (const [what, serve] of Object.entries(down))
    it(`are offered as estimates within three seconds if the service ${what}`, async () => {
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

  it('go by weight, destination and courier', async () => {
    const { quote } = openShop(unavailable, { fallback });
    const heavy = { ...cart, items: [{ ...cart.items[0], weight: 2_100, quantity: 1 }] } as Cart;
    expect((await quote({}, heavy)).body.pricing[0].price).to.equal(30_000);
    expect((await quote({ destination_postal_code: 99351 })).body.pricing).to.have.lengthOf(2);
    expect((await quote({ couriers: 'sicepat' })).status).to.equal(503);
  });

  it('are offered, or not, while the service does not answer, and the log says so', async () => {
    for (const given of [fallback, []]) {
      const { quote, events } = openShop(unavailable, { fallback: given });
      await quote();
      expect(events.at(-1)?.mismatch).to.match(/^The shipping service gives no answer \(service-busy\)/);
    }
  });

  it('name the couriers while the service cannot list them', async () => {
    const { body } = await openShop(unavailable, { fallback }).ask('GET', '/v1/couriers');
    expect(body.couriers[0]).to.include({ courier_code: 'jne', courier_service_code: 'reg', courier_name: 'JNE' });
  });

  it('are offered while the balance of the shop is empty, and the log says that it is', async () => {
    const refusal = { success: false, error: 'No sufficient balance to call rates API. Please top up your balance' };
    const { quote, events } = openShop(() => Response.json(refusal, { status: 400 }), { fallback });
    expect((await quote()).body.pricing[0]).to.include({ estimate: true, price: 20_000 });
    expect(events.at(-1)?.mismatch).to.contain('balance');
  });

  it('are not offered if the service has refused the question', async () => {
    const refusal = { success: false, error: 'none', code: 40001010 };
    const { quote } = openShop(() => Response.json(refusal, { status: 400 }), { fallback });
    expect((await quote()).body.code).to.equal(40001010);
  });
});
