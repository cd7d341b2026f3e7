import type { Reason } from '../../client/index.ts';
import {
  type CourierService,
  CouriersResponse,
  DraftOrderResponse,
  type ErrorBody,
  type Maybe,
  OrderResponse,
  type Rate,
  type Rupiah,
} from '../../contract/index.ts';
import type { Entry, Kind } from '../ledger/index.ts';
import { type Answer, Refusal } from './refusal.ts';

// The fields of an answer that a page sees. A field that the service adds later is not among them.

const described = ['shipment_duration_range', 'shipment_duration_unit', 'service_type', 'shipping_type'] as const;
const named = ['courier_code', 'courier_service_code', 'courier_name', 'courier_service_name', 'description'] as const;
const able = [
  'available_collection_method',
  'available_for_cash_on_delivery',
  'available_for_proof_of_delivery',
  'available_for_instant_waybill_id',
] as const;

const courierFields = [...named, 'tier', ...described, ...able] as const satisfies (keyof CourierService)[];
const rateFields = [
  ...named,
  'company',
  'type',
  'duration',
  ...described,
  ...able,
  'available_for_insurance',
  'currency',
  'price',
  'shipping_fee',
  'shipping_fee_discount',
  'shipping_fee_surcharge',
  'insurance_fee',
  'cash_on_delivery_fee',
] as const satisfies (keyof Rate)[];

/** Those of the fields that are there. */
export function pick<T extends object, Field extends keyof T>(from: T, fields: readonly Field[]): Pick<T, Field> {
  const present = fields.filter((field) => Object.hasOwn(from, field) && from[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, from[field]])) as Pick<T, Field>;
}

/** @throws {Refusal} where it cannot be read */
export function couriersAnswer(json: unknown): CourierService[] {
  const read = CouriersResponse.safeParse(json);
  if (!read.success) throw new Refusal('service-unreadable');
  return read.data.couriers.map((row) => pick(row, courierFields));
}

/** Characters: whatever is longer is no code, and no offer has room for it. */
const longestCode = 64;

/** Rows that can be offered: with codes that are some, and a price in whole rupiah. One that cannot is not the loss of all. */
export const rateRows = (rates: readonly Rate[]): Rate[] =>
  rates
    .filter(({ courier_code: courier, courier_service_code: service, price }) => {
      const codes = [courier, service].every(({ length }) => length <= longestCode);
      return codes && Number.isSafeInteger(price);
    })
    .map((rate) => pick(rate, rateFields) as Rate);

/** The fields of an order or a draft that a page sees: its numbers, and nothing about a person. */
export interface OrderedAnswer {
  success: true;
  object: Kind;
  id?: string | undefined;
  status?: Maybe<string>;
  reference_id: string;
  /** Rupiah that the shopper pays. For a draft, the price that the service names. */
  price?: Maybe<Rupiah>;
  courier?: object;
  cash_on_delivery?: object;
  /** It was placed by an earlier send, whose answer never came. */
  recovered?: true;
}

/** Of an order or a draft that is known to be there, and whose own answer never came. */
export function recoveredAnswer(
  { kind, reference, terms }: Pick<Entry, 'kind' | 'reference' | 'terms'>,
  id: string,
  status: string | null = null,
): OrderedAnswer {
  const price = terms?.offered ?? null;
  return { success: true, object: kind, id, status, reference_id: reference, price, recovered: true };
}

/** Undefined where the service's answer is not one of an order, or is one of another order. */
export function orderedAnswer(
  kind: Kind,
  json: unknown,
  reference: string,
  offered: Rupiah | undefined,
): { ordered: OrderedAnswer; charged: Rupiah | undefined } | undefined {
  const read = (kind === 'order' ? OrderResponse : DraftOrderResponse).safeParse(json);
  if (!read.success) return undefined;
  const { id, status, price, courier, destination, reference_id: named } = read.data;
  if (named && named !== reference) return undefined;
  const ordered: OrderedAnswer = {
    success: true,
    object: kind,
    id,
    status,
    reference_id: reference,
    price: offered ?? price,
    ...(courier && { courier: courierOf(courier) }),
    ...(destination?.cash_on_delivery?.amount && {
      cash_on_delivery: pick(destination.cash_on_delivery, ['amount', 'fee', 'type']),
    }),
  };
  return { ordered, charged: price ?? undefined };
}

function courierOf(courier: NonNullable<OrderResponse['courier']>): object {
  const { insurance, link } = courier;
  // Pages make a link of it.
  const followed = typeof link === 'string' && /^https?:\/\//i.test(link);
  return {
    ...pick(courier, ['company', 'type', 'waybill_id', 'tracking_id', 'routing_code']),
    ...(followed && { link }),
    ...(insurance && { insurance: pick(insurance, ['amount', 'fee']) }),
  };
}

/** Nothing a shopper could mend, and nothing a page should know. */
const merchants: ReadonlySet<Reason> = new Set(['merchant-balance', 'merchant-account']);

const words: Partial<Record<Reason, string>> = {
  'no-courier': 'No courier serves this delivery.',
  location: 'The service does not know one of the two places.',
  'service-removed': 'The courier or its service is not available any more.',
  'reference-used': 'The reference has been used before.',
};

/**
 * The service's no, in our words: its own may quote a name or an address. The code stays, since pages tell refusals apart
 * by it, and the field that is wrong.
 */
export function refusedAnswer(status: number, refusal: ErrorBody, reason: Reason): Answer {
  if (merchants.has(reason)) return new Refusal('shipping-unavailable').answer();
  const { code, details } = refusal;
  const field = typeof details?.field === 'string' && /^[\w.]{1,64}$/.test(details.field) ? details.field : undefined;
  const body = {
    success: false,
    error: words[reason] ?? `The shipping service refused this (${reason}).`,
    code: code ?? status * 100_000,
    reason,
    ...(field && { details: { field } }),
  };
  return { status: status >= 400 ? status : 400, body, reason };
}
