import * as z from 'zod/mini';
import { PromisedArrival } from './arrival.ts';
import { code, looseObject, type Maybe, maybe, remedy, success, token } from './fields.ts';
import { Item } from './item.ts';
import { Locators } from './locator.ts';
import { rupiah } from './money.ts';
import type { FreeDelivery, Rate } from './rate.ts';

const { destination_area_id, destination_postal_code } = Locators.shape;

/** `POST /v1/promise`: a place, and the goods by their weight and volume, or by a cart. */
export const PromiseRequest = z.object({
  destination_area_id,
  destination_postal_code,
  /** Grams. */
  weight: z.optional(Item.shape.weight),
  /** Cubic centimetres. */
  volume: z.optional(
    z.number(remedy('cubic centimetres, 0 where not known')).check(z.refine((given) => given >= 0 && given <= 1e9)),
  ),
  /** Rupiah of the goods, for free delivery. */
  subtotal: z.optional(rupiah),
  /** The cart, signed by the shop's server, instead of weight, volume and subtotal. */
  cart: token,
});
export type PromiseRequest = z.output<typeof PromiseRequest>;

/** The least price for a district, before any checkout, as a page gets it. It is kept for hours and never signed. */
export interface PromiseResponse {
  success: true;
  /** The service with the least price. Null if no courier delivers there. */
  rate: Maybe<PromisedRate>;
  /** With a subtotal, if a rule of the shop makes a delivery free from a subtotal on. */
  free_delivery?: Maybe<FreeDelivery>;
}

/** A rate without what an order needs. */
export type PromisedRate = Pick<
  Rate,
  | 'courier_code'
  | 'courier_service_code'
  | 'courier_name'
  | 'courier_service_name'
  | 'duration'
  | 'shipment_duration_range'
  | 'shipment_duration_unit'
  | 'price'
  | 'arrivals'
>;

/** A page reads it by `readPromise` of the client, without zod. */
export const PromiseResponse: z.ZodMiniType<PromiseResponse> = looseObject({
  success,
  rate: z.nullable(
    looseObject({
      courier_code: code,
      courier_service_code: code,
      courier_name: maybe.text,
      courier_service_name: maybe.text,
      duration: maybe.text,
      shipment_duration_range: maybe.text,
      shipment_duration_unit: maybe.text,
      price: rupiah,
      arrivals: z.optional(z.nullable(z.array(PromisedArrival))),
    } satisfies Record<keyof PromisedRate, z.ZodMiniType>),
  ),
  free_delivery: z.optional(
    z.nullable(
      z.object({
        from: rupiah,
        missing: rupiah,
        courier_name: maybe.text,
        courier_service_name: maybe.text,
      } satisfies Record<keyof FreeDelivery, z.ZodMiniType>),
    ),
  ),
});
