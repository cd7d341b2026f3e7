import {
  gatewayOperations,
  type Item,
  operations,
  type PromisedRate,
  type PromiseResponse,
  type Rate,
  type RatesRequest,
} from '../../contract/index.ts';
import { latestHours, sideOf, type WeightClass, weightClass, weightClassOf } from '../../quote/index.ts';
import type { Cart, Origin } from '../../tokens/index.ts';
import { pick } from '../http/answers.ts';
import { amountIn, type Body, bounded, checked, invalid, pickFilled, readRequest } from '../http/bodies.ts';
import { refuseContradiction } from './question.ts';
import { type Circumstances, freeDelivery, isShown, offered, type ShopRate } from './shop-rates.ts';

/** What pages learn before the checkout: the least price for a district. */
export interface Promises {
  /** How long an answer is kept at most, in hours: 1 to 168. One paid question answers all visits of this time. 12 by default. */
  hours?: number;
  /** Where parcels start, for pages without a signed cart. */
  origin: Origin;
  /** Comma-separated courier codes. All couriers of the service by default. */
  couriers?: string;
}

/** Hours that an answer is kept at most. */
export const usualHours = 12;

/** The fields of a page that the price depends on. */
const placeAndSize = ['destination_area_id', 'destination_postal_code', 'weight', 'volume'] as const;

/** A question of a page. */
export interface LeastPriceQuestion {
  /** What the service is asked: the same for all goods of a class. */
  request: RatesRequest;
  /** What the shop's rules are applied to. */
  circumstances: Circumstances;
}

/**
 * Builds the question for the service. A signed cart names origin, goods and subtotal. Without one, the page names weight and volume of its
 * goods, and the subtotal.
 * @param couriers comma-separated codes
 * @throws {Refusal}
 */
export function promiseQuestion(
  body: Body,
  cart: Cart | undefined,
  { origin, couriers }: { origin: Origin; couriers: string },
  now: Date,
): LeastPriceQuestion {
  const asked = readRequest(gatewayOperations.readPromise, bounded(pickFilled(body, placeAndSize)));
  const { weight, volume, destination_area_id: area, destination_postal_code: postal } = asked;
  const destination = {
    ...(area && { destination_area_id: area }),
    ...(postal && { destination_postal_code: postal }),
  };
  refuseContradiction(destination);
  if (!cart && !weight) throw invalid('weight', 'must be whole grams, 1 or more: the price depends on it');
  const size = cart ? weightClassOf(cart.items) : weightClass(weight ?? 0, volume);
  const question = {
    ...(cart?.origin ?? origin),
    // An area has one postal code, so the id alone is the question.
    ...(area ? { destination_area_id: area } : destination),
    couriers,
    items: [itemOf(size)],
  };
  const request = checked(operations.quoteRates, question, now);
  const subtotal =
    cart?.subtotal ?? (pickFilled(body, ['subtotal']).subtotal === undefined ? undefined : amountIn(body, 'subtotal'));
  const items = cart?.items ?? request.items;
  return { request, circumstances: { subtotal, destination, items } };
}

/** All goods as one parcel. Its value is not asked for: insurance is chosen at the checkout. */
function itemOf({ weight, volume }: WeightClass): Item {
  const side = volume === undefined ? undefined : sideOf(volume);
  return { name: 'Goods', value: 1, quantity: 1, weight, ...(side && { length: side, width: side, height: side }) };
}

/** What a page gets of a row. */
const rowFields = [
  'courier_code',
  'courier_service_code',
  'courier_name',
  'courier_service_name',
  'duration',
  'shipment_duration_range',
  'shipment_duration_unit',
  'price',
  'arrivals',
] as const satisfies (keyof PromisedRate)[];

/**
 * Returns the service with the least price by the shop's rules, the earliest of equal ones, and what is missing for free delivery.
 * @param rows the service's own
 * @param promised adds the arrivals of the shop's calendar
 */
export function promiseOf(
  rows: readonly Rate[],
  rules: readonly ShopRate[],
  circumstances: Circumstances,
  promised: (rows: readonly Rate[]) => Rate[],
): PromiseResponse {
  const shown = rows.filter((row) => isShown(row, rules, circumstances));
  const [least] = shown
    .map((row) => offered(row, rules, circumstances))
    .sort((one, other) => one.price - other.price || latestHours(one) - latestHours(other));
  const free = freeDelivery(rows, rules, circumstances);
  const [rate = null] = least ? promised([least]) : [];
  return { success: true, rate: rate && pick(rate, rowFields), ...(free && { free_delivery: free }) };
}
