import { createShippingGateway, type Gateway } from 'ship-elements/gateway';
import { openPostgresStore } from 'ship-elements/gateway/postgres';

async function open(): Promise<Gateway> {
  const {
    SHIPPING_URL = '',
    SHIPPING_KEY = '',
    SHIPPING_SECRET = '',
    SHOP_ORIGINS = '',
    DATABASE_URL = '',
  } = process.env;
  return createShippingGateway({
    account: 'toko-senja',
    upstream: SHIPPING_URL,
    key: SHIPPING_KEY,
    store: await openPostgresStore(DATABASE_URL),
    secrets: { current: { kid: '2026-11', secret: SHIPPING_SECRET } },
    origins: SHOP_ORIGINS.split(','),
    basePath: '/shipping',
    orders: 'order',
    areas: true, // for <ship-area-search>
    tracking: true, // for <ship-tracking>
    trustedHops: 1, // Vercel's
  });
}

let gateway: Promise<Gateway> | undefined;

/** Opens the gateway once. If it cannot be opened, the next request tries again. */
export function shippingGateway(): Promise<Gateway> {
  gateway ??= open().catch((problem) => {
    gateway = undefined;
    throw problem;
  });
  return gateway;
}
