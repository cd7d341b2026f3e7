import { createShippingGateway } from 'ship-elements/gateway';
import { createD1Store } from 'ship-elements/gateway/d1';
import { createPurchases, midtrans } from 'ship-elements/purchases';

let shop;

/** One shop for all requests of this Worker, which have the same `env`. */
function shopFor(env) {
  shop ??= openShop(env);
  return shop;
}

function openShop(env) {
  const keys = { account: 'toko-senja', current: { kid: '2026-11', secret: env.SHIPPING_SECRET } };
  const store = createD1Store(env.DB, { kv: env.KV });
  const gateway = createShippingGateway({
    account: keys.account,
    upstream: env.SHIPPING_URL,
    key: env.SHIPPING_KEY,
    store,
    secrets: keys,
    origins: env.SHOP_ORIGINS?.split(','),
    basePath: '/shipping',
    orders: 'order',
    areas: true, // for <ship-area-search>
    tracking: true, // for <ship-tracking>
  });
  return { gateway, purchases: createPurchases({ gateway, keys, store }) };
}

export default {
  fetch(request, env) {
    const { gateway, purchases } = shopFor(env);
    // Your own pages, which call `purchases.accept`, go here, too: no other server has this database.
    if (new URL(request.url).pathname === '/payments/midtrans')
      return purchases.callback(midtrans({ serverKey: env.MIDTRANS_KEY }), request);
    return gateway.fetch(request, { address: request.headers.get('cf-connecting-ip') });
  },

  // By the cron trigger, every minute.
  async scheduled(_controller, env) {
    const { gateway, purchases } = shopFor(env);
    // One that fails stops no other.
    const ends = await Promise.allSettled([gateway.settle(), gateway.deliverNews(), purchases.settle()]);
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  },
};
