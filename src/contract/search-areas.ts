import { AreasRequest, AreasResponse } from './areas.ts';
import { type Operation, operation } from './operations.ts';

/**
 * What a page asks its gateway. The text is in the body: proxies and servers log addresses, and people paste whole addresses here. It stands
 * apart from the other opt-in operations, so that a page that searches loads no schema of an order.
 */
export const searchAreas: Readonly<Operation<AreasRequest, AreasResponse>> = operation({
  method: 'POST',
  path: '/v1/maps/areas',
  request: AreasRequest,
  response: AreasResponse,
  repeatable: true,
  checks: [],
});
