/** A gateway as a process of its own. It prints its address. */
import { serve } from '@hono/node-server';
import { createShippingGateway, openLibsqlStore, openPostgresStore, type Store } from '../../src/gateway/index.ts';
import { diceOf } from '../sandbox/dice.ts';

export interface Setting {
  /** Path of a libSQL file, or `postgres://…`. */
  store: string;
  /** Where the sandbox answers. */
  upstream: string;
  account: string;
  secret: string;
  key: string;
  /** The boundary where the process kills itself: `before sending`, `after the service` … */
  dieAt?: string;
  /** The seed of the faults of the line to the service. None by default. */
  badLine?: number;
}

const { store: where, upstream, account, secret, key, dieAt, badLine }: Setting = JSON.parse(process.env.GATEWAY ?? '');

/** Kills this process at the boundary `dieAt`: no handler runs any more. */
function boundary(name: string): void {
  if (name === dieAt) process.kill(process.pid, 'SIGKILL');
}

const real = where.startsWith('postgres:') ? await openPostgresStore(where) : await openLibsqlStore(where);

const around = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  boundary(`before ${name}`);
  const done = await work();
  boundary(`after ${name}`);
  return done;
};

const store: Store = {
  ...real,
  ledger: {
    ...real.ledger,
    insert: (entry) => around('claimed', () => real.ledger.insert(entry)),
    replace: (entry, version, news) => around(entry.state, () => real.ledger.replace(entry, version, news)),
  },
};

const dice = badLine === undefined ? undefined : diceOf(badLine);
const faults = [
  '',
  '',
  'drop',
  'drop-after',
  'status=503',
  'malformed',
  'html',
  'latency=900',
  'latency=900,drop-after',
  'twice',
];

/** Loses, doubles, delays and breaks requests and answers. */
const send: typeof fetch = async (input, init) => {
  const write = init?.method === 'POST' && !String(input).includes('/rates/');
  const fault = write && dice ? dice.pick(faults) : '';
  const headers = {
    ...(init?.headers as Record<string, string>),
    ...(fault && fault !== 'twice' && { 'sandbox-fault': fault }),
  };
  const ask = () => fetch(input, { ...init, headers });
  if (fault === 'twice') void ask().catch(() => {});
  return write ? around('the service', ask) : ask();
};

const gateway = createShippingGateway({
  account,
  upstream,
  key,
  store,
  secrets: { current: { kid: 'now', secret } },
  origins: ['https://shop.test'],
  orders: 'order',
  cancels: true,
  limits: { address: 1_000_000, session: 1_000_000, writes: 1_000_000, quotes: 1_000_000 },
  // The test waits for the lease of a process that dies, and a bad line loses answers. Otherwise a busy machine needs time.
  timeouts: {
    ...(dice || dieAt
      ? { read: 1_000, send: dice ? 500 : 1_000, wait: 3_000, lease: 2_100 }
      : { read: 10_000, send: 10_000, wait: 20_000, lease: 20_100 }),
    pause: 50,
    sends: 12,
  },
  fetch: send,
});

const looking = setInterval(() => void gateway.settle().catch(() => {}), 100);
const server = serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => around('the page is told', () => gateway.fetch(request, { address: '127.0.0.1' })),
  },
  ({ port }) => process.stdout.write(`listening on http://127.0.0.1:${port}\n`),
);
process.once('SIGTERM', () => {
  clearInterval(looking);
  server.close(() => real.close().then(() => process.exit(0)));
});
