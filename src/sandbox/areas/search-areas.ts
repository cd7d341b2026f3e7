import { AreasRequest, type AreasResponse } from '../../contract/index.ts';
import { checkRequest } from '../check-request.ts';
import { refuse } from '../refusal.ts';
import { find } from './areas.ts';

const codes = { otherwise: 40_000_000, fields: {} };

/** `GET /v1/maps/areas`. */
export function searchAreas(query: object): Omit<AreasResponse, 'dropped'> {
  const { input } = checkRequest(AreasRequest, query, codes, refuse);
  return { success: true, areas: find(input) };
}
