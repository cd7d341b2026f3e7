/** A gateway as a process of its own, which kills itself at a boundary. It prints its address. */
import { serve } from '@hono/node-server';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { GatewayStore } from '../../src/gateway/index.ts';
import { openLibsqlStore } from '../../src/gateway/store/libsql.ts';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';

export interface Setting {
  /** Path of a libSQL file, or `postgres://…`. */
  database: string;
  /** Where the sandbox answers. */
  upstream: string;
  account: string;
  secret: string;
  key: string;
  /** The boundary where the process dies: `before sending`, `after the service` … */
  dieAt?: string | undefined;
}

const { database, upstream, account, secret, key, dieAt }: Setting = JSON.parse(process.env.GATEWAY ?? '');

/** Kills this process before or after the work: no handler runs any more. */
async function around<T>(name: string, work: () => Promise<T>): Promise<T> {
  const dieIf = (boundary: string) => boundary === dieAt && process.kill(process.pid, 'SIGKILL');
  dieIf(`before ${name}`);
  const done = await work();
  dieIf(`after ${name}`);
  return done;
}

const real = database.startsWith('postgres:') ? await openPostgresStore(database) : await openLibsqlStore(database);
const store: GatewayStore = {
  ...real,
  ledger: {
    ...real.ledger,
    insert: (entry) => around('claimed', () => real.ledger.insert(entry)),
    replace: (entry, version, news) => around(entry.state, () => real.ledger.replace(entry, version, news)),
  },
};

/** Sends a write. */
const send: typeof fetch = (input, init) => around('the service', () => fetch(input, init));

const gateway = createGateway({
  account,
  upstream,
  key,
  store,
  secrets: { current: { kid: 'now', secret } },
  origins: ['https://shop.test'],
  orders: 'order',
  cancels: true,
  limits: { address: 1_000_000, session: 1_000_000, writes: 1_000_000, quotes: 1_000_000, sessionQuotes: 1_000_000 },
  // The test waits for the lease of a process that dies. Otherwise a busy machine needs time.
  timeouts: {
    ...(dieAt
      ? { read: 1_000, send: 1_000, wait: 3_000, lease: 2_100 }
      : { read: 10_000, send: 10_000, wait: 20_000, lease: 20_100 }),
    pause: 50,
    sends: 12,
  },
  fetch: (input, init) => (String(input).includes('/rates/') ? fetch : send)(input, init),
});

setInterval(() => void gateway.settle().catch(() => {}), 100);
serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => gateway.fetch(request, { address: '127.0.0.1' }),
  },
  ({ port }) => process.stdout.write(`listening on http://127.0.0.1:${port}\n`),
);
