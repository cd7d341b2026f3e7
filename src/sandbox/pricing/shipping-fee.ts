import { type Item, type Rupiah, wholeRupiah } from '../../contract/index.ts';
import { type Distance, distances, type Service } from '../catalogue/index.ts';
import type { Lane } from './lane.ts';

/** Rupiah for one kilogram, sent regularly, at a courier of factor 1. */
const kilogramPrices: Record<Distance, Rupiah> = {
  city: 9_000,
  region: 11_000,
  island: 19_000,
  nation: 34_000,
  remote: 68_000,
};

/** How far a vehicle goes that is called. Our decision: nothing is known. */
const mostKilometres = 40;

/**
 * What the carriage costs in rupiah; undefined where the service does not serve the lane.
 * @param priceLevel times the usual
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
    return hundreds(kilogramPrices[lane.distance] * kilograms * level.factor * factor);
  }
  if (lane.kilometres === undefined || lane.kilometres > mostKilometres) return undefined;
  if (kilogramsOf(items) > level.capacity) return undefined;
  return hundreds((level.start + level.kilometre * Math.ceil(lane.kilometres)) * factor);
}

/**
 * Kilograms that are charged: by weight or by volume, whichever is more, whole ones (contract/README.md §1.4).
 * @param volume cubic centimetres that count as one kilogram
 * @param minimum kilograms
 */
export function chargeableWeight(items: readonly Item[], volume: number, minimum: number): number {
  const bulk = items.reduce((sum, { length = 0, width = 0, height = 0, quantity }) => {
    return sum + (length * width * height * quantity) / volume;
  }, 0);
  return Math.max(minimum, wholeKilograms(Math.max(kilogramsOf(items), bulk)));
}

function kilogramsOf(items: readonly Item[]): number {
  return items.reduce((sum, { weight, quantity }) => sum + weight * quantity, 0) / 1000;
}

// Binary noise such as 3.0000000000000004 is no further kilogram.
const wholeKilograms = (kilograms: number) => Math.ceil(Number(kilograms.toFixed(6)));

/** Price lists have no small change. */
const hundreds = (amount: number): Rupiah => wholeRupiah(amount / 100) * 100;
