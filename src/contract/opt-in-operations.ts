import { searchAreas } from './area.ts';
import { operation } from './operation.ts';
import { operations } from './operations.ts';
import { DraftDeleted, DraftOrderResponse, OrderResponse } from './order.ts';
import { DraftReadRequest, OrderReadRequest, TrackingRequest, TrackingResponse } from './parcel.ts';

/**
 * Operations that are not in the document (contract/README.md §1.1). A shop switches each of them on at its gateway. They stand apart so
 * that a checkout does not load them.
 */
export const optInOperations = Object.freeze({
  searchAreas,
  /** For the gateway alone: what it asks the service. */
  readAreas: operation({
    ...searchAreas,
    method: 'GET',
    query: ({ input }) => ({ countries: 'ID', input, type: 'single' }),
  }),
  /** For the gateway alone: the answer has personal data. */
  readTracking: operation({
    method: 'GET',
    path: '/v1/trackings/:id',
    request: TrackingRequest,
    response: TrackingResponse,
    repeatable: true,
    checks: [],
  }),
  /** For the gateway alone: the answer has personal data. */
  readOrder: operation({
    method: 'GET',
    path: '/v1/orders/:id',
    request: OrderReadRequest,
    response: OrderResponse,
    repeatable: true,
    checks: [],
  }),
  /** For the gateway alone: the answer has personal data. */
  readDraftOrder: operation({
    method: 'GET',
    path: '/v1/draft_orders/:id',
    request: DraftReadRequest,
    response: DraftOrderResponse,
    repeatable: true,
    checks: [],
  }),
  /** For the merchant's own server alone: it books the courier and costs the price. It makes an order with another id. */
  confirmDraftOrder: operation({
    method: 'POST',
    path: '/v1/draft_orders/:id/confirm',
    request: DraftReadRequest,
    response: OrderResponse,
    repeatable: false,
    checks: [],
  }),
  /** For the merchant's own server alone. */
  deleteDraftOrder: operation({
    method: 'DELETE',
    path: '/v1/draft_orders/:id',
    request: DraftReadRequest,
    response: DraftDeleted,
    repeatable: false,
    checks: [],
  }),
});

/** The operations of the document, and those that shops opt in to. Gateway and sandbox read this table. */
export const allOperations = Object.freeze({ ...operations, ...optInOperations });

export type OperationName = keyof typeof allOperations;
