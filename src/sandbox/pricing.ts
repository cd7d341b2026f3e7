import * as z from 'zod/mini';
import {
  type Coordinate,
  coordinateOf,
  type Item,
  type Locators,
  type Rupiah,
  type Side,
  wholeRupiah,
} from '../contract/index.ts';
import { type District, districtOfArea, districtOfCode } from './areas.ts';
import { type Distance, distances, type Service } from './couriers.ts';
import type { Problem, Refuse } from './http.ts';
import rows from './places.json' with { type: 'json' };

/** The island of each region. Remote regions have their own price. */
const regions = {
  'west-java': { island: 'java', remote: false },
  'central-java': { island: 'java', remote: false },
  'east-java': { island: 'java', remote: false },
  'north-sumatra': { island: 'sumatra', remote: false },
  'south-sumatra': { island: 'sumatra', remote: false },
  kalimantan: { island: 'kalimantan', remote: false },
  bali: { island: 'bali', remote: false },
  'nusa-tenggara': { island: 'nusa-tenggara', remote: false },
  sulawesi: { island: 'sulawesi', remote: false },
  maluku: { island: 'maluku', remote: true },
  papua: { island: 'papua', remote: true },
} as const;

const Place = z.object({
  /** The first and last prefix: two digits of the postal code. */
  first: z.number(),
  last: z.number(),
  city: z.string(),
  province: z.string(),
  region: z.enum(Object.keys(regions) as (keyof typeof regions)[]),
  /** In degrees. */
  latitude: z.number(),
  longitude: z.number(),
});

type Place = z.output<typeof Place>;

/** The areas of Indonesia by the first two digits of the postal code, each with its main city. */
const places = z.array(Place).parse(rows);

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
function locate(request: Locators, side: Side): Location | NotFound {
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

function found(location: Location | NotFound): location is Location {
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
function kilometresBetween(from: Coordinate, to: Coordinate): number {
  const rise = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const run = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = rise + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * run;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The origin and destination of a shipment. */
export interface Lane {
  origin: Location;
  destination: Location;
  distance: Distance;
  /** Great-circle distance; undefined unless both sides have a coordinate. */
  kilometres: number | undefined;
}

/** @param code of the refusal if a side cannot be found */
export function laneOf(request: Locators, code: number, refuse: Refuse): Lane {
  const end = (side: Side): Location => {
    const location = locate(request, side);
    if (found(location)) return location;
    throw refuse({ ...location, code });
  };
  const [origin, destination] = [end('origin'), end('destination')];
  const [from, to] = [origin.coordinate, destination.coordinate];
  const kilometres = from && to && kilometresBetween(from, to);
  return { origin, destination, distance: distanceOf(origin, destination), kilometres };
}

function distanceOf(origin: Location, destination: Location): Distance {
  const [from, to] = [origin.place, destination.place];
  const [here, there] = [regions[from.region], regions[to.region]];
  if (cityOf(origin) === cityOf(destination)) return 'city';
  if (from.region === to.region) return 'region';
  if (here.remote || there.remote) return 'remote';
  return here.island === there.island ? 'island' : 'nation';
}

/** Two digits of the postal code tell cities apart. Jakarta is one city with five such areas. */
function cityOf({ place, postalCode }: Location): string | number {
  return place.province === 'DKI Jakarta' ? place.province : Math.floor(postalCode / 1000);
}

/** Rupiah for one kilogram at the regular level, before the courier's factor. */
const kilogramPrices: Record<Distance, Rupiah> = {
  city: 9_000,
  region: 11_000,
  island: 19_000,
  nation: 34_000,
  remote: 68_000,
};

/** Rupiah for one kilogram that a district adds to the price of its postal code. Districts of one city differ. Our decision. */
const districtPrice = ({ destination: { district, isExact } }: Lane): Rupiah =>
  district && isExact ? (district.number % 4) * 300 : 0;

/** The reach of on-demand couriers. Our decision: nothing is published. */
const maxKilometres = 40;

/**
 * The shipping fee in rupiah; undefined if the service does not serve the lane.
 * @param priceLevel multiplies the fee
 */
export function shippingFee(
  { level, courier }: Service,
  lane: Lane,
  items: readonly Item[],
  priceLevel = 1,
): Rupiah | undefined {
  const factor = courier.factor * priceLevel;
  if (level.by === 'weight') {
    if (distances.indexOf(lane.distance) > distances.indexOf(level.reach)) return undefined;
    const kilograms = chargeableWeight(items, level.volume, level.minimum);
    const price = kilogramPrices[lane.distance] + districtPrice(lane);
    return hundreds(price * kilograms * level.factor * factor);
  }
  if (lane.kilometres === undefined || lane.kilometres > maxKilometres) return undefined;
  if (kilogramsOf(items) > level.capacity) return undefined;
  return hundreds((level.start + level.kilometre * Math.ceil(lane.kilometres)) * factor);
}

/**
 * The chargeable weight in whole kilograms: by weight or by volume, the larger one (contract/README.md §1.4).
 * @param volume cubic centimetres that count as one kilogram
 * @param minimum kilograms
 */
function chargeableWeight(items: readonly Item[], volume: number, minimum: number): number {
  const bulk = items.reduce((sum, { length = 0, width = 0, height = 0, quantity }) => {
    return sum + (length * width * height * quantity) / volume;
  }, 0);
  return Math.max(minimum, wholeKilograms(Math.max(kilogramsOf(items), bulk)));
}

function kilogramsOf(items: readonly Item[]): number {
  return items.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0) / 1000;
}

// Floating-point noise, 3.0000000000000004, does not count as a kilogram.
const wholeKilograms = (kilograms: number) => Math.ceil(Number(kilograms.toFixed(6)));

/** Fees are multiples of 100 rupiah. */
const hundreds = (amount: number): Rupiah => wholeRupiah(amount / 100) * 100;
