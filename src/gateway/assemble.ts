import { RateLimiter, usualLimits } from './http/index.ts';
import { Ledger } from './ledger/index.ts';
import { newsOf } from './news/index.ts';
import type { Context } from './operations/index.ts';
import { type GatewaySettings, timeoutsOf } from './options.ts';
import type { OrderDeps } from './orders/index.ts';
import { priceCheck } from './price-check.ts';
import { RatesService } from './rates/index.ts';
import { createUpstream } from './upstream/index.ts';

/** Puts the parts of a gateway together. */
export function contextOf(options: GatewaySettings): Context {
  const { account, upstream: base, key, store, secrets, sender } = options;
  const { orders = 'none', cancels = false, tracking = false, rates = [], fallback = [] } = options;
  const { now = () => new Date(), fetch = (input, init) => globalThis.fetch(input, init) } = options;
  const timeouts = timeoutsOf(options);
  const keys = { account, ...secrets };
  const milliseconds = () => now().getTime();
  const limiter = new RateLimiter(keys, store.counts, { ...usualLimits, ...options.limits }, milliseconds);
  const upstream = createUpstream({ upstream: base, key, fetch });
  const ratesService = new RatesService({
    account,
    upstream,
    cache: store.cache,
    limiter,
    timeout: timeouts.read,
    now: milliseconds,
  });
  const { lease, pause, sends: most } = timeouts;
  const orderDeps: OrderDeps = {
    account,
    ledger: new Ledger({
      store: store.ledger,
      policy: { lease, pause, most },
      now: milliseconds,
      news: options.notify && newsOf,
    }),
    upstream,
    check: (entry) => priceCheck({ ratesService, rates, keys, now }, entry),
    timeouts,
    now: milliseconds,
    elapsed: () => performance.now(),
    pause: (time) => new Promise((done) => setTimeout(done, time)),
  };
  return {
    options: {
      ...{ account, orders, cancels, rates, fallback, tracks: tracking || options.webhooks !== undefined },
      ...(sender && { sender }),
    },
    keys,
    ratesService,
    orderDeps,
    limiter,
    tracking: { parcels: store.parcels, upstream, reads: tracking, timeout: timeouts.read, now: milliseconds },
    now,
  };
}
