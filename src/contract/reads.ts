import { CouriersRequest, CouriersResponse } from './couriers.ts';
import { hasDeclaredValue, hasWeight, operation } from './operation.ts';
import { RatesRequest, RatesResponse } from './rate.ts';

/** The two of the five operations that change nothing. They stand apart, so that a page on which nobody orders loads no schema of an order. */
export const reads = Object.freeze({
  listCouriers: operation({
    method: 'GET',
    path: '/v1/couriers',
    request: CouriersRequest,
    response: CouriersResponse,
    repeatable: true,
    checks: [],
  }),
  quoteRates: operation({
    method: 'POST',
    path: '/v1/rates/couriers',
    request: RatesRequest,
    response: RatesResponse,
    repeatable: true,
    checks: [hasWeight, hasDeclaredValue('couriers')],
    // The gateway limits fresh quotes for each visit, and a cart names the visit.
    fresh: (request) => (request.cart ? { ...request, fresh: true } : request),
  }),
});
