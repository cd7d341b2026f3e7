/** A gateway as a process of its own, which kills itself at a boundary. It prints its address. */
import { serve } from '@hono/node-server';
import { createShippingGateway, openLibsqlStore, openPostgresStore, type Store } from '../../src/gateway/index.ts';

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
const store: Store = {
  ...real,
  ledger: {
    ...real.ledger,
    insert: (entry) => around('claimed', () => real.ledger.insert(entry)),
    replace: (entry, version, news) => around(entry.state, () => real.ledger.replace(entry, version, news)),
  },
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
  // The test waits for the lease of a process that dies. Otherwise a busy machine needs time.
  timeouts: {
    ...(dieAt
      ? { read: 1_000, send: 1_000, wait: 3_000, lease: 2_100 }
      : { read: 10_000, send: 10_000, wait: 20_000, lease: 20_100 }),
    pause: 50,
  },
  fetch: (input, init) => {
    const ask = () => fetch(input, init);
    return String(input).includes('/rates/') ? ask() : around('the service', ask);
  },
});

setInterval(() => void gateway.settle().catch(() => {}), 100);
serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => around('the page is told', () => gateway.fetch(request, { address: '127.0.0.1' })),
  },
  ({ port }) => process.stdout.write(`listening on http://127.0.0.1:${port}\n`),
);
