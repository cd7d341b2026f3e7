import type { Rate, RatesRequest } from '../../contract/index.ts';
import type { Cart } from '../../tokens/index.ts';
import { destinationOf, ratesQuestion } from '../bodies/index.ts';
import { fallbackRates, offered, offersFor, serviceOf } from '../rates/index.ts';
import { Refusal, type RefusalReason } from '../upstream/index.ts';
import { type Call, type Context, cartOf, type Handle } from './context.ts';

/** Reasons why the service cannot be asked. The shop's fallback rates are used then. */
const excused: ReadonlySet<RefusalReason> = new Set([
  'service-busy',
  'service-unreachable',
  'service-unreadable',
  'quotes-exhausted',
]);

export const listCouriers: Handle = async ({ ratesService, options }) => {
  const couriers = await ratesService.couriers().catch((problem) => {
    if (!options.fallback.length || !isExcused(problem)) throw problem;
    return options.fallback.map(serviceOf);
  });
  return { status: 200, body: { success: true, object: 'courier', couriers } };
};

export const quoteRates: Handle = async (context, call) => {
  const cart = await cartOf(context, call);
  const request = ratesQuestion(call.body, cart, context.now());
  // A question without the cache costs money, so it is limited like orders.
  const fresh = cart !== undefined && call.body.fresh === true;
  if (fresh) await context.limiter.admit('writes', cart.session);
  const { rows, estimate } = await rowsFor(context, call, request, cart, fresh);
  const offers = cart ? await signedFor(context, cart, request, rows, estimate) : [];
  const pricing: Rate[] = rows.map((row, index) => ({
    ...row,
    ...(offers[index] !== undefined && { offer: offers[index] }),
    ...(estimate && { estimate }),
  }));
  return { status: 200, body: { success: true, object: 'courier_pricing', pricing } };
};

async function rowsFor(
  { ratesService, options: { rates, fallback } }: Context,
  { quoted }: Call,
  request: RatesRequest,
  cart: Cart | undefined,
  fresh: boolean,
): Promise<{ rows: Rate[]; estimate: boolean }> {
  try {
    const circumstances = { subtotal: cart?.subtotal, destination: destinationOf(request) };
    const charged = await ratesService.rates(request, {
      budget: cart ? 'quotes' : 'unsignedQuotes',
      fresh,
      asked: quoted,
    });
    return { rows: charged.map((rate) => offered(rate, rates, circumstances)), estimate: false };
  } catch (problem) {
    // An estimate already is the shop's own price, so its other rules do not apply.
    const rows = isExcused(problem) ? fallbackRates(fallback, request) : [];
    if (!rows.length) throw problem;
    return { rows, estimate: true };
  }
}

function signedFor(
  { keys, now }: Context,
  cart: Cart,
  request: RatesRequest,
  rows: readonly Rate[],
  estimate: boolean,
): Promise<string[]> {
  return offersFor({ cart, destination: destinationOf(request), request, estimate }, rows, keys, now());
}

const isExcused = (problem: unknown) => problem instanceof Refusal && excused.has(problem.reason);
