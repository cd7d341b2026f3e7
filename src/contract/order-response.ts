import * as z from 'zod/mini';
import { anyObject, code, lenient, looseObject, maybe, type Named, type Outputs, success } from './fields.ts';
import { maybeAmount } from './money.ts';

const orderedInsurance = looseObject({
  /** The insured amount in rupiah. */
  amount: maybeAmount,
  /** The fee in rupiah. */
  fee: maybeAmount,
});

export interface OrderedInsurance extends z.output<typeof orderedInsurance> {}
export const OrderedInsurance: Named<typeof orderedInsurance, OrderedInsurance> = orderedInsurance;

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

export interface OrderedCourier extends z.output<typeof orderedCourier> {}
export const OrderedCourier: Named<typeof orderedCourier, OrderedCourier> = orderedCourier;

const orderedCashOnDelivery = looseObject({
  id: maybe.text,
  /** The amount to collect, in rupiah. */
  amount: maybeAmount,
  /** The fee in rupiah. */
  fee: maybeAmount,
  type: maybe.text,
});

export interface OrderedCashOnDelivery extends z.output<typeof orderedCashOnDelivery> {}
export const OrderedCashOnDelivery: Named<typeof orderedCashOnDelivery, OrderedCashOnDelivery> = orderedCashOnDelivery;

const orderedDestination = looseObject({
  contact_name: maybe.text,
  contact_phone: maybe.text,
  address: maybe.text,
  postal_code: maybe.number,
  cash_on_delivery: lenient(OrderedCashOnDelivery),
  proof_of_delivery: maybe.object,
});

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

export interface OrderResponse extends Outputs<typeof Ordered, typeof orderResponse> {}
export const OrderResponse: Named<typeof orderResponse, OrderResponse> = orderResponse;

const draftOrderResponse = looseObject({
  ...Ordered.shape,
  /** A UUID. */
  id: code,
  code: maybe.number,
  /** Null until the draft is confirmed. */
  order_id: maybe.text,
});

export interface DraftOrderResponse extends Outputs<typeof Ordered, typeof draftOrderResponse> {}
export const DraftOrderResponse: Named<typeof draftOrderResponse, DraftOrderResponse> = draftOrderResponse;
