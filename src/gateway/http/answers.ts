import type * as z from 'zod/mini';
import type { Reason } from '../../client/index.ts';
import {
  Area,
  AreasResponse,
  CourierService,
  CouriersResponse,
  DraftOrderResponse,
  type ErrorBody,
  extraNames,
  extraTable,
  type Maybe,
  OrderResponse,
  type Rate,
  RatesResponse,
  type Rupiah,
} from '../../contract/index.ts';
import type { Entry, Kind } from '../ledger/transitions.ts';
import { type GatewayAnswer, Refusal } from './refusal.ts';

// The fields of an answer that a page gets: those of the contract. A field that the service adds later is dropped.

const courierFields = Object.keys(CourierService.shape) as (keyof typeof CourierService.shape)[];
const areaFields = Object.keys(Area.shape) as (keyof typeof Area.shape)[];
const rateFields = [
  ...courierFields.filter((field) => field !== 'tier'),
  'company',
  'type',
  'duration',
  'currency',
  'price',
  'shipping_fee',
  'shipping_fee_discount',
  'shipping_fee_surcharge',
  ...extraNames.flatMap((name) => [extraTable[name].flag, extraTable[name].fee]),
] as const satisfies (keyof Rate)[];

/** Returns the listed fields that have a value. */
export function pick<T extends object, Field extends keyof T>(from: T, fields: readonly Field[]): Pick<T, Field> {
  const present = fields.filter((field) => Object.hasOwn(from, field) && from[field] !== undefined);
  return Object.fromEntries(present.map((field) => [field, from[field]])) as Pick<T, Field>;
}

/** The rows of an answer, and whether it has some and each could be read. What is not whole is kept for a short time. */
interface Rows<Row> {
  rows: Row[];
  whole: boolean;
}

/** @throws {Refusal} if it cannot be read, or none of its rows can */
export const couriersAnswer = (json: unknown): Rows<CourierService> =>
  readable(CouriersResponse, json, ({ couriers }) => couriers.map((row) => pick(row, courierFields)));

/** @throws {Refusal} if it cannot be read, or none of its rows can */
export const areasAnswer = (json: unknown): Rows<Area> =>
  readable(AreasResponse, json, ({ areas }) => areas.map((row) => pick(row, areaFields)));

/** An answer whose rows are all broken is no empty list: it would say that nothing was found, and be kept. */
function readable<Answer extends { dropped: unknown[] }, Row>(
  schema: z.ZodMiniType<Answer>,
  json: unknown,
  rowsOf: (answer: Answer) => Row[],
): Rows<Row> {
  const { data } = schema.safeParse(json);
  const rows = data ? rowsOf(data) : [];
  if (!data || (data.dropped.length && !rows.length)) throw new Refusal('service-unreadable');
  return { rows, whole: rows.length > 0 && data.dropped.length === 0 };
}

/** A code. A slash stands between courier and service, and a comma between couriers. A longer text would not fit into an offer. */
const plainCode = /^[^\s\p{C},/]{1,64}$/u;

/** Rupiah. No parcel costs more, and sums of larger prices would not be exact. */
const highestPrice = 1_000_000_000;

/** Rupiah, before a discount of the service. No courier carries a parcel for less, so a smaller price may be a mistake: it is not kept for long. */
const leastPrice = 1_000;

interface RatesRead extends Rows<Rate> {
  /** Asked couriers without a row. They do not serve the place, or were too slow: the service does not say which. */
  missing: string[];
}

/**
 * Returns the rows of the asked couriers that have valid codes and a price in whole rupiah. Other rows are dropped, not the whole list.
 * @param couriers as they were asked. The service may answer in another spelling
 * @throws {Refusal} if it cannot be read, or none of its rows can
 */
export function ratesAnswer(json: unknown, couriers: string): RatesRead {
  const asked = new Set(couriers.toLowerCase().split(/\s*,\s*/));
  const { rows: rates, whole } = readable(RatesResponse, json, ({ pricing }) => pricing);
  const ofAsked = rates.filter(({ courier_code: courier }) => asked.has(courier.toLowerCase()));
  const rows = ofAsked.filter(
    ({ courier_code, courier_service_code, price }) =>
      [courier_code, courier_service_code].every((code) => plainCode.test(code)) &&
      Number.isSafeInteger(price) &&
      price <= highestPrice,
  );
  if (ofAsked.length && !rows.length) throw new Refusal('service-unreadable');
  const answered = new Set(rows.map(({ courier_code: courier }) => courier.toLowerCase()));
  const isUsual = ({ price, shipping_fee_discount }: Rate) => price + (shipping_fee_discount ?? 0) >= leastPrice;
  return {
    rows: rows.map((rate) => pick(rate, rateFields) as Rate),
    whole: whole && rows.length > 0 && rows.length === ofAsked.length && rows.every(isUsual),
    missing: [...asked].filter((courier) => !answered.has(courier)),
  };
}

