import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';

const { SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET, SHOP_ORIGINS, NEWS_SECRET, WEBHOOK_SECRET } = process.env;

/** systemd creates it, for the user of the unit alone. */
export const folder = process.env.STATE_DIRECTORY ?? '.';
export const port = Number(process.env.PORT ?? 8080);
/** What the shop signs with, and the gateway. */
export const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: SHIPPING_SECRET } };
export const store = await openLibsqlStore(`${folder}/shipping.db`);

export const gateway = createShippingGateway({
  account: keys.account,
  upstream: SHIPPING_URL,
  key: SHIPPING_KEY,
  store,
  secrets: { current: keys.current },
  origins: SHOP_ORIGINS?.split(','),
  basePath: '/shipping',
  orders: 'order',
  tracking: true,
  webhooks: { secret: WEBHOOK_SECRET },
  notify: { url: `http://127.0.0.1:${port}/shipping-news`, secret: NEWS_SECRET },
  trustedHops: 1, // nginx
});
