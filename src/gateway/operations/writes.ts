import { declaredValue } from '../../quote/index.ts';
import { digest, signCancel, verifyCancel, verifyGrant } from '../../tokens/index.ts';
import { cancelBody, cartDraft, grantedDraft, grantedOrder } from '../bodies/index.ts';
import type { Kind, Terms } from '../ledger/index.ts';
import { cancelOrder as cancelOnce, placeOrder } from '../orders/index.ts';
import { type Answer, canonical, Refusal } from '../upstream/index.ts';
import { type Context, cartOf, claimsOf, type Handle } from './context.ts';

/** With a grant, and nothing else in the body counts. */
export const createOrder: Handle = async (context, { body }) => {
  const { orders } = context.options;
  if (orders !== 'order') throw new Refusal('not-offered');
  const grant = await claimsOf('grant', verifyGrant(body.grant, context.keys, context.now()));
  const order = grantedOrder(grant, context.now());
  const terms = { price_max: grant.price_max, subtotal: grant.subtotal ?? declaredValue(order.items) };
  const answer = await place(context, 'order', order, body.grant, terms);
  return withCancel(context, grant.reference, answer);
};

/** Of a signed cart, or of a grant where the shop grants orders. */
export const createDraftOrder: Handle = async (context, call) => {
  const { options, keys, now } = context;
  const { body } = call;
  if (options.orders === 'order') {
    const grant = await claimsOf('grant', verifyGrant(body.grant, keys, now()));
    return place(context, 'draft_order', grantedDraft(grant, now()), body.grant, null);
  }
  if (options.orders !== 'draft' || !options.sender) throw new Refusal('not-offered');
  const cart = await cartOf(context, call);
  if (!cart) throw new Refusal('token-missing', { details: { token: 'cart' } });
  return place(context, 'draft_order', await cartDraft(body, cart, options.sender, now()), body.cart, null);
};

export const cancelOrder: Handle = async (context, { body, id }) => {
  const { options, keys, now, orderDeps } = context;
  if (!options.cancels) throw new Refusal('not-offered');
  const { order, reference } = await claimsOf('cancel', verifyCancel(body.cancel, keys, now()));
  if (order.toLowerCase() !== id.toLowerCase()) throw new Refusal('token-invalid', { details: { token: 'cancel' } });
  const key = { account: options.account, kind: 'order', reference } as const;
  return cancelOnce(orderDeps, { key, order, body: JSON.stringify(cancelBody(body, order, now())) });
};

async function place(
  { orderDeps, options: { account } }: Context,
  kind: Kind,
  body: { reference_id?: string | undefined },
  permit: unknown,
  terms: Terms | null,
): Promise<Answer> {
  const text = canonical(body);
  return placeOrder(orderDeps, {
    account,
    kind,
    reference: body.reference_id ?? '',
    fingerprint: await digest(text),
    permit: await digest(String(permit)),
    terms,
    body: text,
  });
}

/** Whoever hears that the order is placed may cancel it for a while, where the shop wants that. */
async function withCancel({ options, keys, now }: Context, reference: string, answer: Answer): Promise<Answer> {
  const { id, status } = answer.body as { id?: string; status?: string };
  if (!options.cancels || !id || status === 'cancelled') return answer;
  const cancel = await signCancel({ order: id, reference }, keys, now());
  return { ...answer, body: { ...answer.body, cancel } };
}
