import * as z from 'zod/mini';
import { searchAreas } from './area.ts';
import { anyObject, looseObject, success } from './fields.ts';
import { type Operation, operation } from './operation.ts';
import { operations } from './operations.ts';
import { DraftDeleted, DraftOrderResponse, OrderResponse } from './order.ts';
import { DraftReadRequest, OrderReadRequest, ParcelResponse, TrackingRequest, TrackingResponse } from './parcel.ts';
import { PromiseRequest, PromiseResponse } from './promise.ts';

// Operations that are not in the document (contract/README.md §1.1). They stand apart so that a checkout does not load them.

const row = <Request, Response>(
  given: Omit<Operation<Request, Response>, 'checks' | 'repeatable'> & { repeatable?: boolean },
) => operation<Request, Response>({ repeatable: given.method === 'GET', checks: [], ...given });

const promise = { request: PromiseRequest, response: PromiseResponse, repeatable: true };
const webhooks = { request: anyObject, response: looseObject({ success }), repeatable: true };

/** What a gateway answers besides the five. */
export const gatewayOperations = Object.freeze({
  searchAreas: row({ ...searchAreas, optIn: 'areas' }),
  /** The least price to a district before the checkout. */
  readPromise: row({ method: 'POST', path: '/v1/promise', ...promise, optIn: 'promises' }),
  /** Where a parcel is, for who has its link. */
  trackParcel: row({
    method: 'GET',
    path: '/v1/tracking',
    request: z.object({}),
    response: ParcelResponse,
    bearer: true,
  }),
  /** A message of the service, or a list of them. */
  takeWebhooks: row({ method: 'POST', path: '/v1/webhooks', ...webhooks, optIn: 'webhooks', caller: 'service' }),
});

const draft = '/v1/draft_orders/:id';

/** What a gateway, or the merchant, asks the service besides the five. Answers about orders, drafts and parcels have personal data. */
export const serviceOperations = Object.freeze({
  readAreas: row({ ...searchAreas, method: 'GET', query: ({ input }) => ({ countries: 'ID', input, type: 'single' }) }),
  readTracking: row({ method: 'GET', path: '/v1/trackings/:id', request: TrackingRequest, response: TrackingResponse }),
  readOrder: row({ method: 'GET', path: '/v1/orders/:id', request: OrderReadRequest, response: OrderResponse }),
  readDraftOrder: row({ method: 'GET', path: draft, request: DraftReadRequest, response: DraftOrderResponse }),
  /** For the merchant's server alone: it books the courier and costs the price. It makes an order with another id. */
  confirmDraftOrder: row({
    method: 'POST',
    path: `${draft}/confirm`,
    request: DraftReadRequest,
    response: OrderResponse,
  }),
  /** For the merchant's server alone. */
  deleteDraftOrder: row({ method: 'DELETE', path: draft, request: DraftReadRequest, response: DraftDeleted }),
});

/** The operations that a shop switches on: outside the five of the document. */
export const optInOperations = Object.freeze({ ...gatewayOperations, ...serviceOperations });

/** The operations of the document, and those that shops opt in to. */
export const allOperations = Object.freeze({ ...operations, ...optInOperations });

export type OperationName = keyof typeof allOperations;

/** What a gateway has to answer. */
export type GatewayOperation = keyof typeof operations | keyof typeof gatewayOperations;

/** What the service has to answer. */
export type ServiceOperation = keyof typeof operations | keyof typeof serviceOperations;
