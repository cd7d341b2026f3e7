import * as z from 'zod/mini';
import { searchAreas } from './area.ts';
import { anyObject, looseObject, success } from './fields.ts';
import { operation } from './operation.ts';
import { operations } from './operations.ts';
import { DraftDeleted, DraftOrderResponse, OrderResponse } from './order.ts';
import { DraftReadRequest, OrderReadRequest, ParcelResponse, TrackingRequest, TrackingResponse } from './parcel.ts';
import { PromiseRequest, PromiseResponse } from './promise.ts';

// Operations that are not in the document (contract/README.md §1.1). They stand apart so that a checkout does not load them.

/** What a gateway answers besides the five. */
export const gatewayOperations = Object.freeze({
  searchAreas: operation({ ...searchAreas, optIn: 'areas' }),
  /** The least price to a district before the checkout. */
  readPromise: operation({
    method: 'POST',
    path: '/v1/promise',
    request: PromiseRequest,
    response: PromiseResponse,
    repeatable: true,
    checks: [],
    optIn: 'promises',
  }),
  /** Where a parcel is, for who has its link. */
  trackParcel: operation({
    method: 'GET',
    path: '/v1/tracking',
    request: z.object({}),
    response: ParcelResponse,
    repeatable: true,
    checks: [],
    bearer: true,
  }),
  /** A message of the service, or a list of them. */
  takeWebhooks: operation({
    method: 'POST',
    path: '/v1/webhooks',
    request: anyObject,
    response: looseObject({ success }),
    repeatable: true,
    checks: [],
    optIn: 'webhooks',
    caller: 'service',
  }),
});

/** What a gateway, or the merchant, asks the service besides the five. */
export const serviceOperations = Object.freeze({
  readAreas: operation({
    ...searchAreas,
    method: 'GET',
    query: ({ input }) => ({ countries: 'ID', input, type: 'single' }),
  }),
  /** The answer has personal data. */
  readTracking: operation({
    method: 'GET',
    path: '/v1/trackings/:id',
    request: TrackingRequest,
    response: TrackingResponse,
    repeatable: true,
    checks: [],
  }),
  /** The answer has personal data. */
  readOrder: operation({
    method: 'GET',
    path: '/v1/orders/:id',
    request: OrderReadRequest,
    response: OrderResponse,
    repeatable: true,
    checks: [],
  }),
  /** The answer has personal data. */
  readDraftOrder: operation({
    method: 'GET',
    path: '/v1/draft_orders/:id',
    request: DraftReadRequest,
    response: DraftOrderResponse,
    repeatable: true,
    checks: [],
  }),
  /** For the merchant's server alone: it books the courier and costs the price. It makes an order with another id. */
  confirmDraftOrder: operation({
    method: 'POST',
    path: '/v1/draft_orders/:id/confirm',
    request: DraftReadRequest,
    response: OrderResponse,
    repeatable: false,
    checks: [],
  }),
  /** For the merchant's server alone. */
  deleteDraftOrder: operation({
    method: 'DELETE',
    path: '/v1/draft_orders/:id',
    request: DraftReadRequest,
    response: DraftDeleted,
    repeatable: false,
    checks: [],
  }),
});

export const optInOperations = Object.freeze({ ...gatewayOperations, ...serviceOperations });

/** The operations of the document, and those that shops opt in to. */
export const allOperations = Object.freeze({ ...operations, ...optInOperations });

export type OperationName = keyof typeof allOperations;

/** What a gateway has to answer. */
export type GatewayOperation = keyof typeof operations | keyof typeof gatewayOperations;

/** What the service has to answer. */
export type ServiceOperation = keyof typeof operations | keyof typeof serviceOperations;
