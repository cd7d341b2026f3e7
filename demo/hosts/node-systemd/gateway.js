import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { createPurchases } from 'ship-elements/purchases';

// systemd creates this folder, for the user of the unit alone. Without systemd it is the folder where you are.
export const store = await openLibsqlStore(`${process.env.STATE_DIRECTORY ?? '.'}/shipping.db`);

const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: process.env.SHIPPING_SECRET } };

export const gateway = createShippingGateway({
  account: keys.account,
  upstream: process.env.SHIPPING_URL,
  key: process.env.SHIPPING_KEY,
  store,
  secrets: keys,
  origins: process.env.SHOP_ORIGINS?.split(','),
  basePath: '/shipping',
  orders: 'order',
  areas: true, // for <ship-area-search>
  tracking: true, // for <ship-tracking>
  trustedHops: 1, // nginx
});

export const purchases = createPurchases({ gateway, keys, store });
