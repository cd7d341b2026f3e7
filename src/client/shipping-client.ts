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
} from '../contract/index.ts';
import type { CallOptions, ReadOptions } from './options.ts';
import type { Placed } from './place-once.ts';

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
  createOrder(request: OrderRequest, options?: CallOptions): Promise<Placed<OrderResponse>>;
  /** Places a draft; its courier may be chosen later. A random `reference_id` is sent where the request has none. */
  createDraftOrder(request: DraftOrderRequest, options?: CallOptions): Promise<Placed<DraftOrderResponse>>;
  /** Cancels an order that is not yet picked up (contract/README.md §4.3). */
  cancelOrder(request: CancelRequest, options?: CallOptions): Promise<CancelResponse>;
}
