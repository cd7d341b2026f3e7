import { AreasRequest, type AreasResponse, areaQuestion } from '../../contract/index.ts';
import { checkRequest } from '../check-request.ts';
import { refuse } from '../refusal.ts';
import { find } from './areas.ts';

const codes = { otherwise: 40_000_000, fields: {} };

/** `GET /v1/maps/areas` of the service, and `POST` of a gateway, for a page that asks the sandbox itself. */
export function searchAreas(query: object): Omit<AreasResponse, 'dropped'> {
  const { input } = checkRequest(AreasRequest, query, codes, refuse);
  const [text = input] = areaQuestion(input).texts;
  return { success: true, areas: find(text) };
}
