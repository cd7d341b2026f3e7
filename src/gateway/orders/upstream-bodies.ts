import { type DraftOrderRequest, type Operation, OrderRequest, operations } from '../../contract/index.ts';
import { extraFields } from '../../extras/index.ts';
import { type Cart, cartExtras, digest, type Grant } from '../../tokens/index.ts';
import {
  amountIn,
  type Body,
  bounded,
  check,
  checked,
  invalid,
  pickFilled,
  plainText,
  readRequest,
} from '../http/bodies.ts';
import type { Terms } from '../ledger/transitions.ts';
import { type Sender, senderFields } from '../options.ts';
import { isCollectable, refuseContradiction, switchesIn } from '../quote/question.ts';

const recipient = [
  'destination_contact_name',
  'destination_contact_phone',
  'destination_contact_email',
  'destination_address',
  'destination_note',
  'destination_area_id',
  'destination_postal_code',
] as const;

const delivery = ['delivery_type', 'delivery_date', 'delivery_time'] as const;
const collection = ['origin_collection_method'] as const;
const chosen = ['courier_company', 'courier_type'] as const;

/** All fields of an order in the contract. Other fields of a grant are not sent. */
const orderFields = Object.keys(OrderRequest.shape).filter((field) => field !== 'grant');

/** A body, and the rules that it is checked against before it is sent for the first time. */
export interface CheckedBody<Request> {
  body: Request;
  /** @throws {Refusal} */
  check(): void;
}

/**
 * Builds the order that the shop has granted. Nothing of the page is used.
 * @throws {Refusal}
 */
export function grantedOrder(grant: Grant, now: Date): CheckedBody<OrderRequest> {
  return bodyOf(operations.createOrder, granted(grant), now);
}

/** Builds the same as a draft. @throws {Refusal} */
export function grantedDraft(grant: Grant, now: Date): CheckedBody<DraftOrderRequest> {
  return bodyOf(operations.createDraftOrder, granted(grant), now);
}

const granted = ({ order, reference }: Grant) => ({
  ...pickFilled({ ...order }, orderFields),
  reference_id: reference,
});

function bodyOf<Request extends DraftOrderRequest>(
  row: Operation<Request, unknown>,
  fields: object,
  now: Date,
): CheckedBody<Request> {
  const body = withPlainTexts(readRequest(row, fields));
  return { body, check: () => check(row, body, now) };
}

/** What people read on a label, or are called by. */
const labelField = /_(contact_name|address|note)$|^shipper_organization$/;

/** What is left of a text, or the text itself: a required one is not emptied after the payment. */
function withPlainTexts<Request extends DraftOrderRequest>(body: Request): Request {
  const plain = Object.entries(body).map(([field, value]) => {
    if (typeof value !== 'string' || !labelField.test(field)) return [field, value];
    return [field, plainText(value) || (field.endsWith('note') ? undefined : value)];
  });
  const items = body.items.map((item) => ({ ...item, name: plainText(item.name) || item.sku || 'Goods' }));
  return { ...Object.fromEntries(plain), items };
}

/**
 * Builds a draft from a signed cart. The page gives the recipient, the service, the time, and whether it is insured and paid at the
 * door. Goods, amounts, origin and sender come from the shop. If the courier also collects the delivery, the page sends the sum that
 * the shopper has seen. The price of the delivery is then confirmed before the draft is sent.
 * @throws {Refusal}
 */
export async function cartDraft(
  body: Body,
  cart: Cart,
  from: Sender,
  now: Date,
): Promise<CheckedBody<DraftOrderRequest> & { terms: Terms | null }> {
  const collected = amountIn(body, 'destination_cash_on_delivery');
  if (collected > 0 && !isCollectable(cart.subtotal))
    throw invalid('destination_cash_on_delivery', 'cannot be collected: the cart is worth nothing, or above the limit');
  const isTotal = collected > 0 && cart.cash_on_delivery_collects !== 'goods';
  if (isTotal && !body.courier_company)
    throw invalid('courier_company', 'is missing: the courier collects the price of the delivery');
  const { origin_latitude: latitude, origin_longitude: longitude, ...origin } = cart.origin;
  const draft = {
    // The page sends the collection method of the chosen rate (contract/README.md §3.9).
    ...pickFilled(body, collection),
    ...pickFilled({ ...from }, senderFields),
    ...pickFilled({ ...cart }, collection),
    ...origin,
    ...(latitude !== undefined && longitude !== undefined && { origin_coordinate: { latitude, longitude } }),
    ...bounded(pickFilled(body, recipient)),
    ...coordinateIn(body),
    ...bounded(pickFilled(body, chosen)),
    ...bounded(pickFilled(body, delivery)),
    items: cart.items,
    ...extraFields(cartExtras(cart, switchesIn(body), isTotal ? { cashOnDeliveryAmount: collected } : {})),
    reference_id: cart.reference ?? (await ownReference(body, cart)),
  };
  const checkedBody = bodyOf(operations.createDraftOrder, draft, now);
  refuseContradiction(checkedBody.body);
  const { subtotal } = cart;
  const terms = { price_max: collected - subtotal, subtotal, quoted_cash_on_delivery: subtotal };
  return { ...checkedBody, terms: isTotal ? terms : null };
}

function coordinateIn({ destination_coordinate: coordinate }: Body): object {
  if (!coordinate || typeof coordinate !== 'object') return {};
  const read = pickFilled(coordinate as Record<string, unknown>, ['latitude', 'longitude']);
  return { destination_coordinate: read };
}

/** The page's own reference, bound to the visit: a page cannot take another visit's reference. */
async function ownReference({ reference_id: reference }: Body, { session }: Cart): Promise<string> {
  if (typeof reference !== 'string' || reference === '' || reference.length > 200)
    throw invalid('reference_id', 'is missing: send a text of at most 200 characters that is unique a draft');
  return (await digest(`${session} ${reference}`)).slice(0, 32);
}

const reasons = ['cancellation_reason_code', 'cancellation_reason'] as const;

/** @throws {Refusal} */
export function cancelBody(body: Body, id: string, now: Date): object {
  const { id: _id, ...rest } = checked(
    operations.cancelOrder,
    { cancellation_reason_code: 'others', ...bounded(pickFilled(body, reasons)), id },
    now,
  );
  return rest;
}
