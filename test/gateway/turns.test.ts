import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'chai';
import { machineClock } from '../../src/client/index.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { usualLimits } from '../../src/gateway/http/rate-limiter.ts';
import type { Gateway, GatewayStore } from '../../src/gateway/index.ts';
import { signCart, signTrack } from '../../src/server.ts';
import { cart, lost, made, openGrantingShop, openShop, question, serving, store } from './shop.ts';

type Shop = ReturnType<typeof openShop>;

/** A clock that only its owner moves. */
function steppedClock() {
  let timers: { at: number; act: () => void }[] = [];
  let now = 0;
  const clock = {
    ...machineClock,
    elapsed: () => now,
    after(milliseconds: number, act: () => void) {
      const timer = { at: now + milliseconds, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  function pass(milliseconds: number): void {
    now += milliseconds;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { act } of due) act();
  }
  return { clock, pass };
}

/** A database that runs one statement after another, each in 20 ms of its clock. */
function slowDatabase() {
  const { clock, pass } = steppedClock();
  let [ran, waited, last] = [0, 0, Promise.resolve<unknown>(undefined)];
  /** Set within work whose statements are counted, with those that run before them. */
  const counted = new AsyncLocalStorage<true>();
  function run(work: () => unknown) {
    const [isCounted, ranBefore] = [counted.getStore(), ran];
    last = last.then(() => {
      ran += 1;
      if (isCounted) waited += ran - ranBefore;
      pass(20);
      return work();
    });
    return last;
  }
  const part = (of: object): object =>
    new Proxy(of, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? (...given: unknown[]) => run(() => value.apply(target, given)) : value;
      },
    });
  return {
    clock,
    statements: () => ran,
    /** The store of a process. */
    open: () =>
      Object.fromEntries(
        Object.entries(store).map(([name, value]) => [name, typeof value === 'object' ? part(value) : value]),
      ) as unknown as GatewayStore,
    /** The statements that the work waits for: its own, and those that run before them. */
    async waitsOf(work: () => Promise<unknown>): Promise<number> {
      waited = 0;
      await counted.run(true, work);
      return waited;
    },
  };
}

const webhooks = { secret: 'a-secret-of-the-webhooks' };
const most = 1e9;
const unlimited: Partial<typeof usualLimits> = {
  ...{ address: most, session: most, quotes: most, sessionQuotes: most, promises: most, addressPromises: most },
  webhooks: most,
};
const granting = { orders: 'order', tracking: true, webhooks, limits: unlimited } as const;
const promises = { origin: { origin_postal_code: 12440 }, couriers: 'jne' };

