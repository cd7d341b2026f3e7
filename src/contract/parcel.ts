import * as z from 'zod/mini';
import { PromisedArrival } from './arrival.ts';
import {
  code,
  dropBroken,
  dropped,
  lenient,
  looseObject,
  maybe,
  type Named,
  remedy,
  rows,
  success,
  textLike,
} from './fields.ts';

/** The states of a parcel from which it does not move on (contract/README.md §4.1). */
const endStates: readonly string[] = [
  'delivered',
  'rejected',
  'courier_not_found',
  'returned',
  'cancelled',
  'disposed',
];

/** How far a parcel is. A state that is not here, such as `on_hold`, may come at any time. */
const progress: Readonly<Record<string, number>> = {
  scheduled: 0,
  confirmed: 1,
  allocated: 2,
  picking_up: 3,
  picked: 4,
  in_transit: 5,
  dropping_off: 6,
  return_in_transit: 7,
};

/** A state in the spelling of the orders' page: `picking_up` also for `pickingUp` (contract/README.md §2.9). Unknown ones are kept. */
export function normalisedStatus(status: string): string {
  const words = status
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .trim();
  return words.replace(/[\s-]+/g, '_').replace(/^canceled$/, 'cancelled');
}

/** Whether a parcel does not move on from this state. */
export const isEndState = (status: string | null | undefined): boolean => endStates.includes(status ?? '');

/**
 * Whether a message is older than the known state: the parcel is not as far in it. Messages come in any order, and the clocks of two machines
 * do not tell which came first.
 * @param heard states before the known one. A hold has no place in the sequence, so the last one before it counts
 */
export function isBehind(status: string, known: string | null | undefined, heard: readonly string[] = []): boolean {
  if (isEndState(known)) return status !== known;
  const [before] = [known ?? '', ...[...heard].reverse()].flatMap((state) => progress[state] ?? []);
  const reported = progress[status];
  return reported !== undefined && before !== undefined && reported < before;
}

const byId = (what: string) => z.object({ id: textLike(/^[\w-]{1,64}$/, what) }, remedy(`an object with ${what}`));

/** `GET /v1/trackings/:id`; `id` is the `courier.tracking_id` of an order. */
export const TrackingRequest = byId('the tracking id of an order');
export type TrackingRequest = z.output<typeof TrackingRequest>;

/** `GET /v1/orders/:id`. */
export const OrderReadRequest = byId('the id of an order');
export type OrderReadRequest = z.output<typeof OrderReadRequest>;

/** `GET` and `DELETE /v1/draft_orders/:id`, and `POST /v1/draft_orders/:id/confirm`. */
export const DraftReadRequest = byId('the id of a draft');
export type DraftReadRequest = z.output<typeof DraftReadRequest>;

const trackingEvent = looseObject({
  /** For people. It may quote names and phone numbers. */
  note: maybe.text,
  status: code,
  updated_at: maybe.text,
});

/** Something that happened to a parcel. */
export interface TrackingEvent extends z.output<typeof trackingEvent> {}
export const TrackingEvent: Named<typeof trackingEvent, TrackingEvent> = trackingEvent;

const trackingResponse = looseObject({
  success,
  object: maybe.text,
  id: maybe.text,
  waybill_id: maybe.text,
  /** It also has the driver's name, phone, picture and number plate. */
  courier: maybe.object,
  /** Personal data of the sender. */
  origin: maybe.object,
  /** Personal data of the recipient. */
  destination: maybe.object,
  /** The oldest first. */
  history: rows(TrackingEvent, undefined, true),
  /** The courier's page. Its form differs. */
  link: maybe.text,
  order_id: maybe.text,
  status: code,
  /** Rows that could not be read. The service does not send this field. */
  dropped,
}).check(dropBroken);

/** Where a parcel is (contract/README.md §2.9). */
export interface TrackingResponse extends z.output<typeof trackingResponse> {}
export const TrackingResponse: Named<typeof trackingResponse, TrackingResponse> = trackingResponse;

const trackedCourier = looseObject({
  company: maybe.text,
  type: maybe.text,
  courier_name: maybe.text,
  courier_service_name: maybe.text,
  shipment_duration_range: maybe.text,
  shipment_duration_unit: maybe.text,
  /** `drop_off` if the shop brings the parcel to a counter of the courier. */
  collection_method: maybe.text,
});

const collected = looseObject({ amount: z.number().check(z.positive()) });

const parcelResponse = looseObject({
  success,
  /** In the spelling of `normalisedStatus`. Null if nothing is known yet. */
  status: maybe.text,
  /** Nothing changes any more. */
  ended: maybe.flag,
  /** ISO 8601. */
  ordered_at: maybe.text,
  /** When the state was reached, or heard of. ISO 8601. */
  updated_at: maybe.text,
  courier: lenient(trackedCourier),
  /** When the shop has promised the parcel, as the shopper saw it. */
  arrival: lenient(PromisedArrival),
  waybill_id: maybe.text,
  /** The courier's page, with http or https. */
  link: maybe.text,
  /** Rupiah that the courier collects. */
  cash_on_delivery: lenient(collected),
  /** The oldest first. Without personal data. */
  history: rows(TrackingEvent, undefined, true),
  /** Rows that could not be read. The gateway does not send this field. */
  dropped,
}).check(dropBroken);

/** Where a parcel is, as the gateway tells a page: `GET /v1/tracking` (`demo/docs/news.md`). No personal data. */
export interface ParcelResponse extends z.output<typeof parcelResponse> {}
export const ParcelResponse: Named<typeof parcelResponse, ParcelResponse> = parcelResponse;
