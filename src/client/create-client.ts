import {
  type CancelRequest,
  type CancelResponse,
  type CouriersRequest,
  type CouriersResponse,
  type DraftOrderRequest,
  type DraftOrderResponse,
  type Operation,
  type OperationName,
  type OrderRequest,
  type OrderResponse,
  operations,
  type RatesRequest,
  type RatesResponse,
} from '../contract/index.ts';
import { cancelOnce } from './cancel-once.ts';
import { normalised } from './canonical.ts';
import { InvalidRequestError } from './errors/index.ts';
import { exchange } from './exchange.ts';
import { type Placed, placeOnce } from './place-once.ts';
import { readAnswer } from './read-answer.ts';
import { Reads } from './reads.ts';
import { References } from './references.ts';

type HeaderSource = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);

export interface ClientOptions {
  /** Where the five operations live, without `/v1`: the shop's gateway, or a sandbox. May be relative in a page. */
  baseUrl: string;
  /** The platform's own by default. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every call; a function is asked anew each time, for tokens that expire. */
  headers?: HeaderSource;
  /** Milliseconds for one call, the reading of its answer included. 15,000 by default. */
  timeout?: number;
  /** Milliseconds that the answers of the two reads are good for. 60,000 by default; 0 keeps none. */
  cache?: number;
}

export interface CallOptions {
  /** Its reason is thrown untouched when it aborts. */
  signal?: AbortSignal | undefined;
}

export interface ReadOptions extends CallOptions {
  /** Ask the service even where a remembered answer would do. */
  fresh?: boolean | undefined;
}

/**
 * The five operations of the service (contract.md §2). Every method throws the typed errors of `ShippingFailure`;
 * writes are sent once and never repeated by themselves.
 */
export interface ShippingClient {
  /** The couriers and their services, a row a service. */
  listCouriers(request?: CouriersRequest, options?: ReadOptions): Promise<CouriersResponse>;
  /** Prices in rupiah for one shipment. A lane that nobody serves is refused with the reason `no-courier`. */
  quoteRates(request: RatesRequest, options?: ReadOptions): Promise<RatesResponse>;
  /** Places an order. A random `reference_id` is sent where the request has none. */
  createOrder(request: OrderRequest, options?: CallOptions): Promise<Placed<OrderResponse>>;
  /** Places a draft; its courier may be chosen later. A random `reference_id` is sent where the request has none. */
  createDraftOrder(request: DraftOrderRequest, options?: CallOptions): Promise<Placed<DraftOrderResponse>>;
  /** Cancels an order that is not yet picked up (contract.md §3). */
  cancelOrder(request: CancelRequest, options?: CallOptions): Promise<CancelResponse>;
}

/**
 * @example
 * const client = createShippingClient({ baseUrl: '/shipping' });
 * const { pricing } = await client.quoteRates({ origin_postal_code: 12440, destination_postal_code: 40111, ... });
 */
export function createShippingClient(options: ClientOptions): ShippingClient {
  const { baseUrl, timeout = 15_000, cache = 60_000 } = options;
  const reads = new Reads(cache);
  const [orders, drafts] = [new References(), new References()];
  const lostCancels = new Set<string>();
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  async function call<Request extends object, Response>(
    operation: OperationName,
    row: Operation<Request, Response>,
    request: Request,
    { signal }: CallOptions = {},
    onSend?: () => void,
  ): Promise<Response> {
    check(operation, row, request);
    const { path, body } = fill(row.path, request);
    // Before anything is awaited: what is sent is what was checked, whatever the caller does to its object meanwhile.
    const text = JSON.stringify(body);
    const prepare = async () => {
      const headers = await headersOf(options.headers);
      if (row.method === 'GET') return { method: row.method, headers };
      headers['content-type'] = 'application/json';
      return { method: row.method, headers, body: text };
    };
    const url = baseUrl.replace(/\/+$/, '') + path;
    const answer = await exchange({
      operation,
      fetch,
      url,
      prepare,
      onSend,
      timeout,
      signal,
      write: !row.repeatable,
    });
    return readAnswer(operation, row, answer);
  }

  function read<Request extends object, Response>(
    operation: OperationName,
    row: Operation<Request, Response>,
    request: Request,
    options: ReadOptions = {},
  ): Promise<Response> {
    const key = `${operation} ${normalised(request)}`;
    return reads.share(key, options, (signal) => call(operation, row, request, { signal }));
  }

  return {
    listCouriers: (request = {}, options) => read('listCouriers', operations.listCouriers, request, options),
    quoteRates: (request, options) => read('quoteRates', operations.quoteRates, request, options),
    createOrder: (request, options) =>
      placeOnce(orders, request, (body, onSend) => call('createOrder', operations.createOrder, body, options, onSend)),
    createDraftOrder: (request, options) =>
      placeOnce(drafts, request, (body, onSend) =>
        call('createDraftOrder', operations.createDraftOrder, body, options, onSend),
      ),
    cancelOrder: (request, options) => {
      const { cancellation_reason_code = 'others' } = request;
      const body = { ...request, cancellation_reason_code };
      return cancelOnce(lostCancels, request, () => call('cancelOrder', operations.cancelOrder, body, options));
    },
  };
}

function check<Request>(operation: OperationName, row: Operation<Request, unknown>, request: Request): void {
  const { success, error } = row.request.safeParse(request);
  if (success) return;
  const fields = error.issues.map(({ path, message }) => ({ path: path.join('.'), remedy: message }));
  throw new InvalidRequestError(operation, fields);
}

/** Moves what the path names from the request into the path. */
function fill(template: string, request: object): { path: string; body: object } {
  const body: Record<string, unknown> = { ...request };
  const path = template.replace(/:(\w+)/g, (_placeholder, name: string) => {
    const value = encodeURIComponent(String(body[name]));
    delete body[name];
    return value;
  });
  return { path, body };
}

async function headersOf(source: HeaderSource | undefined): Promise<Record<string, string>> {
  return { ...(typeof source === 'function' ? await source() : source) };
}
