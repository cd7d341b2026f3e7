import { createShippingGateway } from 'ship-elements/gateway';
import { openLibsqlStore } from 'ship-elements/gateway/libsql';
import { createPurchases } from 'ship-elements/purchases';

const { SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET, SHOP_ORIGINS, WEBHOOK_SECRET, STATE_DIRECTORY } = process.env;

export const port = Number(process.env.PORT ?? 8080);
/** Where shoppers come back to. */
export const [site] = SHOP_ORIGINS?.split(',') ?? [];
/** What the shop signs with, and the gateway. */
export const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: SHIPPING_SECRET } };
// systemd creates the folder, for the user of the unit alone.
export const store = await openLibsqlStore(`${STATE_DIRECTORY ?? '.'}/shipping.db`);

export const gateway = createShippingGateway({
  account: keys.account,
  upstream: SHIPPING_URL,
  key: SHIPPING_KEY,
  store,
  secrets: keys,
  origins: SHOP_ORIGINS?.split(','),
  basePath: '/shipping',
  orders: 'order',
  areas: true,
  tracking: true,
  calendar: {
    zone: 'WIB',
    days: { mon: '15:00', tue: '15:00', wed: '15:00', thu: '15:00', fri: '15:00', sat: '12:00' },
  },
  webhooks: { secret: WEBHOOK_SECRET },
  trustedHops: 1, // nginx
});

export const purchases = createPurchases({
  gateway,
  keys,
  store,
  // A delivery that has become dearer by the time it is paid is yours to bear, up to so many rupiah.
  mostExtra: 5_000,
  // Your mails begin here, one for each piece of news: shipped, refused, cancelled, money to give back, a person is needed. Each `key` is mailed once.
  onChange: ({ giveBack }, news) =>
    news.map(({ what, key }) => console.log(`${what} (${key}), Rp ${giveBack} to give back`)),
});
