import { type OperationName, operations, rules } from '../contract/index.ts';
import { listCouriers } from './catalogue/index.ts';
import type { Context } from './context.ts';
import {
  cancelOrder,
  createDraftOrder,
  createOrder,
  getOrder,
  listCancellationReasons,
  listOrders,
  setStatus,
} from './orders/index.ts';
import { quoteRates } from './pricing/index.ts';

interface Handling {
  /** Answers a request: its body or query, with the parameters of the path. */
  answer: (request: Record<string, unknown>, context: Context) => object | Promise<object>;
  /** The HTTP status of success; 200 by default. */
  status?: 200 | 201;
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
  createDraftOrder: { answer: createDraftOrder, status: 201, since: rules.draftOrders.since },
  cancelOrder: { answer: cancelOrder, since: rules.cancellation.since },
};

/** Not in the design document: published by the service, or for back offices and tests. */
const additional: Route[] = [
  { method: 'GET', path: '/v1/orders', answer: listOrders },
  {
    method: 'GET',
    path: '/v1/orders/cancellation_reasons',
    answer: listCancellationReasons,
    since: rules.cancellation.since,
  },
  { method: 'GET', path: '/v1/orders/:id', answer: getOrder },
  { method: 'DELETE', path: '/v1/orders/:id', answer: cancelOrder, since: rules.cancellation.since },
  { method: 'POST', path: '/sandbox/orders/:id/status', answer: setStatus },
];

const names = Object.keys(documented) as OperationName[];

export const routes: readonly Route[] = [
  ...names.map((name) => ({ method: operations[name].method, path: operations[name].path, ...documented[name] })),
  ...additional,
];
