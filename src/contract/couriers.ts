import * as z from 'zod/mini';
import { code, dropBroken, dropped, looseObject, maybe, type Named, remedy, rows, success } from './fields.ts';

/** `GET /v1/couriers` takes no parameters. */
export const CouriersRequest = z.object({}, remedy('an object'));
export type CouriersRequest = z.output<typeof CouriersRequest>;

const courierService = looseObject({
  courier_code: code,
  courier_service_code: code,
  courier_name: maybe.text,
  courier_service_name: maybe.text,
  description: maybe.text,
  /** `free` `essentials` `standard` `premium`, or one the service adds later. */
  tier: maybe.text,
  /** `instant` `same_day` `overnight` `standard`, or one the service adds later. */
  service_type: maybe.text,
  /** `parcel` `freight`, or one the service adds later. */
  shipping_type: maybe.text,
  /** `"1 - 3"` or `"1"`, in `shipment_duration_unit`. */
  shipment_duration_range: maybe.text,
  /** `hours` or `days`. */
  shipment_duration_unit: maybe.text,
  /** `pickup`, `drop_off` or both. */
  available_collection_method: maybe.texts,
  /** For the service in general. The row of a quote decides for a lane. */
  available_for_cash_on_delivery: maybe.flag,
  available_for_proof_of_delivery: maybe.flag,
  available_for_instant_waybill_id: maybe.flag,
});

/** One service of a courier. The list is flat: one row for each service (contract/README.md §2.1). */
export interface CourierService extends z.output<typeof courierService> {}
export const CourierService: Named<typeof courierService, CourierService> = courierService;

const couriersResponse = looseObject({
  success,
  object: maybe.text,
  couriers: rows(CourierService),
  /** Rows that could not be read. The service does not send this field. */
  dropped,
}).check(dropBroken);

/** The answer of `GET /v1/couriers`: every service, whichever lanes it has. */
export interface CouriersResponse extends z.output<typeof couriersResponse> {}
export const CouriersResponse: Named<typeof couriersResponse, CouriersResponse> = couriersResponse;
