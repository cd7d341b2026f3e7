import { performance } from 'node:perf_hooks';

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

async function turn({ handler, next, count, together = 1 }: Row): Promise<Result> {
  // Made before, because signing grants is work of the shop's server.
  const requests: Request[] = [];
  while (requests.length < count) requests.push(await next());
  const latencies: number[] = [];
  const begun = performance.now();
  const one = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const sent = performance.now();
      const response = await handler(request);
      await response.text();
      if (!response.ok) throw new Error(`The bench's own request was refused with ${response.status}.`);
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
