import { createShippingGateway } from 'ship-elements/gateway';
import { createD1Store } from 'ship-elements/gateway/d1';

let gateway;

/** One gateway for all requests of this Worker, which have the same `env`. */
function gatewayFor(env) {
  gateway ??= createShippingGateway({
    account: 'toko-senja',
    upstream: env.SHIPPING_URL,
    key: env.SHIPPING_KEY,
    store: createD1Store(env.DB, { kv: env.KV }),
    secrets: { current: { kid: '2026-11', secret: env.SHIPPING_SECRET } },
    origins: env.SHOP_ORIGINS?.split(','),
    basePath: '/shipping',
    orders: 'order',
    areas: true, // for <ship-area-search>
    tracking: true, // for <ship-tracking>
  });
  return gateway;
}

export default {
  fetch: (request, env) => gatewayFor(env).fetch(request, { address: request.headers.get('cf-connecting-ip') }),

  // By the cron trigger, every minute.
  async scheduled(_controller, env) {
    const shipping = gatewayFor(env);
    await Promise.all([shipping.settle(), shipping.deliverNews()]);
  },
};
