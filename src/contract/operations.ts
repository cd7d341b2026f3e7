import type * as z from 'zod/mini';
import { CancelRequest, CancelResponse } from './cancel.ts';
import { CouriersRequest, CouriersResponse } from './couriers.ts';
import { DraftOrderResponse, OrderResponse } from './order-response.ts';
import { DraftOrderRequest, OrderRequest } from './orders.ts';
import { RatesRequest, RatesResponse } from './rates.ts';

export interface Operation<Request, Response> {
  method: 'GET' | 'POST';
  /** `:id` is taken from the request. */
  path: string;
  request: z.ZodMiniType<Request>;
  response: z.ZodMiniType<Response>;
  /** Asking twice changes nothing: true for the two reads (quoting is a read by meaning). */
  repeatable: boolean;
}

const operation = <Request, Response>(row: Operation<Request, Response>) => Object.freeze(row);

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
  }),
  quoteRates: operation({
    method: 'POST',
    path: '/v1/rates/couriers',
    request: RatesRequest,
    response: RatesResponse,
    repeatable: true,
  }),
  createOrder: operation({
    method: 'POST',
    path: '/v1/orders',
    request: OrderRequest,
    response: OrderResponse,
    repeatable: false,
  }),
  createDraftOrder: operation({
    method: 'POST',
    path: '/v1/draft_orders',
    request: DraftOrderRequest,
    response: DraftOrderResponse,
    repeatable: false,
  }),
  cancelOrder: operation({
    method: 'POST',
    path: '/v1/orders/:id/cancel',
    request: CancelRequest,
    response: CancelResponse,
    repeatable: false,
  }),
});

export type OperationName = keyof typeof operations;
