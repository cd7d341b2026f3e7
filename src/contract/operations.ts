import type * as z from 'zod/mini';
import { CancelRequest, CancelResponse } from './cancel.ts';
import { CouriersRequest, CouriersResponse } from './couriers.ts';
import { type ErrorBody, ReferenceUsed } from './error-body.ts';
import type { Maybe } from './fields.ts';
import type { Item } from './item.ts';
import { DraftOrderResponse, OrderResponse } from './order-response.ts';
import { DraftOrderRequest, type OrderDetails, OrderRequest } from './orders.ts';
import { RatesRequest, RatesResponse } from './rates.ts';
import { dayInJakarta, rules } from './rules.ts';

/** A field of a request that keeps it from being sent. */
export interface InvalidField {
  /** `items.0.weight` */
  path: string;
  /** What is wrong and what to send instead. */
  remedy: string;
}

/** A rule of what is sent, of several fields or of the day: asked of a request whose fields are right one by one. */
export type Check<Request> = (request: Request, now: Date) => InvalidField | InvalidField[] | undefined;

export interface Operation<Request, Response> {
  method: 'GET' | 'POST';
  /** `:id` is taken from the request. */
  path: string;
  request: z.ZodMiniType<Request>;
  response: z.ZodMiniType<Response>;
  /** Asking twice changes nothing: true for the two reads (quoting is a read by meaning). */
  repeatable: boolean;
  /** What the service would refuse though each field is right, or take for another price: it is not sent. */
  checks: readonly Check<Request>[];
  /** Whether an answer is about what was asked: one that names another order is somebody else's. */
  answers?(response: Response, request: Request): boolean;
  /** What is sent where no kept answer will do, the gateway's neither. */
  fresh?(request: Request): Request;
}

/** What a write comes to: the order or the draft, where the service says which one. */
export interface Written {
  id?: string | undefined;
  /** What cancels it at the gateway. */
  cancel?: Maybe<string>;
}

/** An operation that must not happen twice, and how one that had no answer is found again. */
export interface WriteOperation<Request, Response extends Written, Found extends Written>
  extends Operation<Request, Response> {
  repeatable: false;
  /** The field that names the write, for the service and for us. */
  reference: string & keyof Request;
  /** What two sends of one write have in common; tokens are not of the body, which may be signed anew. */
  sameWrite: 'reference' | 'reference and body';
  /** The request with what every send of it carries. `random` is a reference that nobody has used. */
  complete(request: Request, random: string): Request;
  /**
   * What a write of this reference has come to, where a refusal shows that it had worked.
   * @param ours whether nobody else can have used the reference: then the refusal need not say which write has it
   */
  recovered(refusal: ErrorBody, reference: string, ours?: boolean): Found | undefined;
  /** What the shopper gets by it: nobody orders the same twice without meaning to. */
  goods?(request: Request): unknown;
}

/** An order or a draft that was placed by a send whose answer never came. */
export interface Recovered {
  success: true;
  recovered: true;
  /** Undefined where the service does not say which one has the reference, as with drafts (contract/README.md §2.4). */
  id: string | undefined;
  waybill_id?: Maybe<string>;
  reference_id: string;
}

const operation = <Request, Response>(row: Operation<Request, Response>) => Object.freeze(row);
const write = <Request, Response extends Written, Found extends Written>(
  row: WriteOperation<Request, Response, Found>,
) => Object.freeze(row);

/** The cargo courier insures every shipment by its declared value; beside others it is left out (contract/README.md §3.4). */
const declaredValue =
  <Key extends string>(courier: Key): Check<{ items: Item[] } & { [name in Key]?: string }> =>
  ({ items, [courier]: chosen }) =>
    chosen !== rules.cargoCourier.courier || items.some(({ value }) => value > 0)
      ? undefined
      : { path: 'items.0.value', remedy: `must be more than 0: ${chosen} insures every shipment by its value` };

/** The service takes a weight of 0, and the price it says is of another parcel (contract/README.md §1.4). */
const weighed: Check<{ items: Item[] }> = ({ items }) =>
  items.flatMap(({ weight }, index) =>
    weight ? [] : { path: `items.${index}.weight`, remedy: 'must be whole grams, 1 or more: the price depends on it' },
  );

/** By whole days, because the clock of a shopper's device may be off by hours. */
const dayToCome: Check<OrderDetails> = ({ delivery_type, delivery_date = '' }, now) =>
  delivery_type !== 'scheduled' || delivery_date >= dayInJakarta(now)
    ? undefined
    : { path: 'delivery_date', remedy: 'has passed: send today, as it is in Jakarta, or a later day' };

/** `reference_id` is the only idempotency there is: no order goes out without one (contract/README.md §2.3). */
const withReference = <Request extends OrderDetails>(request: Request, random: string): Request => ({
  ...request,
  reference_id: request?.reference_id ?? random,
});

/** An answer may leave the reference out; one that has another is about another order (contract/README.md §2.3). */
const sameReference = ({ reference_id: answered }: { reference_id?: Maybe<string> }, sent: OrderDetails): boolean =>
  !answered || answered === sent.reference_id;

/**
 * The write that has a reference, by the `details` of the refusal that calls it used.
 * @param silent whether the refusal may leave out which write that is
 */
function holderOf({ details }: ErrorBody, reference: string, silent: boolean): Recovered | undefined {
  const { reference_id: named, order_id, waybill_id } = ReferenceUsed.safeParse(details).data ?? {};
  const isIt = silent ? (named || reference) === reference : named === reference && order_id;
  if (!isIt) return undefined;
  return { success: true, recovered: true, id: order_id || undefined, waybill_id, reference_id: reference };
}

/**
 * The five operations of the service (contract/README.md §1.1): client, gateway, sandbox and tests all read this table.
 */
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
    checks: [weighed, declaredValue('couriers')],
    // Without a cart nobody's visit is counted, and the gateway gives what it has.
    fresh: (request) => (request.cart ? { ...request, fresh: true } : request),
  }),
  createOrder: write({
    method: 'POST',
    path: '/v1/orders',
    request: OrderRequest,
    response: OrderResponse,
    repeatable: false,
    checks: [weighed, declaredValue('courier_company'), dayToCome],
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
    checks: [weighed, declaredValue('courier_company'), dayToCome],
    answers: (response, request) => sameReference(response, request),
    reference: 'reference_id',
    sameWrite: 'reference and body',
    complete: withReference,
    // Drafts have a code of their own for a used reference, and it comes without details.
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
    // An order is cancelled once, whatever the reason.
    sameWrite: 'reference',
    complete: (request) => ({ ...request, cancellation_reason_code: request?.cancellation_reason_code ?? 'others' }),
    answers: (response, { id }) => response.id.toLowerCase() === id.toLowerCase(),
    // One code stands for every state that forbids it; the service's words name the state.
    recovered({ code, error }, id): CancelResponse | undefined {
      const cancelled = code === 40002053 && /already cancell?ed/i.test(error ?? '');
      return cancelled ? { success: true, id, status: 'cancelled' } : undefined;
    },
  }),
});

export type OperationName = keyof typeof operations;
