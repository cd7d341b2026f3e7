import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { createPurchases } from 'ship-elements/purchases';

const { SHIPPING_URL: upstream, SHIPPING_KEY: key, SHIPPING_SECRET: secret, PORT = '8080' } = process.env;
export const port = Number(PORT);
export const keys = { account: 'toko-senja', current: { kid: '2026-11', secret } };
export const store = await openLibsqlStore('shipping.db');
export const gateway = createShippingGateway({
  ...{ account: keys.account, upstream, key, store, secrets: keys },
  ...{ origins: [`http://127.0.0.1:${port}`], orders: 'order', areas: true, tracking: true },
  trustedHops: 1, // your own proxy
});
export const purchases = createPurchases({ gateway, keys, store });
