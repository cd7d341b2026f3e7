import { type Maybe, type Rupiah, record } from './fields.ts';
import { maybe, needed } from './reading.ts';

export interface OrderedInsurance {
  amount?: Maybe<Rupiah>;
  fee?: Maybe<Rupiah>;
}

export interface OrderedCourier {
  company?: Maybe<string>;
  type?: Maybe<string>;
  /** Null at first with many couriers: it comes when the parcel is booked with them. */
  waybill_id?: Maybe<string>;
  tracking_id?: Maybe<string>;
  link?: Maybe<string>;
  routing_code?: Maybe<string>;
  insurance?: Maybe<OrderedInsurance>;
}

export interface OrderedCashOnDelivery {
  id?: Maybe<string>;
  amount?: Maybe<Rupiah>;
  fee?: Maybe<Rupiah>;
  type?: Maybe<string>;
}

export interface OrderedDestination {
  contact_name?: Maybe<string>;
  contact_phone?: Maybe<string>;
  address?: Maybe<string>;
  postal_code?: Maybe<number>;
  cash_on_delivery?: Maybe<OrderedCashOnDelivery>;
  proof_of_delivery?: Maybe<Record<string, unknown>>;
}

/** What orders and drafts answer alike; unknown keys are kept (contract.md §2). */
interface Ordered {
  success: true;
  object?: Maybe<string>;
  message?: Maybe<string>;
  shipper?: Maybe<Record<string, unknown>>;
  origin?: Maybe<Record<string, unknown>>;
  destination?: Maybe<OrderedDestination>;
  courier?: Maybe<OrderedCourier>;
  delivery?: Maybe<Record<string, unknown>>;
  reference_id?: Maybe<string>;
  items?: Maybe<Record<string, unknown>[]>;
  metadata?: Maybe<Record<string, unknown>>;
  note?: Maybe<string>;
  /** One of contract.md §3, or one the service adds later. */
  status?: Maybe<string>;
  /** Rupiah; null for a draft without a courier. */
  price?: Maybe<Rupiah>;
}

export interface OrderResponse extends Ordered {
  /** 24 hexadecimal digits. */
  id: string;
  draft_order_id?: Maybe<string>;
}

export interface DraftOrderResponse extends Ordered {
  /** A UUID. */
  id: string;
  code?: Maybe<number>;
  /** Null until the draft is confirmed. */
  order_id?: Maybe<string>;
}

const ordered = {
  success: needed.success,
  object: maybe.text,
  message: maybe.text,
  shipper: maybe.loose,
  origin: maybe.loose,
  destination: maybe.object(
    record<OrderedDestination>({
      contact_name: maybe.text,
      contact_phone: maybe.text,
      address: maybe.text,
      postal_code: maybe.number,
      cash_on_delivery: maybe.object(
        record<OrderedCashOnDelivery>({ id: maybe.text, amount: maybe.number, fee: maybe.number, type: maybe.text }),
      ),
      proof_of_delivery: maybe.loose,
    }),
  ),
  courier: maybe.object(
    record<OrderedCourier>({
      company: maybe.text,
      type: maybe.text,
      waybill_id: maybe.text,
      tracking_id: maybe.text,
      link: maybe.text,
      routing_code: maybe.text,
      insurance: maybe.object(record<OrderedInsurance>({ amount: maybe.number, fee: maybe.number })),
    }),
  ),
  delivery: maybe.loose,
  reference_id: maybe.text,
  items: maybe.objects,
  metadata: maybe.loose,
  note: maybe.text,
  status: maybe.text,
  price: maybe.number,
};

export const OrderResponse = record<OrderResponse>({ ...ordered, id: needed.text, draft_order_id: maybe.text });

export const DraftOrderResponse = record<DraftOrderResponse>({
  ...ordered,
  id: needed.text,
  code: maybe.number,
  order_id: maybe.text,
});
