import { createShippingGateway, type Gateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';

async function open(): Promise<Gateway> {
  const { SHIPPING_URL = '', SHIPPING_KEY = '', SHIPPING_SECRET = '', SHOP_ORIGINS = '' } = process.env;
  const gateway = createShippingGateway({
    account: 'toko-senja',
    upstream: SHIPPING_URL,
    key: SHIPPING_KEY,
    store: await openLibsqlStore(process.env.SHIPPING_DATABASE ?? '/var/lib/shop/shipping.db'),
    secrets: { current: { kid: '2026-11', secret: SHIPPING_SECRET } },
    origins: SHOP_ORIGINS.split(','),
    basePath: '/shipping',
    orders: 'order',
    areas: true, // for <ship-area-search>
    tracking: true, // for <ship-tracking>
    trustedHops: 1, // your own proxy
  });
  gateway.start();
  return gateway;
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
