// The same account and kid as `SHIP` in ship.php, and the same SHIPPING_SECRET.
export default {
  account: 'toko-senja',
  upstream: process.env.SHIPPING_URL,
  key: process.env.SHIPPING_KEY,
  secrets: { current: { kid: '2026-11', secret: process.env.SHIPPING_SECRET } },
  origins: (process.env.SHOP_ORIGINS ?? 'http://127.0.0.1:8080,http://localhost:8080').split(','),
  trustedHops: 1, // your own web server
  basePath: '/shipping',
  database: process.env.GATEWAY_DATABASE ?? 'data/shipping.db',
  orders: 'order',
  areas: true,
  tracking: true,
  port: Number(process.env.GATEWAY_PORT ?? 8787),
};
