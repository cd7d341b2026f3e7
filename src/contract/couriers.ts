import { type Maybe, record } from './fields.ts';
import { type Dropped, maybe, needed, readRows, then } from './reading.ts';

/** `GET /v1/couriers` takes no parameters. */
export type CouriersRequest = Record<string, never>;
export const CouriersRequest = record<CouriersRequest>({});

/** One service of one courier: the list is flat, a row a service (contract.md §2). */
export interface CourierService {
  courier_code: string;
  courier_service_code: string;
  courier_name?: Maybe<string>;
  courier_service_name?: Maybe<string>;
  description?: Maybe<string>;
  /** `free` `essentials` `standard` `premium`, or one the service adds later. */
  tier?: Maybe<string>;
  /** `instant` `same_day` `overnight` `standard`, or one the service adds later. */
  service_type?: Maybe<string>;
  /** `parcel` `freight`, or one the service adds later. */
  shipping_type?: Maybe<string>;
  /** `"1 - 3"` or `"1"`, in `shipment_duration_unit`. */
  shipment_duration_range?: Maybe<string>;
  /** `hours` or `days`. */
  shipment_duration_unit?: Maybe<string>;
  available_collection_method?: Maybe<string[]>;
  /** Of the catalogue; for a lane the rates row decides. */
  available_for_cash_on_delivery?: Maybe<boolean>;
  available_for_proof_of_delivery?: Maybe<boolean>;
  available_for_instant_waybill_id?: Maybe<boolean>;
}

export const CourierService = record<CourierService>({
  courier_code: needed.text,
  courier_service_code: needed.text,
  courier_name: maybe.text,
  courier_service_name: maybe.text,
  description: maybe.text,
  tier: maybe.text,
  service_type: maybe.text,
  shipping_type: maybe.text,
  shipment_duration_range: maybe.text,
  shipment_duration_unit: maybe.text,
  available_collection_method: maybe.texts,
  available_for_cash_on_delivery: maybe.flag,
  available_for_proof_of_delivery: maybe.flag,
  available_for_instant_waybill_id: maybe.flag,
});

export interface CouriersResponse {
  success: true;
  object?: Maybe<string>;
  couriers: CourierService[];
  /** Rows that could not be read. Ours: the service does not send it. */
  dropped: Dropped[];
}

type CouriersOnTheWire = Omit<CouriersResponse, 'couriers' | 'dropped'> & { couriers: unknown[] };

export const CouriersResponse = then(
  record<CouriersOnTheWire>({ success: needed.success, object: maybe.text, couriers: needed.rows }),
  (body): CouriersResponse => {
    const { rows, dropped } = readRows(CourierService, body.couriers);
    return { ...body, couriers: rows, dropped };
  },
);
