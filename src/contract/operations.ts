import type * as z from 'zod/mini';
import { CouriersRequest, CouriersResponse } from './couriers.ts';
import { looseObject, type Maybe, maybe, type Named } from './fields.ts';
import type { Item } from './item.ts';
import {
  CancelRequest,
  CancelResponse,
  DraftOrderRequest,
  DraftOrderResponse,
  type OrderDetails,
  OrderRequest,
  OrderResponse,
} from './order.ts';
import { RatesRequest, RatesResponse } from './rate.ts';
import { dayInJakarta, rules } from './rules.ts';

const errorBody = looseObject({
  success: maybe.flag,
  error: maybe.text,
  /** Eight digits: three of the HTTP status, two or three of the area, then the case. May be missing or a text. */
  code: maybe.number,
  details: maybe.object,
  /** The gateway's reason in one word (contract/README.md §1.14). */
  reason: maybe.text,
});

/**
 * The body of a refusal. Read the HTTP status first, then `success`, then `code`. A missing key answers 401 with
 * `success:true`; an empty balance answers 400 without a code (contract/README.md §1.8).
 */
export interface ErrorBody extends z.output<typeof errorBody> {}
export const ErrorBody: Named<typeof errorBody, ErrorBody> = errorBody;

const referenceUsed = looseObject({
  order_id: maybe.text,
  waybill_id: maybe.text,
  reference_id: maybe.text,
});

/** The `details` of 40002060: the order that has this reference. */
export interface ReferenceUsed extends z.output<typeof referenceUsed> {}
export const ReferenceUsed: Named<typeof referenceUsed, ReferenceUsed> = referenceUsed;

/** A field of a request that must change before the request is sent. */
export interface InvalidField {
  /** `items.0.weight` */
  path: string;
  /** What is wrong and what to send instead. */
  remedy: string;
}

/** A rule about several fields, or about the day. It runs when each field is valid by itself. */
export type Check<Request> = (request: Request, now: Date) => InvalidField | InvalidField[] | undefined;

export interface Operation<Request, Response> {
  method: 'GET' | 'POST';
  /** The client fills `:id` from the request. */
  path: string;
  /** The query of the address, which the gateway sends to the service. */
  query?(request: Request): Record<string, string>;
  request: z.ZodMiniType<Request>;
  response: z.ZodMiniType<Response>;
  /** True for reads. Quoting rates changes nothing, so it is a read. */
  repeatable: boolean;
  /** Rules that keep a request from being sent: the service would refuse it, or quote another price. */
  checks: readonly Check<Request>[];
  /** Whether an answer is about this request. It may name another order. */
  answers?(response: Response, request: Request): boolean;
  /** The request that also skips the cache of the gateway. */
  fresh?(request: Request): Request;
}

/** The result of a write. */
export interface Written {
  /** The id of the order or draft, if the service names it. */
  id?: string | undefined;
  /** The gateway's token that cancels the order. */
  cancel?: Maybe<string>;
}

/** An operation that must not happen twice. */
export interface WriteOperation<Request, Response extends Written, Found extends Written>
  extends Operation<Request, Response> {
  repeatable: false;
  /** The field that identifies the write. */
  reference: string & keyof Request;
  /** When two requests are the same write. Their tokens may differ. */
  sameWrite: 'reference' | 'reference and body';
  /** Adds the fields that each send needs. `random` is a reference that is not in use. */
  complete(request: Request, random: string): Request;
  /**
   * The result of an earlier send with this reference, if the refusal proves that it worked.
   * @param ours true if only this client can have used the reference. Then the refusal need not name the order
   */
  recovered(refusal: ErrorBody, reference: string, ours?: boolean): Found | undefined;
  /** The goods of an order. A page compares them to notice a second order for the same cart. */
  goods?(request: Request): unknown;
}

/** An order or a draft that an earlier send placed. The answer to that send was lost. */
export interface Recovered {
  success: true;
  recovered: true;
  /** Undefined if the service does not name it. It never does for drafts (contract/README.md §2.4). */
  id: string | undefined;
  waybill_id?: Maybe<string>;
  reference_id: string;
}

export const operation = <Request, Response>(row: Operation<Request, Response>) => Object.freeze(row);
const write = <Request, Response extends Written, Found extends Written>(
  row: WriteOperation<Request, Response, Found>,
) => Object.freeze(row);

/** The cargo courier insures each shipment for its declared value (contract/README.md §3.4). */
const declaredValue =
  <Key extends string>(courier: Key): Check<{ items: Item[] } & { [name in Key]?: string }> =>
  ({ items, [courier]: chosen }) =>
    chosen !== rules.cargoCourier.courier || items.some(({ value }) => value > 0)
      ? undefined
      : { path: 'items.0.value', remedy: `must be more than 0: ${chosen} insures every shipment by its value` };

