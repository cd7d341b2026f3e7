import { type Item, type Rupiah, wholeRupiah } from '../../contract/index.ts';
import { type Distance, distances, type Service } from '../catalogue/index.ts';
import type { Lane } from './lane.ts';

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
