import { mkdirSync } from 'node:fs';
import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { createPurchases } from 'ship-elements/purchases';

async function open() {
  const { SHIPPING_URL = '', SHIPPING_KEY = '', SHIPPING_SECRET = '', SHOP_ORIGINS = '' } = process.env;
  const { SHOP_DATA = 'data' } = process.env;
  mkdirSync(SHOP_DATA, { recursive: true });
  const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: SHIPPING_SECRET } };
  const store = await openLibsqlStore(`${SHOP_DATA}/shipping.db`);
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
    trustedHops: 1, // your own proxy
  });
  const purchases = createPurchases({ gateway, keys, store });
  gateway.start();
  purchases.start();
  return { gateway, purchases };
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
