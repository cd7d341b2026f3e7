import type { Maybe } from './fields.ts';
import type { FreeDelivery, Rate } from './rate.ts';

/** The least price for a district, before any checkout, as a page gets it. It is kept for hours and never signed. */
export interface PromiseResponse {
  success: true;
  /** The service with the least price. Null if no courier delivers there. */
  rate: Maybe<PromisedRate>;
  /** With a subtotal, if a rule of the shop makes a delivery free from a subtotal on. */
  free_delivery?: Maybe<FreeDelivery>;
}

/** A rate without what an order needs. */
export type PromisedRate = Pick<
  Rate,
  | 'courier_code'
  | 'courier_service_code'
  | 'courier_name'
  | 'courier_service_name'
  | 'duration'
  | 'shipment_duration_range'
  | 'shipment_duration_unit'
  | 'price'
  | 'arrivals'
>;
