/** A platform's server with the recipe for many shops, as a process of its own. It prints its address. */
import { serve } from '@hono/node-server';
import { openPostgresStore } from '../../src/gateway/store/postgres.ts';
import type { TokenKeys } from '../../src/server.ts';

export interface Setting {
  database: string;
  upstream: string;
}

/** As the platform's database would have them. */
export const keysOf = (account: string): TokenKeys => ({
  account,
  current: { kid: 'now', secret: `a-secret-of-${account}-and-its-gateway-only` },
});
export const merchantKeyOf = (account: string) => `merchant-key-of-${account}`;
export const site = 'https://shop.test';

const isMain = process.env.PLATFORM !== undefined;
if (isMain) {
  const { database, upstream }: Setting = JSON.parse(process.env.PLATFORM ?? '');
  const { createShops } = await import(`../../demo/recipes/${'many-shops.mjs'}`);
  const store = await openPostgresStore(database);
  const shops = createShops({
    store,
    most: 100,
    report: (account: string, problem: unknown) => process.stderr.write(`${account}: ${problem}\n`),
    optionsOf: async (account: string) =>
      /^shop-\d+$/.test(account)
        ? {
            upstream,
            key: merchantKeyOf(account),
            secrets: { current: keysOf(account).current },
            origins: [site],
            basePath: `/${account}/shipping`,
            orders: 'order',
          }
        : undefined,
  });
  for (const work of [shops.settle, shops.deliverNews]) {
    const again = () =>
      setTimeout(
        () =>
          work()
            .catch(() => {})
            .then(again),
        200,
      );
    again();
  }
  serve(
    {
      hostname: '127.0.0.1',
      port: 0,
      fetch: (request, { incoming }) => {
        const [, account = ''] = new URL(request.url).pathname.split('/');
        return shops.fetch(account, request, { address: incoming.socket.remoteAddress });
      },
    },
    ({ port }) => process.stdout.write(`listening on http://127.0.0.1:${port}\n`),
  );
}