const post = (path: string, body: object, headers = {}) =>
  new Request(`https://gateway.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const statusOf = async (gateway: Gateway, request: Request) =>
  (await gateway.fetch(request, { address: '203.0.113.7' })).status;

/** What a shop sends many of at once, each as the n-th request. */
const floods = {
  'kept quotes': async ({ keys }: Shop) =>
    post('/v1/rates/couriers', { ...question, cart: await signCart(cart, keys) }),
  'asked quotes': async ({ keys }: Shop, n: number) =>
    post('/v1/rates/couriers', { ...question, destination_postal_code: 40_000 + n, cart: await signCart(cart, keys) }),
  promises: async (_shop: Shop, n: number) => post('/v1/promise', { destination_postal_code: 40_000 + n, weight: 250 }),
  orders: async ({ grant }: Shop, n: number) => post('/v1/orders', { grant: await grant({ reference: `FLOOD-${n}` }) }),
  tracking: async ({ keys }: Shop) => {
    const authorization = `Bearer ${await signTrack({ reference: 'CART-1' }, keys)}`;
    return new Request('https://gateway.test/v1/tracking', { headers: { authorization } });
  },
  webhooks: async (_shop: Shop, n: number) =>
    post(
      '/v1/webhooks',
      { event: 'order.status', order_id: `o${n}`, status: 'picked' },
      { authorization: webhooks.secret },
    ),
};

describe('the shops of one process', () => {
  const names = Object.keys(floods) as (keyof typeof floods)[];
  for (const processes of [1, 2])
    for (const name of processes === 1 ? names : (['orders'] as const))
      it(`wait for ${1 + processes} times their own statements at most, while another one sends 120 ${name} at once, processes: ${processes}`, async () => {
        const next = floods[name];
        const { clock, statements, open, waitsOf } = slowDatabase();
        const answer = ({ url }: Request) => (url.includes('/orders') ? made() : serving()(new Request(url)));
        const options = { ...granting, promises, clock };
        const [noisy, quiet] = [openShop(answer, options), openShop(answer, options)];
        const gateways = Array.from({ length: processes }, () => {
          const store = open();
          return [noisy, quiet].map((shop) => createGateway({ ...shop.settings, store })) as [Gateway, Gateway];
        });
        const [[, other]] = gateways as [[Gateway, Gateway]];
        let asked = 0;
        const ask = async (gateway = other) =>
          expect(await statusOf(gateway, await floods['asked quotes'](quiet, asked++))).to.equal(200);
        await noisy.place();
        // Each shop is known to each process.
        for (const [flooded, other] of gateways) {
          await statusOf(flooded, await next(noisy, 0));
          await ask(other);
        }
        const alone = await waitsOf(ask);

        let under = 120;
        const requests = await Promise.all(Array.from({ length: under }, (_, n) => next(noisy, n)));
        const answers = requests.map((request, n) => {
          const [flooded] = gateways[n % processes] as [Gateway, Gateway];
          return statusOf(flooded, request).finally(() => under--);
        });
        const waits: number[] = [];
        const begun = statements();
        while (waits.length < 3) {
          // The last one after two seconds of the flood.
          while (under && statements() < begun + 60 * waits.length) await new Promise(setImmediate);
          expect(under, 'the flood goes on').to.be.above(0);
          waits.push(await waitsOf(ask));
        }
        await other.settle();
        await other.deliverNews();
        expect(Math.max(...waits), `${waits}`).to.be.at.most((1 + processes) * alone);
        expect(new Set(await Promise.all(answers))).to.deep.equal(new Set([200]));
      });

  it('wait for twice their own statements at most, after the service has answered 60 questions of another one at the same moment', async () => {
    const { clock, open, waitsOf } = slowDatabase();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const options = { ...granting, clock, store: open() };
    const quiet = openShop(serving(), options);
    const noisy = openShop(async (request) => answered.then(() => serving()(request)), options);
    let asked = 0;
    const ask = async (shop = quiet) => statusOf(shop.gateway, await floods['asked quotes'](shop, asked++));
    const alone = await waitsOf(ask);
    const answers = Array.from({ length: 60 }, () => ask(noisy));
    while (noisy.seen.length < 60) await new Promise(setImmediate);
    answer();
    expect(await waitsOf(ask)).to.be.at.most(2 * alone);
    await Promise.all(answers);
  });

  it('finish the orders that they have begun before they begin more', async () => {
    const options = { ...granting, store: slowDatabase().open() };
    const other = openShop(serving(), options);
    const shop = openShop(serving(...Array.from({ length: 30 }, () => () => made())), options);
    await other.quote();
    const placing = Array.from({ length: 30 }, (_, n) => shop.place({ reference: `CART-${n}` }));
    await Promise.race(placing);
    expect(shop.writes().length, 'sent when the first one is answered').to.be.below(4);
    for (const { status } of await Promise.all(placing)) expect(status).to.equal(200);
  });

  it('have one more request worked on for each second in which a turn does not end', async () => {
    const { clock, pass } = steppedClock();
    let begun = 0;
    const add = () => {
      begun += 1;
      return new Promise<number>(() => {});
    };
    const hanging = { ...store, counts: { add } };
    const [noisy, other] = [0, 1].map(() => openShop(serving(), { store: hanging, clock })) as [Shop, Shop];
    const requests = await Promise.all(Array.from({ length: 9 }, (_, n) => floods['asked quotes'](noisy, n)));
    void statusOf(other.gateway, await floods['asked quotes'](other, 0));
    for (const request of requests) void statusOf(noisy.gateway, request);
    for (const expected of [2, 3, 4, 5]) {
      while (begun < expected) await new Promise(setImmediate);
      expect(begun).to.equal(expected);
      pass(1_000);
    }
  });

  it('have their tasks done while their own pages send 120 questions at once, also if there is one shop', async () => {
    const { clock, open, waitsOf } = slowDatabase();
    const { gateway, ...shop } = openShop(serving(), { ...granting, clock, store: open() });
    const alone = await waitsOf(() => gateway.settle());
    const requests = await Promise.all(Array.from({ length: 120 }, (_, n) => floods['asked quotes'](shop as Shop, n)));
    const answers = requests.map((request) => statusOf(gateway, request));
    expect(await waitsOf(() => gateway.settle())).to.be.at.most(33 * alone);
    await Promise.all(answers);
  });

  it('prune their store once, however many of them settle', async () => {
    let pruned = 0;
    const shared = { ...store, prune: async () => void pruned++ };
    const shops = Array.from({ length: 5 }, () => openShop(serving(), { store: shared }));
    await Promise.all(shops.map(({ gateway }) => gateway.settle()));
    expect(pruned).to.equal(1);
  });

  it('are asked by their own pages while their orders hang at the service', async () => {
    let end = () => {};
    const hanging = new Promise<void>((resolve) => {
      end = resolve;
    });
    const hang = () => hanging.then(lost);
    const shop = openGrantingShop(
      Array.from({ length: 8 }, () => hang),
      {
        timeouts: { pause: 60_000, wait: 0 },
        // No turn ends by itself.
        clock: { ...machineClock, elapsed: () => 0, after: () => () => {} },
      },
    );
    const other = openShop(serving());
    await other.quote();
    await shop.quote();
    await other.quote();
    const placing = Array.from({ length: 8 }, (_, n) => shop.place({ reference: `CART-${n}` }));
    while (shop.writes().length < 8) await new Promise((later) => setImmediate(later));
    expect((await shop.quote({ destination_postal_code: 40_115 })).status).to.equal(200);
    end();
    for (const { status } of await Promise.all(placing)) expect(status).to.equal(504);
  });
});
