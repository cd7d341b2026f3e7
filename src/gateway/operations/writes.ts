import { declaredValue } from '../../quote/index.ts';
import { digest, type Grant, signCancel, verifyCancel, verifyGrant } from '../../tokens/index.ts';
import { type CheckedBody, cancelBody, cartDraft, grantedDraft, grantedOrder } from '../bodies/index.ts';
import type { Kind, Terms } from '../ledger/index.ts';
import { cancelOrder as cancelOnce, placeOrder } from '../orders/index.ts';
import { type Answer, canonical, Refusal } from '../upstream/index.ts';
import { type Call, type Context, cartOf, claimsOf, type Handle } from './context.ts';

/** Takes a grant. Other fields of the body are ignored. */
export const createOrder: Handle = async (context, call) => {
  if (context.options.orders !== 'order') return notOffered(context, call);
  const grant = await grantOf(context, call, 'order');
  const order = grantedOrder(grant, context.now());
  const { price_max, subtotal = declaredValue(order.body.items), quoted_cash_on_delivery } = grant;
  const terms = { price_max, subtotal, quoted_cash_on_delivery };
  const answer = await place(context, 'order', order, call.body.grant, terms);
  return withCancel(context, grant.reference, answer);
};

/** Takes a signed cart, or a grant if the shop grants orders. */
export const createDraftOrder: Handle = async (context, call) => {
  const { options, now } = context;
  const { body } = call;
  if (options.orders === 'order') {
    const grant = await grantOf(context, call, 'draft_order');
    return place(context, 'draft_order', grantedDraft(grant, now()), body.grant, null);
  }
  if (options.orders !== 'draft' || !options.sender) return notOffered(context, call);
  await admitAddress(context, call);
  const cart = await cartOf(context, call);
  if (!cart) throw new Refusal('token-missing', { details: { token: 'cart' } });
  const { terms, ...draft } = await cartDraft(body, cart, options.sender, now());
  return place(context, 'draft_order', draft, body.cart, terms);
};

export const cancelOrder: Handle = async (context, call) => {
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
  if ((grant.kind ?? 'order') !== kind) throw new Refusal('token-invalid', { details: { token: 'grant' } });
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
  const claims = await claimsOf(name, reading).catch(async (problem) => {
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

async function place(
  { orderDeps, options: { account } }: Context,
  kind: Kind,
  { body, check }: CheckedBody<{ reference_id?: string | undefined }>,
  permit: unknown,
  terms: Terms | null,
): Promise<Answer> {
  const text = canonical(body);
  const intent = {
    account,
    kind,
    reference: body.reference_id ?? '',
    fingerprint: await digest(text),
    permit: await digest(String(permit)),
    terms,
    body: text,
  };
  return placeOrder(orderDeps, intent, check);
}

/** Adds the token that cancels the order, if the shop allows cancellations. */
async function withCancel({ options, keys, now }: Context, reference: string, answer: Answer): Promise<Answer> {
  const { id, status } = answer.body as { id?: string; status?: string };
  if (!options.cancels || !id || status === 'cancelled') return answer;
  const cancel = await signCancel({ order: id, reference }, keys, now());
  return { ...answer, body: { ...answer.body, cancel } };
}
