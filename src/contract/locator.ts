import type * as z from 'zod/mini';
import {
  absent,
  latitude,
  longitude,
  looseObject,
  type Maybe,
  type Named,
  optional,
  pasted,
  postalCode,
  text,
  textLike,
} from './fields.ts';

const coordinate = looseObject({ latitude, longitude });

/** A point on the map, in degrees. */
export interface Coordinate extends z.output<typeof coordinate> {}
export const Coordinate: Named<typeof coordinate, Coordinate> = coordinate;

/** The id of an area, as the search for areas answers it: capitals and digits (contract/README.md §2.7). One id is one question. */
const areaId = optional(
  pasted(textLike(/^[A-Z\d]{1,64}$/, 'the id of an area, for example IDNP6IDNC148IDND836IDZ12440'), (text) =>
    text.toUpperCase(),
  ),
);

/** The locators that rates and orders share. */
const areas = {
  origin_area_id: areaId,
  origin_postal_code: optional(postalCode),
  destination_area_id: areaId,
  destination_postal_code: optional(postalCode),
};

/** Where a rates request ships from and to: at least one locator for each side, several allowed (contract/README.md §3.6). */
export const Locators = looseObject({
  ...areas,
  /** Degrees. */
  origin_latitude: optional(latitude),
  /** Degrees. */
  origin_longitude: optional(longitude),
  /** Degrees. */
  destination_latitude: optional(latitude),
  /** Degrees. */
  destination_longitude: optional(longitude),
});
export interface Locators extends z.output<typeof Locators> {}

/** Where a parcel starts and ends. */
export const sides = ['origin', 'destination'] as const;
export type Side = (typeof sides)[number];

/** The coordinate of a side; undefined if latitude or longitude is absent. */
export function coordinateOf(request: Locators, side: Side): Coordinate | undefined {
  const [latitude, longitude] = [request[`${side}_latitude`], request[`${side}_longitude`]];
  return absent(latitude) || absent(longitude) ? undefined : { latitude, longitude };
}

/** Whether a side has an area id, a postal code or a coordinate. */
export function located(request: Locators, side: Side): boolean {
  return Boolean(request[`${side}_area_id`] || request[`${side}_postal_code`] || coordinateOf(request, side));
}

/** Where an order or draft ships from and to. Here the coordinate is nested (contract/README.md §3.6). */
export const OrderLocators = looseObject({
  ...areas,
  origin_coordinate: optional(Coordinate),
  destination_coordinate: optional(Coordinate),
  /** A place that is saved in the merchant's account. Rates do not take it. */
  origin_location_id: optional(text()),
  /** A place that is saved in the merchant's account. Rates do not take it. */
  destination_location_id: optional(text()),
});
export interface OrderLocators extends z.output<typeof OrderLocators> {}

/** The locators of an order in the form that the rates operation takes. */
export function flatLocators(order: OrderLocators): Locators {
  const flat: Locators = {};
  for (const side of sides) {
    const coordinate = order[`${side}_coordinate`];
    set(flat, `${side}_area_id`, order[`${side}_area_id`]);
    set(flat, `${side}_postal_code`, order[`${side}_postal_code`]);
    set(flat, `${side}_latitude`, coordinate?.latitude);
    set(flat, `${side}_longitude`, coordinate?.longitude);
  }
  return flat;
}

/** The locators of a rates request in the form that orders and drafts take. */
export function nestedLocators(request: Locators): OrderLocators {
  const nested: OrderLocators = {};
  for (const side of sides) {
    set(nested, `${side}_area_id`, request[`${side}_area_id`]);
    set(nested, `${side}_postal_code`, request[`${side}_postal_code`]);
    set(nested, `${side}_coordinate`, coordinateOf(request, side));
  }
  return nested;
}

function set<T, Key extends keyof T>(target: T, key: Key, value: Maybe<T[Key]>): void {
  if (!absent(value)) target[key] = value;
}
