import {
  type CourierService,
  canonical,
  type DraftOrderRequest,
  type FreeDelivery,
  flatLocators,
  fractionIn,
  type GatewayOperation,
  type OrderRequest,
  type Rate,
  type Rupiah,
} from '../../contract/index.ts';
import { declaredValue, isCollected } from '../../extras/index.ts';
import { collectingDelivery } from '../../quote/index.ts';
import {
  type Cart,
  digest,
  type Grant,
  isTokenError,
  signCancel,
  signTrack,
  type TokenKeys,
  type Track,
  verifyCancel,
  verifyCart,
  verifyGrant,
  verifyTrack,
} from '../../tokens/index.ts';
import { type Kind, permitOf, type Terms } from '../ledger/transitions.ts';
import { requireSecret, takeWebhooks as takeMessages, type WebhookDeps } from '../news/service-webhooks.ts';
import type { GatewayOptions } from '../options.ts';
import { cancelOrder as cancelOnce, type OrderDeps, placeOrder } from '../orders/order.ts';
import { type CheckedBody, cancelBody, cartDraft, grantedDraft, grantedOrder } from '../orders/upstream-bodies.ts';
import { type TrackingDeps, tracked } from '../parcels.ts';
import { offersFor, promisedRows } from '../quote/offers.ts';
import { type Promises, promiseOf, promiseQuestion, usualHours } from '../quote/promise.ts';
import { areaText, destinationOf, type RatesQuestion, ratesQuestion } from '../quote/question.ts';
import type { RatesService } from '../quote/rates-service.ts';
import { fallbackRates, freeDelivery, isShown, offered, serviceOf, withinLimits } from '../quote/shop-rates.ts';
import { type Body, readMessage } from './bodies.ts';
import type { RateLimiter, Visitor } from './rate-limiter.ts';
import {
  type GatewayAnswer,
  isRefusal,
  Refusal,
  type RefusalReason,
  type ServiceRefusal,
  serviceGone,
} from './refusal.ts';

/** Shared by the operations of one gateway. */
export interface Context {
  options: Required<
    Pick<GatewayOptions, 'account' | 'orders' | 'cancels' | 'rates' | 'fallback' | 'cashOnDeliveryLimits'>
  > &
    Pick<GatewayOptions, 'sender' | 'calendar' | 'promises'> & {
      /** Whether anything is known of a parcel after its order. */
      tracks: boolean;
    };
  keys: TokenKeys;
  ratesService: RatesService;
  orderDeps: OrderDeps;
  limiter: RateLimiter;
  tracking: TrackingDeps;
  webhooks: WebhookDeps;
  now: () => Date;
}

/** One accepted request, or one call in process. */
export interface Call {
  /** The JSON of a request, or its query. */
  body: Body;
  /** Undefined in process. */
  request?: Request;
  /** The id in the path. */
  id: string;
  /** The client's address, by which requests are counted. Undefined in process. */
  address: string | undefined;
  /** In process, the unsigned cart. A request has it signed in its body. */
  cart?: Cart;
  /** In process, the shop's own id of what the order is for. The order belongs to it. */
  owner?: string | undefined;
  /** Called when the service is asked for a price. */
  quoted(): void;
}

type Handle = (context: Context, call: Call) => Promise<GatewayAnswer>;

/**
 * Returns the claims of a token.
 * @throws {Refusal} `token-missing`, `token-expired` or `token-invalid`
 */
export async function verifiedClaims<Claims>(name: string, reading: Promise<Claims>): Promise<Claims> {
  try {
    return await reading;
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    const { mismatch } = problem;
    const details = { token: name, ...(mismatch && { mismatch }) };
    if (problem.code === 'missing') throw new Refusal('token-missing', { details });
    if (problem.code === 'expired') {
      const sentence = `The ${name} of the shop has expired: ask the shop’s server for a new one. If it is new, the clock of that server is behind.`;
      throw new Refusal('token-expired', { details, sentence, mismatch: problem.message });
    }
    const sentence = mismatch && `The ${name} is not one of this shop: its ${mismatch} does not match the gateway’s.`;
    throw new Refusal('token-invalid', { details, sentence, mismatch: problem.message });
  }
}

/**
 * Returns the cart of a call, and counts its visit. Undefined if there is no cart.
 * @param unsigned counts a call without a valid cart
 * @param purpose what the visit is counted for apart
 */
async function cartOf(
  { keys, limiter, now }: Context,
  call: Call,
  unsigned: () => Promise<void>,
  purpose = '',
): Promise<Cart | undefined> {
  const { cart: signed } = call.body;
  if (!call.cart && (signed === undefined || signed === null)) {
    await unsigned();
    return undefined;
  }
  const verified = () =>
    verifiedClaims('cart', verifyCart(signed, keys, now())).catch(async (problem) => {
      await unsigned();
      throw problem;
    });
  const cart = call.cart ?? (await verified());
  await limiter.admit('session', purpose + cart.session);
  return cart;
}

