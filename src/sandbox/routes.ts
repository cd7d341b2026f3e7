import { allOperations, type OperationName, olderRules } from '../contract/index.ts';
import { searchAreas } from './areas/index.ts';
import { listCouriers } from './catalogue/index.ts';
import type { Context } from './context.ts';
import {
  cancelOrder,
  createDraftOrder,
  createOrder,
  getOrder,
  listCancellationReasons,
  listOrders,
  readTracking,
  setStatus,
  trackingIn,
} from './orders/index.ts';
import { quoteRates } from './pricing/index.ts';

interface Handling {
  /** Answers a request: its body or query, with the parameters of the path. */
  answer: (request: Record<string, unknown>, context: Context) => object | Promise<object>;
  /** The HTTP status of success; 200 by default. */
  status?: 200 | 201;
  /** Reads the id of the path, an order's by default. Undefined if that part is no id: then it is another path (contract/README.md §1.6). */
  id?: (word: string) => string | undefined;
  /** The day the route was introduced; undefined if it was always there. */
  since?: string;
}

export interface Route extends Handling {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
}

const documented: Record<OperationName, Handling> = {
  listCouriers: { answer: listCouriers },
  quoteRates: { answer: quoteRates },
  createOrder: { answer: createOrder },
  createDraftOrder: { answer: createDraftOrder, status: 201, since: olderRules.draftOrders.since },
  cancelOrder: { answer: cancelOrder, since: olderRules.cancellation.since },
  searchAreas: { answer: searchAreas },
  readAreas: { answer: searchAreas },
  readOrder: { answer: getOrder },
  readTracking: { answer: readTracking, id: trackingIn },
};

/** Not in the design document: published by the service, or for back offices and tests. */
const additional: Route[] = [
  { method: 'GET', path: '/v1/orders', answer: listOrders },
  {
    method: 'GET',
    path: '/v1/orders/cancellation_reasons',
    answer: listCancellationReasons,
    since: olderRules.cancellation.since,
  },
  { method: 'DELETE', path: '/v1/orders/:id', answer: cancelOrder, since: olderRules.cancellation.since },
  { method: 'POST', path: '/sandbox/orders/:id/status', answer: setStatus },
];

const names = Object.keys(documented) as OperationName[];

// The additional ones come first. Otherwise `cancellation_reasons` would be read as the id of an order.
export const routes: readonly Route[] = [
  ...additional,
  ...names.map((name) => {
    const { method, path } = allOperations[name];
    return { method, path, ...documented[name] };
  }),
];
