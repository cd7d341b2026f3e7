import * as z from 'zod/mini';
import { code, dropBroken, dropped, looseObject, maybe, type Named, remedy, rows, success, text } from './fields.ts';
import { type Operation, operation } from './operation.ts';

const areasRequest = z.object(
  {
    /** A district, a city or a postal code, as a shopper types it. */
    input: text('what is searched for'),
  },
  remedy('an object with input'),
);

/** `/v1/maps/areas` (contract/README.md §2.7). The merchant pays for every call. */
export interface AreasRequest extends z.output<typeof areasRequest> {}
export const AreasRequest: Named<typeof areasRequest, AreasRequest> = areasRequest;

const area = looseObject({
  /** `origin_area_id` or `destination_area_id` of a quote or an order. */
  id: code,
  /** For people: `Pesanggrahan, Jakarta Selatan, DKI Jakarta. 12250`. */
  name: maybe.text,
  country_name: maybe.text,
  country_code: maybe.text,
  /** The province. */
  administrative_division_level_1_name: maybe.text,
  administrative_division_level_1_type: maybe.text,
  /** The city. */
  administrative_division_level_2_name: maybe.text,
  administrative_division_level_2_type: maybe.text,
  /** The district, kecamatan. */
  administrative_division_level_3_name: maybe.text,
  administrative_division_level_3_type: maybe.text,
  postal_code: maybe.number,
});

/** A postal code of a district. A district has a row for each of its postal codes, and each row has an id of its own. */
export interface Area extends z.output<typeof area> {}
export const Area: Named<typeof area, Area> = area;

const areasResponse = looseObject({
  success,
  /** Empty if nothing was found. */
  areas: rows(Area, ({ id }) => id),
  /** Rows that could not be read. The service does not send this field. */
  dropped,
}).check(dropBroken);

/** The answer of `GET /v1/maps/areas`. */
export interface AreasResponse extends z.output<typeof areasResponse> {}
export const AreasResponse: Named<typeof areasResponse, AreasResponse> = areasResponse;

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
