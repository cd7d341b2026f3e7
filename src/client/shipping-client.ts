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

/** What was placed: as the answer says, or by a send of the very same body that had no answer. */
export type Placed<Response> = (Response & { recovered?: undefined }) | Recovered;

/**
 * The five operations of the service (contract/README.md §1.1). Every method throws the typed errors of
 * `ShippingFailure`; writes are sent once and never repeated by themselves.
 */
export interface ShippingClient {
  /** The couriers and their services, a row a service. */
  listCouriers(request?: CouriersRequest, options?: ReadOptions): Promise<CouriersResponse>;
  /** Prices in rupiah for one shipment. A lane that nobody serves is refused with the reason `no-courier`. */
  quoteRates(request: RatesRequest, options?: ReadOptions): Promise<RatesResponse>;
  /** Places an order. A random `reference_id` is sent where the request has none. */
  createOrder(request: OrderRequest, options?: WriteOptions): Promise<Placed<OrderResponse>>;
  /** Places a draft; its courier may be chosen later. A random `reference_id` is sent where the request has none. */
  createDraftOrder(request: DraftOrderRequest, options?: WriteOptions): Promise<Placed<DraftOrderResponse>>;
  /** Cancels an order that is not yet picked up (contract/README.md §4.3); one that is cancelled already counts as done. */
  cancelOrder(request: CancelRequest, options?: WriteOptions): Promise<CancelResponse>;
  /**
   * The writes that a place has sent without getting an answer, in this page or in one before it, the first one first.
   * Sending one again, under the same reference, finds out what became of it.
   */
  unanswered(place: string): UnansweredWrite[];
  /** What a place has placed, in this page or in one before it, the latest last. */
  placed(place: string): PlacedWrite[];
}
