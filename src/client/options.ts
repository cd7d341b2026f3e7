import type {
  CancelRequest,
  CancelResponse,
  CouriersRequest,
  CouriersResponse,
  DraftOrderRequest,
  DraftOrderResponse,
  OrderRequest,
  OrderResponse,
  RatesRequest,
  RatesResponse,
  Recovered,
} from '../contract/index.ts';

import type { Clock } from './clock.ts';

/** Headers, or a function that is called for each request. */
export type HeaderSource = Record<string, string> | (() => Record<string, string> | Promise<Record<string, string>>);

/** The options of `createShippingClient`. Only `baseUrl` is required. */
export interface ClientOptions {
  /** URL of the shop's gateway or of a sandbox, without `/v1`. It may be relative in a page. */
  baseUrl: string;
  /** `globalThis.fetch` by default. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every call. A function is called each time, for tokens that expire. */
  headers?: HeaderSource;
  /** Milliseconds for one call, retries and reading the answer included. 20,000 by default. */
  timeout?: number;
  /** How the two reads are retried after a network error, a timeout or an unavailable service. Writes are never retried. */
  retry?: Retry;
  /** Milliseconds that answers of the two reads are cached. 60,000 by default; 0 caches none. */
  cache?: number;
  /**
   * Where the client remembers writes over a reload: those without an answer, and placed orders. It holds references, ids,
   * fingerprints, keys of widgets and cancel tokens. `sessionStorage` by default. Without a store, or if it is full or
   * forbidden, the client remembers them until the page goes.
   */
  store?: WriteStorage | undefined;
  /** @internal That of the machine by default. */
  clock?: Clock | undefined;
}

/** How a read is asked again after no answer. Orders and cancellations never are. */
export interface Retry {
  /** How often a read is retried: 0 to 2. 2 by default. */
  times?: number;
  /** Milliseconds before the first retry, doubled for the second, minus up to half at random. 300 by default. */
  delay?: number;
}

/**
 * Where the client remembers writes over a reload: `sessionStorage` or an object like it. It holds references, ids, fingerprints,
 * names of places and cancel tokens, never a name, a phone number or an address.
 */
export interface WriteStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Options of a call that changes nothing. */
export interface ReadOptions extends CallOptions {
  /** Asks the service even if an answer is cached. */
  fresh?: boolean | undefined;
}

/** Options of a call that orders or cancels. */
export interface WriteOptions extends CallOptions {
  /**
   * A name for the part of the page that orders. After a reload, `unanswered(widgetKey)` and `placed(widgetKey)` find its writes. It
   * is stored as it is, so it must hold no personal data.
   */
  widgetKey?: string | undefined;
  /**
   * Says that `reference_id` is random and belongs to this order alone. If the service calls it used, this order was placed
   * (contract/README.md §2.3). Not needed if the request has no `reference_id`.
   */
  random?: boolean | undefined;
  /** The shop's own reference, if `reference_id` is derived from it. `unanswered()` returns it. */
  shopReference?: string | undefined;
}

/** A placed order: the answer itself, or `Recovered` if an earlier send of the same body placed it. */
export type Placed<Response> = (Response & { recovered?: undefined }) | Recovered;

/** The operations that change nothing: what the elements need to show rates. */
export interface RatesClient {
  /** Lists all services of all couriers, one row for each service. */
  listCouriers(request?: CouriersRequest, options?: ReadOptions): Promise<CouriersResponse>;
  /** Quotes prices in rupiah for one shipment. If no courier serves it, the error has the reason `no-courier`. */
  quoteRates(request: RatesRequest, options?: ReadOptions): Promise<RatesResponse>;
}

/**
 * The five operations of the service (contract/README.md §1.1). Every method throws the typed errors of `ShippingFailure`.
 * Writes are sent once and never retried.
 */
export interface ShippingClient extends RatesClient {
  /** Places an order. A request without `reference_id` gets a random one. */
  createOrder(request: OrderRequest, options?: WriteOptions): Promise<Placed<OrderResponse>>;
  /** Places a draft, whose courier may be chosen later. A request without `reference_id` gets a random one. */
  createDraftOrder(request: DraftOrderRequest, options?: WriteOptions): Promise<Placed<DraftOrderResponse>>;
  /** Cancels an order before it is picked up (contract/README.md §4.3). Cancelling it again succeeds. */
  cancelOrder(request: CancelRequest, options?: WriteOptions): Promise<CancelResponse>;
  /**
   * The writes of a widget without an answer, those before a reload included, oldest first. Send one again under the same
   * reference to find out its result.
   */
  unanswered(widgetKey: string): UnansweredWrite[];
  /** The placed orders of a widget, those before a reload included, oldest first. */
  placed(widgetKey: string): PlacedWrite[];
}

/** A write that was sent and has no answer. */
export interface UnansweredWrite {
  operation: 'createOrder' | 'createDraftOrder' | 'cancelOrder';
  /** The `reference_id`; for a cancellation the id of the order. */
  reference: string;
  /** `fingerprint(body)`; for a cancellation that of `{}`, because its reason makes no difference. */
  fingerprint: string;
  /** The shop's own reference, if `reference` is derived from it. */
  shopReference?: string | undefined;
}

/** An order or a draft that was placed. */
export interface PlacedWrite {
  operation: 'createOrder' | 'createDraftOrder';
  /** The `reference_id`. */
  reference: string;
  /** The id of the order or draft, if the service named it. */
  id?: string | undefined;
  /** `fingerprint(items)` of the order. */
  goods: string;
  /** True after a cancellation. The reference stays used. */
  cancelled?: boolean | undefined;
  /** The gateway's token that cancels it, valid for 15 minutes. */
  cancel?: string | undefined;
}