/** The fields of an order or a draft that a page gets. They have no personal data. */
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
  /** An earlier send without an answer has placed it. */
  recovered?: true;
}

/** The answer for an order or a draft that was placed, but whose own answer was lost. */
export function recoveredAnswer(
  { kind, reference, terms }: Pick<Entry, 'kind' | 'reference' | 'terms'>,
  id: string,
  status: string | null = null,
): OrderedAnswer {
  const price = terms?.offered ?? null;
  return { success: true, object: kind, id, status, reference_id: reference, price, recovered: true };
}

/**
 * Returns the page's answer, and the rupiah that the service charges. Undefined if the service's answer is not about an order, or is
 * about another one.
 */
export function orderedAnswer(
  kind: Kind,
  json: unknown,
  reference: string,
  offered: Rupiah | undefined,
): { ordered: OrderedAnswer; charged: Rupiah | undefined } | undefined {
  const read = (kind === 'order' ? OrderResponse : DraftOrderResponse).safeParse(json);
  if (!read.success) return undefined;
  const { id, status, price, courier, destination, reference_id: theirReference } = read.data;
  if (theirReference && theirReference !== reference) return undefined;
  const ordered: OrderedAnswer = {
    success: true,
    object: kind,
    id,
    status,
    reference_id: reference,
    price: offered ?? price,
    ...(courier && { courier: courierOf(courier) }),
    ...(destination?.cash_on_delivery?.amount && {
      cash_on_delivery: pick(destination.cash_on_delivery, ['amount', 'fee', 'type', 'payment_status']),
    }),
  };
  return { ordered, charged: price ?? undefined };
}

/**
 * Whether an answer is about what was asked, and not about another order or parcel of the account. A field without a value says nothing.
 * @param asked its fields, which the service may answer in another case
 */
export const isAbout = (answer: object, asked: Readonly<Record<string, string | null | undefined>>): boolean =>
  Object.entries(asked).every(([field, value]) => {
    const answered = (answer as Record<string, unknown>)[field];
    return !answered || !value || String(answered).toLowerCase() === value.toLowerCase();
  });

/** Pages render it as a link, so only http and https pass. */
export const isLink = (link: unknown): link is string => typeof link === 'string' && /^https?:\/\//i.test(link);

function courierOf(courier: NonNullable<OrderResponse['courier']>): object {
  const { insurance, link } = courier;
  return {
    ...pick(courier, ['company', 'type', 'waybill_id', 'tracking_id', 'routing_code']),
    ...(isLink(link) && { link }),
    ...(insurance && { insurance: pick(insurance, ['amount', 'fee']) }),
  };
}

/** Problems that a shopper cannot solve, for the log. A page should not know which of them it is. */
const merchants: Partial<Record<Reason, string>> = {
  'merchant-balance':
    "The balance of the merchant's account does not suffice: fill it up in the dashboard of the shipping service.",
  'merchant-account':
    "The shipping service does not accept the merchant's key, or has blocked the account: compare the key with the dashboard.",
};

const words: Partial<Record<Reason, string>> = {
  'no-courier': 'No courier serves this delivery.',
  location: 'The service does not know one of the two places.',
  'service-removed': 'The courier or its service is not available any more.',
  'reference-used': 'The reference has been used before.',
  'not-cancellable': 'Its courier has the parcel, or it has ended: it cannot be cancelled any more.',
};

/**
 * A refusal of the service in our words, because its own message may quote a name or an address. The code and the field stay,
 * because pages tell refusals apart by the code.
 */
export function refusedAnswer(status: number, refusal: ErrorBody, reason: Reason): GatewayAnswer {
  const { code, details } = refusal;
  const mismatch = merchants[reason];
  if (mismatch) return new Refusal('shipping-unavailable', { mismatch }).answer();
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
