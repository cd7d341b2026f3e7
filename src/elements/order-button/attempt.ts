import type { ShippingClient } from '../../client/index.ts';
import type { OrderRequest, Rate } from '../../contract/index.ts';

export type OrderMode = 'order' | 'draft' | 'none';

/** An order without its courier: the rate names that. */
export type OrderBody = Omit<OrderRequest, 'courier_company' | 'courier_type' | 'reference_id'>;

export type OrderStatus =
  | 'ready'
  | 'asking'
  | 'ordering'
  | 'placed'
  | 'refused'
  | 'unconfirmed'
  | 'cancelling'
  | 'cancelled';

/** One order on its way: sent again it is the very same, so that the service can tell that it knows it. */
export interface Attempt {
  request: OrderRequest;
  draft: boolean;
  client: ShippingClient;
}

/** The page may have no contacts to give: then the client says which are missing, and nothing is sent. */
export function requestFor(order: OrderBody | undefined, rate: Rate | undefined, reference: string): OrderRequest {
  const courier = rate && { courier_company: rate.courier_code, courier_type: rate.courier_service_code };
  return { ...(order as OrderRequest), ...courier, reference_id: reference };
}
