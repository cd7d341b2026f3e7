import { performance } from 'node:perf_hooks';
import { type Limits, usualLimits } from '../../src/gateway/http/rate-limiter.ts';
import { signCart, signGrant, type TokenKeys } from '../../src/server.ts';
import { orderRequest as order, rate, ratesRequest } from '../support/fixtures.ts';

/** Rows are measured in turns, and the best turn counts: other work on the machine slows all of them down. */
const turns = 4;

export interface Row {
  name: string;
  handler: (request: Request) => Promise<Response>;
  /** Makes a request. */
  next: () => Request | Promise<Request>;
  /** Requests in one turn. */
  count: number;
  /** Requests at the same time; 1 if not given. */
  together?: number;
  /** The row that it is compared with; itself if not given. */
  beside?: Row;
}

interface Result {
  perSecond: number;
  /** Milliseconds: one request in a hundred takes longer. */
  p99: number;
}

export const post = (path: string, body: object) =>
  new Request(`http://bench.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

export const keysOf = (account: string): TokenKeys => ({
  account,
  current: { kid: 'bench', secret: `nothing-here-is-worth-a-better-secret-${account}` },
});

/** Limits that no bench reaches. */
export const unlimited: Partial<Limits> = Object.fromEntries(Object.keys(usualLimits).map((name) => [name, 1e12]));

const { items, origin_postal_code, destination_postal_code, couriers } = ratesRequest;

/** The fields of a question about a signed cart. */
export const question = { destination_postal_code, couriers };

/** @param weight of each item, in grams. Another weight is another question */
export const cartOf = (account: string, weight?: number): Promise<string> =>
  signCart(
    {
      items: items.map((item) => ({ ...item, ...(weight && { weight }) })),
      ...{ origin: { origin_postal_code }, subtotal: 350_000, session: 'bench' },
    },
    keysOf(account),
  );

/** An order of this account that its shop has granted. */
export const granted = async (account: string, reference: string, what = order): Promise<Request> =>
  post('/v1/orders', { grant: await signGrant({ order: what, reference, price_max: 1e9 }, keysOf(account)) });

const pricing = ['reg', 'yes', 'oke', 'jtr'].map((type) => rate({ courier_service_code: type, type }));
let made = 0;

/** A service of four rates that costs next to no time of this process. */
export const service = async (input: RequestInfo | URL): Promise<Response> =>
  String(input instanceof Request ? input.url : input).includes('/rates/')
    ? Response.json({ success: true, object: 'courier_pricing', pricing })
    : Response.json({ success: true, object: 'order', id: `o${++made}`, status: 'confirmed', price: 15_000 });

/** Waits for the whole answer. */
export async function answered(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  await response.text();
  if (!response.ok) throw new Error(`The bench's own request was refused with ${response.status}.`);
}

async function turn({ handler, next, count, together = 1 }: Row): Promise<Result> {
  // Made before, because signing grants is work of the shop's server.
  const requests: Request[] = [];
  while (requests.length < count) requests.push(await next());
  const latencies: number[] = [];
  const begun = performance.now();
  const one = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const sent = performance.now();
      await answered(handler(request));
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: together }, one));
  const perSecond = (count * 1_000) / (performance.now() - begun);
  return { perSecond, p99: latencies.sort((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0 };
}

/** Measures the rows in turns, and prints the best of each. */
export async function measure(title: string, rows: readonly Row[]): Promise<void> {
  const best = new Map<Row, Result>();
  for (let n = 0; n < turns; n++)
    for (const row of rows) {
      const result = await turn(row);
      const known = best.get(row) ?? result;
      best.set(row, {
        perSecond: Math.max(result.perSecond, known.perSecond),
        p99: Math.min(result.p99, known.p99),
      });
    }
  process.stdout.write(`${title.padEnd(50)}a second     of the first    p99 ms\n`);
  for (const row of rows) {
    const { perSecond = 0, p99 = 0 } = best.get(row) ?? {};
    const share = `${((100 * perSecond) / (best.get(row.beside ?? row)?.perSecond ?? 1)).toFixed(0)} %`;
    const cells = [perSecond.toFixed(0).padStart(12), share.padStart(17), p99.toFixed(2).padStart(10)];
    process.stdout.write(`${row.name.padEnd(46)}${cells.join('')}\n`);
  }
  process.stdout.write('\n');
}
