import {
  canonical,
  type DraftOrderRequest,
  flatLocators,
  type OrderRequest,
  type Rupiah,
} from '../../contract/index.ts';
import { declaredValue, isCollected } from '../../extras/index.ts';
import { digest, type Grant, signCancel, signTrack, verifyCancel, verifyGrant } from '../../tokens/index.ts';
import type { Intent } from '../ledger/ledger.ts';
import { isCalledOff, type Kind, permitOf, type Terms } from '../ledger/transitions.ts';
import { cancelOrder as cancelOnce, placeOrder } from '../orders/order.ts';
import { type CheckedBody, cancelBody, cartDraft, grantedDraft, grantedOrder } from '../orders/upstream-bodies.ts';
import { destinationOf } from '../quote/question.ts';
import { isShown } from '../quote/shop-rates.ts';
import { admitAddress, type Call, type Context, cartOf, type Handle, verifiedClaims } from './call.ts';
import { type GatewayAnswer, Refusal, type RefusalReason, serviceGone } from './refusal.ts';

/** Reasons why a price was not paid for. */
const unanswered: ReadonlySet<RefusalReason> = new Set(['service-unreachable', 'service-busy']);

/** Takes a grant. Other fields of the body are ignored. */
export const createOrder: Handle = async (context, call) => {
  if (context.options.orders !== 'order') return notOffered(context, call);
  const grant = await grantOf(context, call, 'order');
  const order = await grantedBody(context, grant, grantedOrder);
  const placing = { permit: call.body.grant, owner: call.owner, ...termsOf(grant, order) };
  const answer = await place(context, 'order', order, placing);
  return withTokens(context, grant.reference, answer);
};

/** Does what `createOrder` does before it sends, and nothing else: no reference is taken, and nothing is stored but the price. */
export async function confirmOrder(context: Context, permit: string): Promise<GatewayAnswer> {
  const grant = await verifiedClaims('grant', verifyGrant(permit, context.keys, context.now()));
  const order = grantedOrder(grant, context.now());
  const { intent, refused } = await intended(context, 'order', order, { permit, ...termsOf(grant, order) });
  if (refused) throw refused;
  const terms = await context.orderDeps.check(intent);
  return { status: 200, body: { price: terms?.offered } };
}

function termsOf(
  { price_max, subtotal: given, quoted_cash_on_delivery, arrival }: Grant,
  { body }: CheckedBody<OrderRequest>,
): Pick<Placing, 'terms' | 'subtotal'> {
  const subtotal = given ?? declaredValue(body.items);
  return { terms: { price_max, subtotal, quoted_cash_on_delivery, arrival }, subtotal };
}

/** Takes a signed cart, or a grant if the shop grants orders. */
export const createDraftOrder: Handle = async (context, call) => {
  const { options, now } = context;
  const { body } = call;
  if (options.orders === 'order') {
    const grant = await grantOf(context, call, 'draft_order');
    const draft = await grantedBody(context, grant, grantedDraft);
    const { subtotal = declaredValue(draft.body.items) } = grant;
    return saveDraft(context, draft, { permit: body.grant, terms: null, subtotal });
  }
  if (options.orders !== 'draft' || !options.sender) return notOffered(context, call);
  const cart = await cartOf(context, call, () => admitAddress(context, call));
  if (!cart) throw new Refusal('token-missing', { details: { token: 'cart' } });
  await context.limiter.admit('writes', `session ${cart.session}`);
  const { terms, ...draft } = await cartDraft(body, cart, options.sender, now());
  const placing = { permit: body.cart, terms, subtotal: cart.subtotal };
  if (!terms) return saveDraft(context, draft, placing);
  // Its price is asked of the service, which costs money if it answers.
  const giveBack = await context.limiter.draftQuote({ session: cart.session, address: call.address });
  return saveDraft(context, draft, placing).catch(async (problem) => {
    if (problem instanceof Refusal && unanswered.has(problem.reason)) await giveBack();
    throw problem;
  });
};

/** Cancels the order whose token the page has, where the shop lets pages cancel. */
export const cancelOrder: Handle = async (context, call) => {
  const { options, keys, now, orderDeps } = context;
  const { body, id } = call;
  if (!options.cancels) return notOffered(context, call);
  const { order, reference } = await admitted(context, call, verifyCancel(body.cancel, keys, now()), 'cancel');
  if (order.toLowerCase() !== id.toLowerCase()) throw new Refusal('token-invalid', { details: { token: 'cancel' } });
  const key = { account: options.account, kind: 'order', reference } as const;
  return cancelOnce(orderDeps, { key, order, body: JSON.stringify(cancelBody(body, order, now())) });
};

async function notOffered(context: Context, call: Call): Promise<never> {
  await admitAddress(context, call);
  // Its server may have taken the money. A stranger has no grant.
  const isGranted = await verifyGrant(call.body.grant, context.keys, context.now()).then(
    () => true,
    () => false,
  );
  const mismatch = `A granted order came, and orders is '${context.options.orders}' here: set orders to 'order'.`;
  throw new Refusal('not-offered', isGranted ? { sentence: mismatch, mismatch } : {});
}

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
 * What the grant orders. A wrong order is refused by its field, and its shop may give the money back then. Where something was ordered under the
 * same reference, that may be on its way: then the reference is said to be used, and the shop gives nothing back.
 * @throws {Refusal} `invalid-request`, or `reference-used`
 */
async function grantedBody<Body>(
  { options: { account }, orderDeps, now }: Context,
  grant: Grant,
  read: (grant: Grant, now: Date) => Body,
): Promise<Body> {
  try {
    return read(grant, now());
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    const { field, reason } = { ...problem.options.details };
    const mismatch = `The grant cannot be used: ${field} ${reason}.`;
    const { kind = 'order', reference } = grant;
    const entry = await orderDeps.ledger.find({ account, kind, reference });
    const isTaken = entry && entry.state !== 'refused' && !isCalledOff(entry);
    throw isTaken
      ? new Refusal('reference-used', { mismatch })
      : new Refusal('invalid-request', { ...problem.options, sentence: mismatch, mismatch });
  }
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
  context: Context,
  kind: Kind,
  checked: CheckedBody<OrderRequest | DraftOrderRequest>,
  placing: Placing,
): Promise<GatewayAnswer> {
  const { intent, refused } = await intended(context, kind, checked, placing);
  return placeOrder(context.orderDeps, intent, refused, placing.owner !== undefined);
}

/** What is to be ordered, and why its body is refused now, if it is. */
async function intended(
  { options: { account, rates, cashOnDeliveryLimits } }: Context,
  kind: Kind,
  { body, check }: CheckedBody<OrderRequest | DraftOrderRequest>,
  { permit, owner, terms, subtotal }: Placing,
): Promise<{ intent: Intent; refused: unknown }> {
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
  let refused: unknown;
  try {
    check();
    refuseHidden(body, rates, subtotal);
    refuseUncollected(kind, body, cashOnDeliveryLimits);
  } catch (problem) {
    refused = problem;
  }
  return { intent, refused };
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
  const cash_on_delivery_limits = Object.hasOwn(limits, courier_code) ? limits[courier_code] : undefined;
  if (!isCollected({ courier_code, cash_on_delivery_limits }, amount))
    throw new Refusal('cod-limit', { code: kind === 'order' ? 40_002_030 : 42_211_011 });
}