/** Reasons why the service cannot be asked. The shop's fallback rates are used then. */
const excused: ReadonlySet<string> = new Set<RefusalReason>([
  'service-busy',
  'service-unreachable',
  'service-unreadable',
  'quotes-exhausted',
  // An empty balance, for example: the merchant reads of it in the log.
  'shipping-unavailable',
]);

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
  if (fresh) await limiter.admit('writes', cart.session);
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

const visitorOf = (cart: Cart | undefined, address = ''): Visitor => (cart ? { session: cart.session } : { address });

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
    return { status: 200, body: promiseOf(own, visible, circumstances, promised) };
  }
};

/** The couriers that the shop offers anywhere, with commas between them. */
export async function shownCouriers(context: Context, call: Call): Promise<string> {
  const { body } = await listCouriers(context, call);
  return [...new Set((body as { couriers: CourierService[] }).couriers.map((row) => row.courier_code))].sort().join();
}

const isExcused = (problem: unknown): problem is Refusal | ServiceRefusal =>
  isRefusal(problem) && excused.has(problem.answer().reason ?? '');

/** Reasons why a price was not paid for. */
const unanswered: ReadonlySet<RefusalReason> = new Set(['service-unreachable', 'service-busy']);

/** Takes a grant. Other fields of the body are ignored. */
const createOrder: Handle = async (context, call) => {
  if (context.options.orders !== 'order') return notOffered(context, call);
  const grant = await grantOf(context, call, 'order');
  const order = grantedOrder(grant, context.now());
  const { price_max, subtotal = declaredValue(order.body.items), quoted_cash_on_delivery, arrival } = grant;
  const terms = { price_max, subtotal, quoted_cash_on_delivery, arrival };
  const placing = { permit: call.body.grant, owner: call.owner, terms, subtotal };
  const answer = await place(context, 'order', order, placing);
  return withTokens(context, grant.reference, answer);
};

/** Takes a signed cart, or a grant if the shop grants orders. */
const createDraftOrder: Handle = async (context, call) => {
  const { options, now } = context;
  const { body } = call;
  if (options.orders === 'order') {
    const grant = await grantOf(context, call, 'draft_order');
    const draft = grantedDraft(grant, now());
    const { subtotal = declaredValue(draft.body.items) } = grant;
    return saveDraft(context, draft, { permit: body.grant, terms: null, subtotal });
  }
  if (options.orders !== 'draft' || !options.sender) return notOffered(context, call);
  const cart = await cartOf(context, call, () => admitAddress(context, call));
  if (!cart) throw new Refusal('token-missing', { details: { token: 'cart' } });
  await context.limiter.admit('writes', cart.session);
  const { terms, ...draft } = await cartDraft(body, cart, options.sender, now());
  const placing = { permit: body.cart, terms, subtotal: cart.subtotal };
  if (!terms) return saveDraft(context, draft, placing);
  // Its price is asked of the service, which costs money if it answers.
  const giveBack = await context.limiter.draftQuote(cart.session);
  return saveDraft(context, draft, placing).catch(async (problem) => {
    if (problem instanceof Refusal && unanswered.has(problem.reason)) await giveBack();
    throw problem;
  });
};

const cancelOrder: Handle = async (context, call) => {
  const { options, keys, now, orderDeps } = context;
  const { body, id } = call;
  if (!options.cancels) return notOffered(context, call);
  const { order, reference } = await admitted(context, call, verifyCancel(body.cancel, keys, now()), 'cancel');
  if (order.toLowerCase() !== id.toLowerCase()) throw new Refusal('token-invalid', { details: { token: 'cancel' } });
  const key = { account: options.account, kind: 'order', reference } as const;
  return cancelOnce(orderDeps, { key, order, body: JSON.stringify(cancelBody(body, order, now())) });
};

async function grantOf(context: Context, call: Call, kind: Kind): Promise<Grant> {
  const grant = await admitted(context, call, verifyGrant(call.body.grant, context.keys, context.now()), 'grant');
  if ((grant.kind ?? 'order') !== kind) {
    const details = { token: 'grant', mismatch: 'kind' };
    throw new Refusal('token-invalid', {
      details,
      mismatch: `The grant is for a ${grant.kind ?? 'order'}, not for a ${kind}.`,
    });
  }
  return grant;
}

/**
 * Returns the claims of a token that allows a write. A valid token counts by its reference, because thousands of mobile shoppers may
 * share one address. Everything else counts by the address.
 */
async function admitted<Claims extends { reference: string }>(
  context: Context,
  call: Call,
  reading: Promise<Claims>,
  name: string,
): Promise<Claims> {
  const claims = await verifiedClaims(name, reading).catch(async (problem) => {
    await admitAddress(context, call);
    throw problem;
  });
  await context.limiter.admit('writes', `reference ${claims.reference}`);
  return claims;
}

