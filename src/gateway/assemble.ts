import { Allowance, usualLimits } from './door/index.ts';
import { Ledger } from './ledger/index.ts';
import type { Context } from './operations/index.ts';
import type { GatewayOptions, Patience } from './options.ts';
import type { Desk } from './orders/index.ts';
import { priceCheck } from './price-check.ts';
import { Wallet } from './rates/index.ts';
import { createUpstream } from './wire/index.ts';

export const usualPatience: Patience = {
  body: 10_000,
  read: 10_000,
  send: 15_000,
  wait: 15_000,
  lease: 30_000,
  pause: 2_000,
  sends: 8,
};

/** Milliseconds for the service's prices, where the shop has others to fall back on: an answer comes within three seconds. */
const shortRead = 2_500;

/** Seconds that prices are good for. */
const usualCache = 120;

export const patienceOf = ({ patience, fallback }: GatewayOptions): Patience => ({
  ...usualPatience,
  ...(fallback?.length && { read: shortRead }),
  ...patience,
});

/** Puts the parts of a gateway together. */
export function contextOf(options: GatewayOptions): Context {
  const { account, upstream: base, key, store, secrets, sender } = options;
  const { orders = 'none', cancels = false, rates = [], fallback = [], tolerance = 0 } = options;
  const { now = () => new Date(), fetch = (input, init) => globalThis.fetch(input, init) } = options;
  const patience = patienceOf(options);
  const keys = { account, ...secrets };
  const milliseconds = () => now().getTime();
  const allowance = new Allowance(account, store.counts, { ...usualLimits, ...options.limits }, milliseconds);
  const upstream = createUpstream({ upstream: base, key, fetch });
  const seconds = options.cache ?? usualCache;
  const wallet = new Wallet({ account, upstream, cache: store.cache, allowance, patience: patience.read, seconds });
  const { lease, pause, sends: most } = patience;
  const desk: Desk = {
    account,
    ledger: new Ledger({ store: store.ledger, patience: { lease, pause, most }, now: milliseconds }),
    upstream,
    check: (entry) => priceCheck({ wallet, rates, tolerance, keys, now }, entry),
    patience,
    now: milliseconds,
    elapsed: () => performance.now(),
    pause: (time) => new Promise((done) => setTimeout(done, time)),
  };
  return {
    options: { account, orders, cancels, rates, fallback, ...(sender && { sender }) },
    keys,
    wallet,
    desk,
    allowance,
    now,
  };
}
