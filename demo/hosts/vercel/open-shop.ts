import { createShippingGateway } from 'ship-elements/gateway';
import { openPostgresStore } from 'ship-elements/gateway/postgres';
import { createPurchases } from 'ship-elements/purchases';

async function open() {
  const { SHIPPING_URL = '', SHIPPING_KEY = '', SHIPPING_SECRET = '', SHOP_ORIGINS = '' } = process.env;
  const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: SHIPPING_SECRET } };
  const store = await openPostgresStore(process.env.DATABASE_URL ?? '');
  const gateway = createShippingGateway({
    account: keys.account,
    upstream: SHIPPING_URL,
    key: SHIPPING_KEY,
    store,
    secrets: keys,
    origins: SHOP_ORIGINS.split(','),
    basePath: '/shipping',
    orders: 'order',
    areas: true, // for <ship-area-search>
    tracking: true, // for <ship-tracking>
    trustedHops: 1, // Vercel's
  });
  return { gateway, purchases: createPurchases({ gateway, keys, store }) };
}

// Next loads a module once for each kind of route, and the shop is opened once for all of them.
const kept = globalThis as { shop?: ReturnType<typeof open> | undefined };

/** The shop, opened with the first request: `next build` loads each route without your secrets. */
export function theShop() {
  kept.shop ??= open().catch((problem) => {
    // The next request tries again.
    kept.shop = undefined;
    throw problem;
  });
  return kept.shop;
}
