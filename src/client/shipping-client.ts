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
import type { ReadOptions, WriteOptions } from './options.ts';
import type { PlacedWrite } from './placed-writes.ts';
import type { UnansweredWrite } from './unanswered-writes.ts';

/** A placed order: the answer itself, or `Recovered` if an earlier send of the same body placed it. */
export type Placed<Response> = (Response & { recovered?: undefined }) | Recovered;

/**
 * The five operations of the service (contract/README.md §1.1). Every method throws the typed errors of `ShippingFailure`.
 * Writes are sent once and never retried.
 */
export interface ShippingClient {
  /** Lists all services of all couriers, one row for each service. */
  listCouriers(request?: CouriersRequest, options?: ReadOptions): Promise<CouriersResponse>;
  /** Quotes prices in rupiah for one shipment. If no courier serves it, the error has the reason `no-courier`. */
  quoteRates(request: RatesRequest, options?: ReadOptions): Promise<RatesResponse>;
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