async function admitAddress({ limiter }: Context, { address }: Call): Promise<void> {
  if (address === undefined) return;
  await limiter.admit('address', address);
  await limiter.admit('writes', address);
}

async function notOffered(context: Context, call: Call): Promise<never> {
  await admitAddress(context, call);
  throw new Refusal('not-offered');
}

interface Placing {
  /** The token that allows it. */
  permit: unknown;
  /** In process, the shop's own id of what the order is for. */
  owner?: string | undefined;
  terms: Terms | null;
  /** Price of the goods in rupiah. */
  subtotal: Rupiah;
}

async function place(
  { orderDeps, options: { account, rates, cashOnDeliveryLimits } }: Context,
  kind: Kind,
  { body, check }: CheckedBody<OrderRequest | DraftOrderRequest>,
  { permit, owner, terms, subtotal }: Placing,
): Promise<GatewayAnswer> {
  const text = canonical(body);
  const intent = {
    account,
    kind,
    reference: body.reference_id ?? '',
    fingerprint: await digest(text),
    permit: owner === undefined ? await digest(String(permit)) : permitOf(owner),
    terms,
    body: text,
  };
  const checkAll = () => {
    check();
    refuseHidden(body, rates, subtotal);
    refuseUncollected(kind, body, cashOnDeliveryLimits);
  };
  return placeOrder(orderDeps, intent, checkAll, owner !== undefined);
}

/** Its token follows the parcel once the merchant has confirmed the draft. */
async function saveDraft(
  context: Context,
  draft: CheckedBody<DraftOrderRequest>,
  placing: Placing,
): Promise<GatewayAnswer> {
  const answer = await place(context, 'draft_order', draft, placing);
  const { options, keys, now } = context;
  const { reference_id: reference = '' } = draft.body;
  if (!options.tracks || answer.status >= 400) return answer;
  return { ...answer, body: { ...answer.body, track: await signTrack({ reference }, keys, now()) } };
}

/** Adds the token that follows the parcel, if anything is known of it, and the one that cancels the order, if the shop allows that. */
async function withTokens(
  { options, keys, now }: Context,
  reference: string,
  answer: GatewayAnswer,
): Promise<GatewayAnswer> {
  const { id, status } = answer.body as { id?: string; status?: string };
  if (!id) return answer;
  const track = options.tracks && (await signTrack({ reference }, keys, now()));
  const cancel = options.cancels && status !== 'cancelled' && (await signCancel({ order: id, reference }, keys, now()));
  return { ...answer, body: { ...answer.body, ...(track && { track }), ...(cancel && { cancel }) } };
}

/** @throws {Refusal} `service-gone` if a rule of the shop hides the service. A draft may name none */
function refuseHidden(
  { courier_company, courier_type, items, ...order }: OrderRequest | DraftOrderRequest,
  rates: Context['options']['rates'],
  subtotal: Rupiah,
): void {
  if (!courier_company) return;
  const destination = destinationOf(flatLocators(order));
  const service = { courier_code: courier_company, courier_service_code: courier_type ?? '' };
  if (!isShown(service, rates, { subtotal, destination, items })) throw serviceGone();
}

/** @throws {Refusal} `cod-limit` if the courier does not collect so much, or so little: the service would refuse it after the payment */
function refuseUncollected(
  kind: Kind,
  { courier_company, destination_cash_on_delivery: amount }: OrderRequest | DraftOrderRequest,
  limits: Context['options']['cashOnDeliveryLimits'],
): void {
  if (!courier_company || !amount) return;
  const courier_code = courier_company.trim().toLowerCase();
  if (!isCollected({ courier_code, cash_on_delivery_limits: limits[courier_code] }, amount))
    throw new Refusal('cod-limit', { code: kind === 'order' ? 40_002_030 : 42_211_011 });
}

/**
 * Answers where the parcel of a track token is. The token comes in a header, because addresses are logged.
 * @throws {Refusal} `track-invalid` or `track-expired`, which do not tell whether an order exists
 */
const trackParcel: Handle = async (context, { request, address = '' }) => {
  const [, token] = /^Bearer +(\S+)$/i.exec(request?.headers.get('authorization') ?? '') ?? [];
  const { reference } = await orderOf(verifyTrack(token, context.keys, context.now())).catch(async (problem) => {
    await context.limiter.admit('address', address);
    throw problem;
  });
  await context.limiter.admit('session', `reference ${reference}`);
  const find = (kind: Kind) => context.orderDeps.ledger.find({ account: context.options.account, kind, reference });
  return tracked(context.tracking, (await find('order')) ?? (await find('draft_order')));
};

async function orderOf(reading: Promise<Track>): Promise<Track> {
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
  async listCouriers(context, call) {
    // Nothing in the request names a visit.
    await context.limiter.admit('address', call.address ?? '');
    return listCouriers(context, call);
  },
  quoteRates,
  createOrder,
  createDraftOrder,
  cancelOrder,
  searchAreas,
  readPromise,
  trackParcel,
  takeWebhooks,
};
