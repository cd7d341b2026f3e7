import type * as z from 'zod/mini';
import { looseObject, type Maybe, maybe, type Named } from './fields.ts';
import { type Check, type ErrorBody, hasDeclaredValue, hasWeight, type Operation } from './operation.ts';
import {
  CancelRequest,
  CancelResponse,
  DraftOrderRequest,
  DraftOrderResponse,
  type OrderDetails,
  OrderRequest,
  OrderResponse,
} from './order.ts';
import { reads } from './reads.ts';
import { dayInJakarta } from './rules.ts';

const referenceUsed = looseObject({
  order_id: maybe.text,
  waybill_id: maybe.text,
  reference_id: maybe.text,
});

/** The `details` of 40002060: the order that has this reference. */
export interface ReferenceUsed extends z.output<typeof referenceUsed> {}
export const ReferenceUsed: Named<typeof referenceUsed, ReferenceUsed> = referenceUsed;

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

const write = <Request, Response extends Written, Found extends Written>(
  row: WriteOperation<Request, Response, Found>,
) => Object.freeze(row);

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
  ...reads,
  createOrder: write({
    method: 'POST',
    path: '/v1/orders',
    request: OrderRequest,
    response: OrderResponse,
    repeatable: false,
    checks: [hasWeight, hasDeclaredValue('courier_company'), notInThePast],
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
    checks: [hasWeight, hasDeclaredValue('courier_company'), notInThePast],
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
