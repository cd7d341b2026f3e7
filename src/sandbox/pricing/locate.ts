import { type Coordinate, coordinateOf, type Locators, type Side } from '../../contract/index.ts';
import type { Problem } from '../refusal.ts';
import { kilometresBetween } from './kilometres.ts';
import { type Place, places } from './places.ts';

/** One end of a lane. */
export interface Location {
  place: Place;
  postalCode: number;
  /** Where the request gave one: vehicles go by it. */
  coordinate: Coordinate | undefined;
}

type Nowhere = Pick<Problem, 'field' | 'reason'>;

/**
 * Where a side is. Several ways may be sent at once (contract/README.md §3.6): the area says it for parcels, before the
 * postal code, before the coordinate, which is read as the nearest place.
 */
export function locate(request: Locators, side: Side): Location | Nowhere {
  const [area, postalCode] = [request[`${side}_area_id`], request[`${side}_postal_code`]];
  const coordinate = coordinateOf(request, side);
  if (area !== undefined) {
    const [, digits] = /Z(\d{5})$/.exec(area) ?? [];
    return (
      at(Number(digits), coordinate) ?? nowhere(`${side}_area_id`, 'an area id such as IDNP6IDNC148IDND836IDZ12410')
    );
  }
  if (postalCode !== undefined)
    return (
      at(Number(postalCode), coordinate) ?? nowhere(`${side}_postal_code`, 'a postal code that exists, such as 12440')
    );
  if (coordinate && inIndonesia(coordinate)) {
    const place = nearest(coordinate);
    return { place, postalCode: place.first * 1000 + 110, coordinate };
  }
  return nowhere(`${side}_latitude`, `a point in Indonesia together with ${side}_longitude`);
}

export function found(location: Location | Nowhere): location is Location {
  return 'place' in location;
}

function nowhere(field: string, remedy: string): Nowhere {
  return { field, reason: `must be ${remedy}` };
}

function at(postalCode: number, coordinate: Coordinate | undefined): Location | undefined {
  const prefix = Math.floor(postalCode / 1000);
  const place = places.find(({ first, last }) => first <= prefix && prefix <= last);
  return place && { place, postalCode, coordinate };
}

function inIndonesia({ latitude, longitude }: Coordinate): boolean {
  return latitude >= -11.2 && latitude <= 6.2 && longitude >= 94.8 && longitude <= 141.1;
}

function nearest(coordinate: Coordinate): Place {
  return places.reduce((best, place) =>
    kilometresBetween(coordinate, place) < kilometresBetween(coordinate, best) ? place : best,
  );
}
