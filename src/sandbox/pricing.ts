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

export interface Place {
  /** The first and last prefix: two digits of the postal code. */
  first: number;
  last: number;
  city: string;
  province: string;
  region: Region;
  /** In degrees. */
  latitude: number;
  longitude: number;
}

/** The island of each region. Remote regions have their own price. */
export const regions = {
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

export type Region = keyof typeof regions;

type Row = readonly [number, number, string, string, Region, number, number];

/** The areas of Indonesia by the first two digits of the postal code, each with its main city. */
const rows: readonly Row[] = [
  [10, 10, 'Jakarta Pusat', 'DKI Jakarta', 'west-java', -6.1818, 106.8223],
  [11, 11, 'Jakarta Barat', 'DKI Jakarta', 'west-java', -6.1683, 106.7588],
  [12, 12, 'Jakarta Selatan', 'DKI Jakarta', 'west-java', -6.2615, 106.8106],
  [13, 13, 'Jakarta Timur', 'DKI Jakarta', 'west-java', -6.225, 106.9004],
  [14, 14, 'Jakarta Utara', 'DKI Jakarta', 'west-java', -6.1384, 106.8639],
  [15, 15, 'Tangerang', 'Banten', 'west-java', -6.1783, 106.6319],
  [16, 16, 'Bogor', 'Jawa Barat', 'west-java', -6.595, 106.8166],
  [17, 17, 'Bekasi', 'Jawa Barat', 'west-java', -6.2349, 106.9896],
  [20, 22, 'Medan', 'Sumatera Utara', 'north-sumatra', 3.5952, 98.6722],
  [23, 24, 'Banda Aceh', 'Aceh', 'north-sumatra', 5.5483, 95.3238],
  [25, 27, 'Padang', 'Sumatera Barat', 'north-sumatra', -0.9471, 100.4172],
  [28, 29, 'Pekanbaru', 'Riau', 'north-sumatra', 0.5071, 101.4478],
  [30, 32, 'Palembang', 'Sumatera Selatan', 'south-sumatra', -2.9761, 104.7754],
  [33, 33, 'Pangkal Pinang', 'Kepulauan Bangka Belitung', 'south-sumatra', -2.1316, 106.1169],
  [34, 35, 'Bandar Lampung', 'Lampung', 'south-sumatra', -5.3971, 105.2668],
  [36, 37, 'Jambi', 'Jambi', 'south-sumatra', -1.6101, 103.6131],
  [38, 39, 'Bengkulu', 'Bengkulu', 'south-sumatra', -3.7928, 102.2608],
  [40, 40, 'Bandung', 'Jawa Barat', 'west-java', -6.9175, 107.6191],
  [41, 41, 'Karawang', 'Jawa Barat', 'west-java', -6.3015, 107.3053],
  [42, 42, 'Serang', 'Banten', 'west-java', -6.1201, 106.1503],
  [43, 43, 'Sukabumi', 'Jawa Barat', 'west-java', -6.9277, 106.93],
  [44, 44, 'Garut', 'Jawa Barat', 'west-java', -7.2279, 107.9087],
  [45, 45, 'Cirebon', 'Jawa Barat', 'west-java', -6.732, 108.5523],
  [46, 46, 'Tasikmalaya', 'Jawa Barat', 'west-java', -7.3274, 108.2207],
  [50, 52, 'Semarang', 'Jawa Tengah', 'central-java', -6.9667, 110.4167],
  [53, 54, 'Purwokerto', 'Jawa Tengah', 'central-java', -7.4243, 109.2391],
  [55, 55, 'Yogyakarta', 'DI Yogyakarta', 'central-java', -7.7956, 110.3695],
  [56, 59, 'Surakarta', 'Jawa Tengah', 'central-java', -7.5755, 110.8243],
  [60, 62, 'Surabaya', 'Jawa Timur', 'east-java', -7.2575, 112.7521],
  [63, 64, 'Kediri', 'Jawa Timur', 'east-java', -7.848, 112.0178],
  [65, 67, 'Malang', 'Jawa Timur', 'east-java', -7.9666, 112.6326],
  [68, 69, 'Jember', 'Jawa Timur', 'east-java', -8.1845, 113.6681],
  [70, 72, 'Banjarmasin', 'Kalimantan Selatan', 'kalimantan', -3.3186, 114.5944],
  [73, 74, 'Palangka Raya', 'Kalimantan Tengah', 'kalimantan', -2.2161, 113.9135],
  [75, 77, 'Samarinda', 'Kalimantan Timur', 'kalimantan', -0.5022, 117.1536],
  [78, 79, 'Pontianak', 'Kalimantan Barat', 'kalimantan', -0.0263, 109.3425],
  [80, 82, 'Denpasar', 'Bali', 'bali', -8.6705, 115.2126],
  [83, 84, 'Mataram', 'Nusa Tenggara Barat', 'nusa-tenggara', -8.5833, 116.1167],
  [85, 87, 'Kupang', 'Nusa Tenggara Timur', 'nusa-tenggara', -10.1772, 123.607],
  [90, 92, 'Makassar', 'Sulawesi Selatan', 'sulawesi', -5.1477, 119.4327],
  [93, 93, 'Kendari', 'Sulawesi Tenggara', 'sulawesi', -3.9985, 122.513],
  [94, 94, 'Palu', 'Sulawesi Tengah', 'sulawesi', -0.8917, 119.8707],
  [95, 96, 'Manado', 'Sulawesi Utara', 'sulawesi', 1.4748, 124.8421],
  [97, 97, 'Ambon', 'Maluku', 'maluku', -3.6954, 128.1814],
  [98, 98, 'Manokwari', 'Papua Barat', 'papua', -0.8615, 134.062],
  [99, 99, 'Jayapura', 'Papua', 'papua', -2.5337, 140.7181],
];

export const places: readonly Place[] = rows.map(([first, last, city, province, region, latitude, longitude]) => ({
  first,
  last,
  city,
  province,
  region,
  latitude,
  longitude,
}));

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
