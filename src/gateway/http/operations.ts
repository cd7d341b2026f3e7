import {
  type CourierService,
  type FreeDelivery,
  fractionIn,
  type GatewayOperation,
  type Rate,
} from '../../contract/index.ts';
import { collectingDelivery } from '../../quote/index.ts';
import { type Cart, isTokenError, type Track, verifyTrack } from '../../tokens/index.ts';
import type { Kind } from '../ledger/transitions.ts';
import { requireSecret, takeWebhooks as takeMessages } from '../news/service-webhooks.ts';
import { faultOf } from '../observe.ts';
import { tracked } from '../parcels/tracking.ts';
import { offersFor, promisedRows } from '../quote/offers.ts';
import { type Promises, promiseOf, promiseQuestion, usualHours } from '../quote/promise.ts';
import { areaText, destinationOf, type RatesQuestion, ratesQuestion } from '../quote/question.ts';
import { fallbackRates, freeDelivery, isShown, offered, serviceOf, withinLimits } from '../quote/shop-rates.ts';
import { type Body, readMessage } from './bodies.ts';
import { type Call, type Context, cartOf, type Handle } from './call.ts';
import { cancelOrder, createDraftOrder, createOrder } from './order-operations.ts';
import type { Visitor } from './rate-limiter.ts';
import { isRefusal, Refusal, type RefusalReason, type ServiceRefusal } from './refusal.ts';

/** Reasons why the service cannot be asked. The shop's fallback rates are used then. */
const excused: ReadonlySet<string> = new Set<RefusalReason>([
  'service-busy',
  'service-unreachable',
  'service-unreadable',
  'quotes-exhausted',
  // An empty balance, for example: the merchant reads of it in the log.
  'shipping-unavailable',
  // The database cannot be used: nothing is counted, so the service is not asked.
  'gateway-failed',
]);

const isExcused = (problem: unknown): problem is Refusal | ServiceRefusal =>
  isRefusal(problem) && excused.has(problem.answer().reason ?? '');

/**
 * Answers with the shop's fallback while the database fails, for example because another program locks its file. What cannot be counted is
 * not asked of the service, because it costs money.
 */
const orFallback =
  (handle: Handle): Handle =>
  async (context, call) => {
    try {
      return await handle(context, call);
    } catch (problem) {
      if (isRefusal(problem) || !context.options.fallback.length) throw problem;
      const refuse = () => Promise.reject(new Refusal('gateway-failed'));
      const answer = await handle(
        {
          ...context,
          limiter: { admit: async () => {}, draftQuote: refuse },
          ratesService: { couriers: refuse, areas: refuse, rates: refuse, promised: refuse },
        },
        call,
      ).catch((refusal) => {
        // No rate of the fallback is for this place.
        throw isExcused(refusal) ? problem : refusal;
      });
      return { ...answer, fault: faultOf(problem) };
    }
  };

const listCouriers: Handle = async ({ ratesService, options }) => {
  const couriers = await ratesService.couriers().catch((problem) => {
    if (!options.fallback.length || !isExcused(problem)) throw problem;
    return options.fallback.map(serviceOf);
  });
  const shown = couriers.filter((row) => isShown(row, options.rates, undefined));
  return { status: 200, body: { success: true, object: 'courier', couriers: shown } };
};

const searchAreas: Handle = async ({ ratesService, limiter }, { body, address = '', quoted }) => {
  await limiter.admit('address', address);
  const areas = await ratesService.areas(areaText(body.input), { address, quoted });
  return { status: 200, body: { success: true, areas } };
};

const quoteRates: Handle = async (context, call) => {
  const { limiter } = context;
  const cart = await cartOf(context, call, async () => {
    if (call.address !== undefined) await limiter.admit('address', call.address);
  });
  const question = ratesQuestion(call.body, cart, context.now());
  // A question without the cache costs money, so it is limited like orders.
  const fresh = cart !== undefined && call.body.fresh === true;
  if (fresh) await limiter.admit('writes', `session ${cart.session}`);
  const { rows: priced, estimate, free, mismatch } = await rowsFor(context, call, question, cart, fresh);
  const rows = promisedRows(priced, context.options.calendar, context.now());
  const { request, uncollectable } = question;
  const destination = destinationOf(request);
  const offers = cart
    ? await offersFor({ cart, destination, request, uncollectable, estimate }, rows, context.keys, context.now())
    : [];
  const pricing: Rate[] = rows.map((row, index) => ({
    ...row,
    ...(offers[index] !== undefined && { offer: offers[index] }),
    ...(estimate && { estimate }),
  }));
  return {
    status: 200,
    body: { success: true, object: 'courier_pricing', pricing, ...(free && { free_delivery: free }) },
    mismatch: mismatch ?? fractionOf(call.body),
  };
};

/** A weight of the page that is rounded up, by its place: what a stranger calls the goods stands in no log. */
function fractionOf({ items }: Body): string | undefined {
  const found = fractionIn(items);
  return found && `items.${found.index}.weight: ${found.sentence}`;
}

const visitorOf = (cart: Cart | undefined, address: string | undefined): Visitor =>
  cart ? { session: cart.session, address } : { address: address ?? '' };

