import { expect } from 'chai';
import { machineClock } from '../../src/client/index.ts';
import { lost, openGrantingShop, openShop, serving, store } from './shop.ts';

type Shop = ReturnType<typeof openShop>;

/** A database that takes 100 ms for each statement, one after another, by a clock that only it moves. */
function slowDatabase() {
  const statements: string[] = [];
  let timers: { at: number; act: () => void }[] = [];
  let [now, last] = [0, Promise.resolve<unknown>(undefined)];
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
  const run = (name: string, work: () => unknown) => {
    last = last.then(() => {
      now += 100;
      statements.push(name);
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { act } of due) act();
      return work();
    });
    return last;
  };
  const part = (of: object): object =>
    new Proxy(of, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        return typeof value === 'function'
          ? (...given: unknown[]) => run(String(name), () => value.apply(target, given))
          : value;
      },
    });
  const parts = Object.entries(store).map(([name, value]) => [name, typeof value === 'object' ? part(value) : value]);
  return { statements, clock, slow: Object.fromEntries(parts) as typeof store };
}

describe('the shops of one process', () => {
  it('have their turn while another one sends 64 questions at once', async () => {
    const [noisy, quiet] = [openShop(serving()), openShop(serving())];
    // Each is known to the process.
    await quiet.quote();
    await noisy.quote();
    const ended: string[] = [];
    const ask = async (shop: typeof noisy, name: string, n: number) => {
      await shop.quote({ destination_postal_code: 40_000 + n });
      ended.push(name);
    };
    const asked = Array.from({ length: 64 }, (_, n) => ask(noisy, 'noisy', n));
    await ask(quiet, 'quiet', 1);
    expect(ended.length, 'those that were answered before').to.be.below(16);
    await Promise.all(asked);
    expect(ended, 'none is lost').to.have.lengthOf(65);
  });

  for (const [flood, count] of [
    ['questions', 200],
    ['webhooks', 400],
  ] as const)
    it(`are answered between two statements of another one that sends ${count} ${flood} for minutes`, async () => {
      const { statements, slow, clock } = slowDatabase();
      const webhooks = { secret: 'a-secret-of-the-webhooks' };
      const [noisy, quiet] = [0, 1].map(() => openShop(serving(), { store: slow, clock, webhooks })) as [Shop, Shop];
      const ask = async (shop: Shop, n: number) => {
        const before = statements.length;
        await shop.quote({ destination_postal_code: 40_000 + n });
        return statements.length - before;
      };
      const alone = await ask(quiet, 0);
      await ask(noisy, 0);
      const hear = (n: number) =>
        noisy.ask('POST', '/v1/webhooks', {
          body: JSON.stringify({ event: 'order.status', order_id: `o${n}`, status: 'picked' }),
          headers: { 'content-type': 'application/json', authorization: webhooks.secret },
        });
      let open = count;
      const floods = Array.from({ length: count }, (_, n) =>
        (flood === 'questions' ? ask(noisy, n) : hear(n)).finally(() => open--),
      );
      const waited: number[] = [];
      for (let n = 1; n <= 3; n++) {
        // Every five seconds, of a flood whose waiting requests have long lost their patience.
        const next = statements.length + 50;
        while (open && statements.length < next) await new Promise((later) => setImmediate(later));
        waited.push(await ask(quiet, n));
      }
      expect(Math.max(...waited), `${waited}`).to.be.at.most(3 * alone + 2);
      for (const answer of await Promise.all(floods))
        if (typeof answer === 'object') expect(answer.status).to.equal(200);
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
