/**
 * `npx tsx test/bench/neighbours.ts [libsql|postgres]`: 2,000 shops in one process. Every 50 ms another one of them asks
 * for prices. Meanwhile one shop sends 64 questions, or 64 orders, at once, each second. Prints how long the others wait, and how much
 * this process worked meanwhile, which other programs on the machine change less.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createShippingGateway, type Gateway } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import { signCart, signGrant, type TokenKeys } from '../../src/server.ts';
import { orderRequest as order, rate, ratesRequest as rates } from '../support/fixtures.ts';
import { startPostgres } from '../support/postgres.ts';
import { post } from './requests.ts';

const shopCount = 2_000;
const burst = 64;

/** Milliseconds. */
const [every, burstEvery, during, serviceTakes] = [50, 1_000, 10_000, 5];

const noisy = 'shop-noisy';
const keysOf = (account: string): TokenKeys => ({
  account,
  current: { kid: 'bench', secret: `nothing-here-is-worth-a-better-secret-${account}` },
});

const pricing = ['reg', 'yes', 'oke', 'jtr'].map((type) => rate({ courier_service_code: type, type }));
const pause = (milliseconds: number) => new Promise((later) => setTimeout(later, milliseconds));
/** Milliseconds that this process has worked. */
const cpu = () => (process.cpuUsage().user + process.cpuUsage().system) / 1_000;

function shares(times: number[]): string {
  times.sort((a, b) => a - b);
  const [half, most] = [0.5, 0.99].map((share) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return `p50 ${half} ms, p99 ${most} ms`;
}

let placed = 0;

/** A service that costs no time of this process. */
async function service(input: RequestInfo | URL): Promise<Response> {
  await pause(serviceTakes);
  const url = String(input instanceof Request ? input.url : input);
  if (url.includes('/rates/')) return Response.json({ success: true, object: 'courier_pricing', pricing });
  return Response.json({ success: true, object: 'order', id: `o${++placed}`, status: 'confirmed', price: 15_000 });
}

async function run(name: string, store: Awaited<ReturnType<typeof openLibsqlStore>>): Promise<void> {
  const most = 1e12;
  const gateways = new Map<string, Gateway>();
  const gatewayOf = (account: string) => {
    const gateway =
      gateways.get(account) ??
      createShippingGateway({
        account,
        store,
        upstream: 'https://service.test',
        key: 'bench-key',
        secrets: { current: keysOf(account).current },
        origins: ['http://shop.test'],
        orders: 'order',
        limits: { address: most, session: most, writes: most, quotes: most, unsignedQuotes: most, sessionQuotes: most },
        fetch: service,
      });
    gateways.set(account, gateway);
    return gateway;
  };
  const { items, origin_postal_code, destination_postal_code, couriers } = rates;
  let asked = 0;
  /** A question that no answer is kept for. */
  const question = async (account: string) => {
    const goods = { items, origin: { origin_postal_code }, subtotal: 350_000 + ++asked, session: `visit-${asked}` };
    const weight = 1 + (asked % 9_000);
    const cart = await signCart({ ...goods, items: items.map((item) => ({ ...item, weight })) }, keysOf(account));
    return post('/v1/rates/couriers', { destination_postal_code, couriers, cart });
  };
  const granted = async (account: string) =>
    post('/v1/orders', {
      grant: await signGrant({ order, reference: `${name}-${++asked}`, price_max: 1e9 }, keysOf(account)),
    });
  const answer = async (account: string, request: Request) => {
    const response = await gatewayOf(account).fetch(request);
    await response.text();
    if (!response.ok) throw new Error(`The bench's own request was refused with ${response.status}.`);
  };

  async function play(next?: (account: string) => Promise<Request>) {
    const waits: number[] = [];
    const works: number[] = [];
    /** Answers to the noisy shop that each of the others waits for. */
    const ahead: number[] = [];
    let answered = 0;
    const open: Promise<unknown>[] = [];
    const bursts: number[] = [];
    // Made before, because signing is work of the shops' servers.
    const of = (n: number) => `shop-${(n * 37) % shopCount}`;
    const asks: Request[] = [];
    for (let n = 0; n < during / every; n++) asks.push(await question(of(n)));
    const noise: Request[] = [];
    while (next && noise.length < burst * (during / burstEvery)) noise.push(await next(noisy));
    const begun = performance.now();
    let nextBurst = begun + burstEvery;
    for (const [n, request] of asks.entries()) {
      const due = begun + n * every;
      if (due > performance.now()) await pause(due - performance.now());
      if (next && performance.now() >= nextBurst) {
        nextBurst += burstEvery;
        const requests = noise.splice(0, burst);
        const sent = performance.now();
        open.push(
          Promise.all(requests.map((request) => answer(noisy, request).then(() => answered++))).then(() =>
            bursts.push(performance.now() - sent),
          ),
        );
      }
      const [sent, worked, earlier] = [performance.now(), cpu(), answered];
      open.push(
        answer(of(n), request).then(() => {
          waits.push(performance.now() - sent);
          works.push(cpu() - worked);
          ahead.push(answered - earlier);
        }),
      );
    }
    await Promise.all(open);
    const mean = bursts.reduce((sum, one) => sum + one, 0) / (bursts.length || 1);
    return { wait: shares(waits), work: shares(works), most: Math.max(...ahead), mean };
  }

  // Makes the gateways.
  const first = async (n: number) => answer(`shop-${n}`, await question(`shop-${n}`));
  for (let n = 0; n < shopCount; n += 50) await Promise.all(Array.from({ length: 50 }, (_, one) => first(n + one)));
  const cases: Record<string, ((account: string) => Promise<Request>) | undefined> = {
    'nobody else': undefined,
    '64 questions at once': question,
    '64 orders at once': granted,
  };
  for (const [what, next] of Object.entries(cases)) {
    const { wait, work, most, mean } = await play(next);
    const theirs = next
      ? `; the 64 take ${mean.toFixed(0)} ms, and at most ${most} of them are answered before another shop`
      : '';
    process.stdout.write(`${name}, ${what}: ${wait}, and of work ${work}${theirs}\n`);
  }
  const begun = performance.now();
  await Promise.all(Array.from({ length: 100 }, (_, n) => gatewayOf(`shop-${n}`).settle()));
  process.stdout.write(`${name}, settle of 100 shops: ${(performance.now() - begun).toFixed(0)} ms\n`);
  await store.close();
}

const [only] = process.argv.slice(2);
if (only !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'ship-neighbours-'));
  await run('libSQL', await openLibsqlStore(join(folder, 'gateway.db')));
  rmSync(folder, { recursive: true });
}
const postgres = only === 'libsql' ? undefined : await startPostgres();
if (postgres) {
  await run('Postgres', await openPostgresStore(postgres.url));
  await postgres.stop();
}