/** The service accepts a weight of 0 and quotes a wrong price (contract/README.md §1.4). */
const hasWeight: Check<{ items: Item[] }> = ({ items }) =>
  items.flatMap(({ weight }, index) =>
    weight ? [] : { path: `items.${index}.weight`, remedy: 'must be whole grams, 1 or more: the price depends on it' },
  );

/** Compares whole days, because the clock of a shopper's device may be hours off. */
const notInThePast: Check<OrderDetails> = ({ delivery_type, delivery_date = '' }, now) =>
  delivery_type !== 'scheduled' || delivery_date >= dayInJakarta(now)
    ? undefined
    : { path: 'delivery_date', remedy: 'has passed: send today, as it is in Jakarta, or a later day' };

/** `reference_id` is the only idempotency key of the service, so each order has one (contract/README.md §2.3). */
const withReference = <Request extends OrderDetails>(request: Request, random: string): Request => ({
  ...request,
  reference_id: request?.reference_id ?? random,
});

/** An answer with another reference is about another order. It may omit the reference (contract/README.md §2.3). */
const sameReference = ({ reference_id: answered }: { reference_id?: Maybe<string> }, sent: OrderDetails): boolean =>
  !answered || answered === sent.reference_id;

/**
 * The order that has the reference, from the `details` of the refusal.
 * @param silent whether the refusal may omit the order
 */
function holderOf({ details }: ErrorBody, reference: string, silent: boolean): Recovered | undefined {
  const { reference_id: named, order_id, waybill_id } = ReferenceUsed.safeParse(details).data ?? {};
  const isIt = silent ? (named || reference) === reference : named === reference && order_id;
  if (!isIt) return undefined;
  return { success: true, recovered: true, id: order_id || undefined, waybill_id, reference_id: reference };
}

/** The five operations of the document (contract/README.md §1.1). Client, gateway, sandbox and tests read this table. */
export const operations = Object.freeze({
  listCouriers: operation({
    method: 'GET',
    path: '/v1/couriers',
    request: CouriersRequest,
    response: CouriersResponse,
    repeatable: true,
    checks: [],
  }),
  quoteRates: operation({
    method: 'POST',
    path: '/v1/rates/couriers',
    request: RatesRequest,
    response: RatesResponse,
    repeatable: true,
    checks: [hasWeight, declaredValue('couriers')],
    // The gateway limits fresh quotes for each visit, and a cart names the visit.
    fresh: (request) => (request.cart ? { ...request, fresh: true } : request),
  }),
  createOrder: write({
    method: 'POST',
    path: '/v1/orders',
    request: OrderRequest,
    response: OrderResponse,
    repeatable: false,
    checks: [hasWeight, declaredValue('courier_company'), notInThePast],
    answers: (response, request) => sameReference(response, request),
    reference: 'reference_id',
    sameWrite: 'reference and body',
    complete: withReference,
    recovered: (refusal, reference, ours = false): Recovered | undefined =>
      refusal.code === 40002060 ? holderOf(refusal, reference, ours) : undefined,
    goods: ({ items }) => items,
  }),
  createDraftOrder: write({
    method: 'POST',
    path: '/v1/draft_orders',
    request: DraftOrderRequest,
    response: DraftOrderResponse,
    repeatable: false,
    checks: [hasWeight, declaredValue('courier_company'), notInThePast],
    answers: (response, request) => sameReference(response, request),
    reference: 'reference_id',
    sameWrite: 'reference and body',
    complete: withReference,
    // Drafts have their own code for a used reference, without details.
    recovered: (refusal, reference): Recovered | undefined =>
      refusal.code === 42211015 ? holderOf(refusal, reference, true) : undefined,
    goods: ({ items }) => items,
  }),
  cancelOrder: write({
    method: 'POST',
    path: '/v1/orders/:id/cancel',
    request: CancelRequest,
    response: CancelResponse,
    repeatable: false,
    checks: [],
    reference: 'id',
    // An order is cancelled once. Another reason is no other write.
    sameWrite: 'reference',
    complete: (request) => ({ ...request, cancellation_reason_code: request?.cancellation_reason_code ?? 'others' }),
    answers: (response, { id }) => response.id.toLowerCase() === id.toLowerCase(),
    // All states that cannot be cancelled share one code. The text names the state.
    recovered({ code, error }, id): CancelResponse | undefined {
      const over = /already (cancell?ed|rejected|returned|disposed|courier_?not_?found)/i;
      const cancelled = code === 40002053 && over.test(error ?? '');
      return cancelled ? { success: true, id, status: 'cancelled' } : undefined;
    },
  }),
});
