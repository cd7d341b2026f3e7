import { AreasRequest, AreasResponse } from './areas.ts';
import { type Operation, operation } from './operations.ts';

/** Apart from the other opt-in operations, so that a page that searches loads no schema of an order. */
export const searchAreas: Readonly<Operation<AreasRequest, AreasResponse>> = operation({
  method: 'GET',
  path: '/v1/maps/areas',
  query: ({ input }) => ({ countries: 'ID', input, type: 'single' }),
  request: AreasRequest,
  response: AreasResponse,
  repeatable: true,
  checks: [],
});
