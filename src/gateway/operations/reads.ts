import type { Rate } from '../../contract/index.ts';
import { collectingDelivery } from '../../quote/index.ts';
import type { Cart } from '../../tokens/index.ts';
import { areaText, destinationOf, type RatesQuestion, ratesQuestion } from '../bodies/index.ts';
import { fallbackRates, isShown, offered, offersFor, serviceOf } from '../rates/index.ts';
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
  const shown = couriers.filter((row) => isShown(row, options.rates, undefined));
  return { status: 200, body: { success: true, object: 'courier', couriers: shown } };
};

export const searchAreas: Handle = async ({ ratesService, limiter }, { body, address = '', quoted }) => {
  await limiter.admit('address', address);
  const areas = await ratesService.areas(areaText(body.input), { address, asked: quoted });
  return { status: 200, body: { success: true, areas } };
};

export const quoteRates: Handle = async (context, call) => {
  const { limiter } = context;
  const cart = await cartOf(context, call, async () => {
    if (call.address !== undefined) await limiter.admit('address', call.address);
  });
  const question = ratesQuestion(call.body, cart, context.now());
  // A question without the cache costs money, so it is limited like orders.
  const fresh = cart !== undefined && call.body.fresh === true;
  if (fresh) await limiter.admit('writes', cart.session);
  const { rows, estimate } = await rowsFor(context, call, question, cart, fresh);
  const offers = cart ? await signedFor(context, cart, question, rows, estimate) : [];
  const pricing: Rate[] = rows.map((row, index) => ({
    ...row,
    ...(offers[index] !== undefined && { offer: offers[index] }),
    ...(estimate && { estimate }),
  }));
  return { status: 200, body: { success: true, object: 'courier_pricing', pricing } };
};

async function rowsFor(
  { ratesService, options: { rates, fallback } }: Context,
  { quoted, address }: Call,
  { request, uncollectable }: RatesQuestion,
  cart: Cart | undefined,
  fresh: boolean,
): Promise<{ rows: Rate[]; estimate: boolean }> {
  const circumstances = { subtotal: cart?.subtotal, destination: destinationOf(request), items: request.items };
  const shown = (list: readonly Rate[]) => list.filter((row) => isShown(row, rates, circumstances));
  try {
    const charged = await ratesService.rates(request, {
      budget: cart ? 'quotes' : 'unsignedQuotes',
      whose: cart ? `session ${cart.session}` : `address ${address}`,
      fresh,
      asked: quoted,
    });
    const own = shown(charged).map((rate) => offered(rate, rates, circumstances));
    const goods = cart?.cash_on_delivery_collects === 'goods' ? 0 : request.destination_cash_on_delivery;
    const rows = cart && goods ? own.map((row) => collectingDelivery(row, goods)) : own;
    const prepaid = (row: Rate) => ({ ...row, available_for_cash_on_delivery: false });
    return { rows: uncollectable ? rows.map(prepaid) : rows, estimate: false };
  } catch (problem) {
    // An estimate already is the shop's own price, so its rules for prices do not apply.
    const rows = isExcused(problem) ? shown(fallbackRates(fallback, request)) : [];
    if (!rows.length) throw problem;
    return { rows, estimate: true };
  }
}

function signedFor(
  { keys, now }: Context,
  cart: Cart,
  { request, uncollectable }: RatesQuestion,
  rows: readonly Rate[],
  estimate: boolean,
): Promise<string[]> {
  return offersFor({ cart, destination: destinationOf(request), request, uncollectable, estimate }, rows, keys, now());
}

const isExcused = (problem: unknown) => problem instanceof Refusal && excused.has(problem.reason);
