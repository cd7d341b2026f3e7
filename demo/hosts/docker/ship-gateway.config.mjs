const { DATABASE_URL, SHIPPING_URL, SHIPPING_KEY, SHIPPING_SECRET, SHOP_ORIGINS } = process.env;

export default {
  account: 'toko-senja',
  upstream: SHIPPING_URL,
  key: SHIPPING_KEY,
  secrets: { current: { kid: '2026-11', secret: SHIPPING_SECRET } },
  origins: SHOP_ORIGINS?.split(','),
  basePath: '/shipping',
  database: DATABASE_URL,
  orders: 'order',
  areas: true, // for <ship-area-search>
  tracking: true, // for <ship-tracking>
  trustedHops: 1, // your own proxy
  host: '0.0.0.0',
};
