import * as z from 'zod/mini';
import { checkCashOnDelivery, ExtraFields } from './extras.ts';
import {
  anyObject,
  anyText,
  type Checked,
  code,
  lenient,
  list,
  looseObject,
  maybe,
  type Named,
  type Outputs,
  oneOf,
  optional,
  optionalText,
  phone,
  remedy,
  report,
  success,
  text,
  textLike,
  token,
} from './fields.ts';
import { items } from './item.ts';
import { flatLocators, located, OrderLocators, sides } from './locator.ts';
import { maybeAmount } from './money.ts';

// `z.iso` of zod would add 0.4 KB to the page for two fields. Engines read 30 February as 2 March, or as no date.
const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !!new Date(day).toJSON()?.startsWith(day);

/** The fields that orders and drafts share (contract/README.md §2.3). */
const OrderDetails = looseObject({
  ...OrderLocators.shape,
  ...ExtraFields.shape,
  shipper_contact_name: optionalText,
  shipper_contact_phone: optional(phone),
  shipper_contact_email: optionalText,
  shipper_organization: optionalText,
  origin_contact_name: text('the name of the sender'),
  origin_contact_phone: phone,
  origin_contact_email: optionalText,
  origin_address: text('the street address of the sender'),
  origin_note: optionalText,
  /** `pickup` by default (contract/README.md §3.9). `delivery_type` is something else: it says when. */
  origin_collection_method: optional(oneOf(['pickup', 'drop_off'])),
  destination_contact_name: text('the name of the recipient'),
  destination_contact_phone: phone,
  destination_contact_email: optionalText,
  destination_address: text('the street address of the recipient'),
  destination_note: optionalText,
  /** Asks for proof of delivery. The rate says whether the service has it (contract/README.md §3.8). */
  destination_proof_of_delivery: optional(z.boolean(remedy('true or false'))),
  /** Required with proof of delivery. */
  destination_proof_of_delivery_note: optionalText,
  delivery_type: oneOf(['now', 'scheduled']),
  /** `YYYY-MM-DD`, with `scheduled`. */
  delivery_date: optional(z.string(remedy('a day that exists, as YYYY-MM-DD')).check(z.refine(isDay))),
  /** `HH:mm`, with `scheduled`. */
  delivery_time: optional(textLike(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:mm')),
  order_note: optionalText,
  metadata: optional(anyObject),
  tags: optional(list(anyText, 'a list of texts')),
  /** Unique for each order. The service has no other idempotency key. */
  reference_id: optional(text('a reference that is not empty')),
  items,
});
export interface OrderDetails extends Outputs<typeof OrderLocators, typeof ExtraFields, typeof OrderDetails> {}

const orderRequest = looseObject({
  ...OrderDetails.shape,
  courier_company: text('the courier code of the chosen rate'),
  courier_type: text('the service code of the chosen rate'),
  /** For the gateway: the order, signed by the shop's server (contract/README.md §1.14). */
  grant: token,
}).check(checkLocators, checkSchedule, checkCashOnDelivery, checkProof);

/** `POST /v1/orders`. */
export interface OrderRequest extends Outputs<typeof ExtraFields, typeof OrderDetails, typeof orderRequest> {}
export const OrderRequest: Named<typeof orderRequest, OrderRequest> = orderRequest;

const draftOrderRequest = looseObject({
  ...OrderDetails.shape,
  courier_company: optional(text('a courier code')),
  courier_type: optional(text('a service code')),
  /** For the gateway: the cart, signed by the shop's server (contract/README.md §1.14). */
  cart: token,
  /** For a gateway that takes granted orders: the draft, signed by the shop's server. */
  grant: token,
}).check(checkLocators, checkSchedule, checkCashOnDelivery, checkProof);

/** `POST /v1/draft_orders`: the body of an order; the courier may be chosen later. */
export interface DraftOrderRequest extends Outputs<typeof ExtraFields, typeof OrderDetails, typeof draftOrderRequest> {}
export const DraftOrderRequest: Named<typeof draftOrderRequest, DraftOrderRequest> = draftOrderRequest;

function checkLocators(order: Checked<OrderLocators>): void {
  for (const side of sides) {
    if (order.value[`${side}_location_id`] || located(flatLocators(order.value), side)) continue;
    const ways = `${side}_postal_code, ${side}_area_id or ${side}_coordinate`;
    report(order, [`${side}_postal_code`], `is missing: send ${ways}`);
  }
}

type Proof = Pick<OrderDetails, `destination_proof_of_delivery${'' | '_note'}`>;

function checkProof(order: Checked<Proof>): void {
  const { destination_proof_of_delivery: asked, destination_proof_of_delivery_note: note } = order.value;
  if (!asked || note?.trim()) return;
  report(order, ['destination_proof_of_delivery_note'], 'is missing: send what is to prove the delivery');
}

function checkSchedule(order: Checked<Pick<OrderDetails, `delivery_${'type' | 'date' | 'time'}`>>): void {
  if (order.value.delivery_type !== 'scheduled') return;
  for (const key of ['delivery_date', 'delivery_time'] as const)
    if (!order.value[key]) report(order, [key], 'is missing: send it with delivery_type scheduled');
}

/** The insurance of a placed order. */
export const OrderedInsurance = looseObject({
  /** The insured amount in rupiah. */
  amount: maybeAmount,
  /** The fee in rupiah. */
  fee: maybeAmount,
});

const orderedCourier = looseObject({
  company: maybe.text,
  type: maybe.text,
  /** Null at first with many couriers, until they take the order. */
  waybill_id: maybe.text,
  tracking_id: maybe.text,
  link: maybe.text,
  routing_code: maybe.text,
  insurance: lenient(OrderedInsurance),
});

/** The courier of a placed order. */
export interface OrderedCourier extends z.output<typeof orderedCourier> {}
export const OrderedCourier: Named<typeof orderedCourier, OrderedCourier> = orderedCourier;

/** What the courier of a placed order collects. */
export const OrderedCashOnDelivery = looseObject({
  id: maybe.text,
  /** The amount to collect, in rupiah. */
  amount: maybeAmount,
  /** The fee in rupiah. */
  fee: maybeAmount,
  type: maybe.text,
  /** Whether the service has the collected money: `pending` at first. */
  payment_status: maybe.text,
});

const orderedDestination = looseObject({
  contact_name: maybe.text,
  contact_phone: maybe.text,
  address: maybe.text,
  postal_code: maybe.number,
  cash_on_delivery: lenient(OrderedCashOnDelivery),
  proof_of_delivery: maybe.object,
});

/** Where a placed order goes. */
export interface OrderedDestination extends z.output<typeof orderedDestination> {}
export const OrderedDestination: Named<typeof orderedDestination, OrderedDestination> = orderedDestination;

/** The fields that answers about orders and drafts share (contract/README.md §2.3). */
const Ordered = looseObject({
  success,
  object: maybe.text,
  message: maybe.text,
  shipper: maybe.object,
  origin: maybe.object,
  destination: lenient(OrderedDestination),
  courier: lenient(OrderedCourier),
  delivery: maybe.object,
  reference_id: maybe.text,
  items: lenient(z.array(anyObject)),
  metadata: maybe.object,
  note: maybe.text,
  /** One of contract/README.md §4, or one the service adds later. */
  status: maybe.text,
  /** Rupiah; null for a draft without a courier. */
  price: maybeAmount,
});

const orderResponse = looseObject({
  ...Ordered.shape,
  /** 24 hexadecimal digits. */
  id: code,
  draft_order_id: maybe.text,
  /** The gateway's token that cancels the order, valid for 15 minutes (contract/README.md §1.14). */
  cancel: maybe.text,
  /** The gateway's token that shows where the parcel is, valid for 90 days (contract/README.md §1.14). */
  track: maybe.text,
});

/** The answer of `POST /v1/orders`. */
export interface OrderResponse extends Outputs<typeof Ordered, typeof orderResponse> {}
export const OrderResponse: Named<typeof orderResponse, OrderResponse> = orderResponse;

const draftOrderResponse = looseObject({
  ...Ordered.shape,
  /** A UUID. */
  id: code,
  code: maybe.number,
  /** Null until the draft is confirmed. */
  order_id: maybe.text,
  /** Null unless it was deleted. */
  deleted_at: maybe.text,
  /** The gateway's token that shows where the parcel is, once the shop has confirmed the draft (contract/README.md §1.14). */
  track: maybe.text,
});

/** The answer of `POST /v1/draft_orders`. */
export interface DraftOrderResponse extends Outputs<typeof Ordered, typeof draftOrderResponse> {}
export const DraftOrderResponse: Named<typeof draftOrderResponse, DraftOrderResponse> = draftOrderResponse;

const draftDeleted = looseObject({ success, object: maybe.text, message: maybe.text, id: code });

/** The answer to a deleted draft. */
export interface DraftDeleted extends z.output<typeof draftDeleted> {}
export const DraftDeleted: Named<typeof draftDeleted, DraftDeleted> = draftDeleted;

/** The codes that the service takes. `others` by default. */
export const cancellationReasons = ['change_courier', 'pickup_delay', 'change_address', 'others'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

const cancelRequest = looseObject({
  id: textLike(/^[\w-]+$/, 'the id of the order: letters, digits, - and _'),
  /** `others` by default (contract/README.md §7). */
  cancellation_reason_code: optional(oneOf(cancellationReasons)),
  /** Free text. */
  cancellation_reason: optionalText,
  /** For the gateway: the token that came with the order (contract/README.md §1.14). */
  cancel: token,
});

/** `POST /v1/orders/:id/cancel`; `id` goes into the path (contract/README.md §2.5). */
export interface CancelRequest extends z.output<typeof cancelRequest> {}
export const CancelRequest: Named<typeof cancelRequest, CancelRequest> = cancelRequest;

const cancelResponse = looseObject({
  success,
  object: maybe.text,
  message: maybe.text,
  id: code,
  status: maybe.text,
  cancellation_reason_code: maybe.text,
  cancellation_reason: maybe.text,
});

/** The answer of `POST /v1/orders/:id/cancel`. */
export interface CancelResponse extends z.output<typeof cancelResponse> {}
export const CancelResponse: Named<typeof cancelResponse, CancelResponse> = cancelResponse;

const notCancellable: readonly unknown[] = [
  'picked',
  'in_transit',
  'dropping_off',
  'delivered',
  'on_hold',
  'return_in_transit',
  'returned',
  'rejected',
  'disposed',
  'courier_not_found',
  'cancelled',
];

/** Whether an order in this state may be cancelled (contract/README.md §4.3). True for states that we do not know. */
export const isCancellable = (status: string | null | undefined): boolean => !notCancellable.includes(status);
