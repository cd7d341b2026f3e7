import type { CouriersResponse } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { servicesOn } from './catalogue.ts';

/** `GET /v1/couriers`. */
export function listCouriers(_request: unknown, context: Context): Omit<CouriersResponse, 'dropped'> {
  return { success: true, object: 'courier', couriers: servicesOn(context).map(({ row }) => row) };
}
