import { type Coordinate, coordinateOf, type Locators, type Side } from '../../contract/index.ts';
import { type District, districtOfArea, districtOfCode } from '../areas/index.ts';
import type { Problem } from '../refusal.ts';
import { type Place, places } from './places.ts';

/** One end of a lane. */
export interface Location {
  place: Place;
  postalCode: number;
  /** Undefined if the sandbox does not know it, or if the postal code lies in two and no area id tells them apart. */
  district: District | undefined;
  /** Whether the area id names the district, which is more exact than the postal code (contract/README.md §2.7). */
  isExact: boolean;
  /** The coordinate of the request, if it has one. On-demand couriers need it. */
  coordinate: Coordinate | undefined;
}

type NotFound = Pick<Problem, 'field' | 'reason'>;

/**
 * Finds the place of a side. A request may have several locators (contract/README.md §3.6): the area id decides, then the
 * postal code, then the city nearest to the coordinate.
 */
export function locate(request: Locators, side: Side): Location | NotFound {
  const [area, postalCode] = [request[`${side}_area_id`], request[`${side}_postal_code`]];
  const coordinate = coordinateOf(request, side);
  if (area !== undefined) {
    const [, digits] = /Z(\d{5})$/.exec(area) ?? [];
    const location = at(Number(digits), coordinate);
    const district = districtOfArea(area);
    if (location && district) return { ...location, district, isExact: true };
    return location ?? notFound(`${side}_area_id`, 'an area id such as IDNP6IDNC148IDND836IDZ12410');
  }
  if (postalCode !== undefined)
    return (
      at(Number(postalCode), coordinate) ?? notFound(`${side}_postal_code`, 'a postal code that exists, such as 12440')
    );
  if (coordinate && inIndonesia(coordinate)) {
    const place = nearest(coordinate);
    return { place, postalCode: place.first * 1000 + 110, coordinate, district: undefined, isExact: false };
  }
  return notFound(`${side}_latitude`, `a point in Indonesia together with ${side}_longitude`);
}

export function found(location: Location | NotFound): location is Location {
  return 'place' in location;
}

function notFound(field: string, remedy: string): NotFound {
  return { field, reason: `must be ${remedy}` };
}

function at(postalCode: number, coordinate: Coordinate | undefined): Location | undefined {
  const prefix = Math.floor(postalCode / 1000);
  const place = places.find(({ first, last }) => first <= prefix && prefix <= last);
  return place && { place, postalCode, coordinate, district: districtOfCode(postalCode), isExact: false };
}

function inIndonesia({ latitude, longitude }: Coordinate): boolean {
  return latitude >= -11.2 && latitude <= 6.2 && longitude >= 94.8 && longitude <= 141.1;
}

function nearest(coordinate: Coordinate): Place {
  return places.reduce((best, place) =>
    kilometresBetween(coordinate, place) < kilometresBetween(coordinate, best) ? place : best,
  );
}

const earthRadius = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The great-circle distance (haversine). */
export function kilometresBetween(from: Coordinate, to: Coordinate): number {
  const rise = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const run = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = rise + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * run;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