async function rowsFor(
  { ratesService, options: { rates, fallback, cashOnDeliveryLimits } }: Context,
  { quoted, address }: Call,
  { request, uncollectable }: RatesQuestion,
  cart: Cart | undefined,
  fresh: boolean,
): Promise<{ rows: Rate[]; estimate: boolean; free?: FreeDelivery | undefined; mismatch?: string | undefined }> {
  const circumstances = { subtotal: cart?.subtotal, destination: destinationOf(request), items: request.items };
  const shown = (list: readonly Rate[]) => list.filter((row) => isShown(row, rates, circumstances));
  try {
    const charged = await ratesService.rates(request, {
      budget: cart ? 'quotes' : 'unsignedQuotes',
      visitor: visitorOf(cart, address),
      fresh,
      quoted,
    });
    const own = shown(charged).map((rate) => offered(rate, rates, circumstances));
    const goods = cart?.cash_on_delivery_collects === 'goods' ? 0 : request.destination_cash_on_delivery;
    const collecting = cart && goods ? own.map((row) => collectingDelivery(row, goods)) : own;
    const rows = withinLimits(collecting, cashOnDeliveryLimits, request.destination_cash_on_delivery, cart);
    const prepaid = (row: Rate) => ({ ...row, available_for_cash_on_delivery: false });
    const free = freeDelivery(charged, rates, circumstances);
    return { rows: uncollectable ? rows.map(prepaid) : rows, estimate: false, free };
  } catch (problem) {
    // An estimate already is the shop's own price, so its rules for prices do not apply.
    if (!isExcused(problem)) throw problem;
    const rows = shown(fallbackRates(fallback, request));
    if (!rows.length) throw problem;
    return { rows, estimate: true, mismatch: problem.answer().mismatch };
  }
}

/** Answers the least price for a district, before any checkout. Nothing of it is signed. */
const readPromise: Handle = async (context, call) => {
  const { ratesService, limiter, options, now } = context;
  const { rates, fallback, calendar, promises } = options;
  const { address = '', quoted } = call;
  // Looks at products take nothing from the checkout.
  const purpose = 'promise ';
  const cart = await cartOf(context, call, () => limiter.admit('address', purpose + address), purpose);
  const { hours = usualHours, origin, couriers = await shownCouriers(context, call) } = promises as Promises;
  const { request, circumstances } = promiseQuestion(call.body, cart, { origin, couriers }, now());
  const promised = (list: readonly Rate[]) => promisedRows(list, calendar, now());
  try {
    const rows = await ratesService.promised(request, { visitor: visitorOf(cart, address), hours, quoted });
    return { status: 200, body: promiseOf(rows, rates, circumstances, promised) };
  } catch (problem) {
    const own = isExcused(problem) ? fallbackRates(fallback, request) : [];
    if (!own.length) throw problem;
    // An estimate already is the shop's own price, so its rules for prices do not apply.
    const visible = rates.filter(({ type }) => type === 'hidden' || type === 'only');
    const { mismatch } = (problem as Refusal).answer();
    return { status: 200, body: promiseOf(own, visible, circumstances, promised), mismatch };
  }
};

/** The couriers that the shop offers anywhere, with commas between them. */
export async function shownCouriers(context: Context, call: Call): Promise<string> {
  const { body } = await orFallback(listCouriers)(context, call);
  return [...new Set((body as { couriers: CourierService[] }).couriers.map((row) => row.courier_code))].sort().join();
}

/**
 * Answers where the parcel of a track token is. The token comes in a header, because addresses are logged.
 * @throws {Refusal} `track-invalid` or `track-expired`, which do not tell whether an order exists
 */
const trackParcel: Handle = async (context, { request, address = '' }) => {
  const [, token] = /^Bearer +(\S+)$/i.exec(request?.headers.get('authorization') ?? '') ?? [];
  const { reference } = await trackOf(verifyTrack(token, context.keys, context.now())).catch(async (problem) => {
    await context.limiter.admit('address', address);
    throw problem;
  });
  await context.limiter.admit('session', `reference ${reference}`);
  const find = (kind: Kind) => context.orderDeps.ledger.find({ account: context.options.account, kind, reference });
  return tracked(context.tracking, (await find('order')) ?? (await find('draft_order')));
};

async function trackOf(reading: Promise<Track>): Promise<Track> {
  try {
    return await reading;
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    throw new Refusal(problem.code === 'expired' ? 'track-expired' : 'track-invalid', {
      ...((problem.mismatch || problem.code === 'expired') && { mismatch: problem.message }),
    });
  }
}

/** Takes messages of the service. A stranger's message is not read. */
const takeWebhooks: Handle = async ({ limiter, orderDeps, webhooks, now }, { request, address = '' }) => {
  if (!request || !webhooks.access) throw new Refusal('no-operation');
  await requireSecret(request.headers, webhooks.access).catch(async (problem) => {
    await limiter.admit('address', address);
    throw problem;
  });
  await limiter.admit('webhooks', 'all');
  // The service calls a new webhook address once without a body.
  const message = (await orderDeps.turns.aside(() => readMessage(request, webhooks.timeout))) ?? {};
  return takeMessages([message].flat(), webhooks, now());
};

/** What a gateway answers, by the rows of the contract. Not the service's other operations: their answers have personal data. */
export const handlers: Record<GatewayOperation, Handle> = {
  listCouriers: orFallback(async (context, call) => {
    // Nothing in the request names a visit.
    await context.limiter.admit('address', call.address ?? '');
    return listCouriers(context, call);
  }),
  quoteRates: orFallback(quoteRates),
  createOrder,
  createDraftOrder,
  cancelOrder,
  searchAreas,
  readPromise: orFallback(readPromise),
  trackParcel,
  takeWebhooks,
};
