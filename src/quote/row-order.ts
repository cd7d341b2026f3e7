import type { Rate } from '../contract/index.ts';
import { latestHours } from './arrival.ts';
import type { Switches } from './extras.ts';
import { splitByWishes } from './groups.ts';
import { findRate, serviceKey } from './service-key.ts';
import { regularHours } from './speed.ts';

export type RowOrder = 'price' | 'arrival' | 'courier';

type Compare = (a: Rate, b: Rate) => number;

// Not a difference: two unknown arrivals are Infinity, and Infinity − Infinity compares as nothing.
const ascending = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
const byPrice: Compare = (a, b) => ascending(a.price, b.price);
const byArrival: Compare = (a, b) => ascending(latestHours(a), latestHours(b));
const byKey: Compare = (a, b) => (serviceKey(a) < serviceKey(b) ? -1 : 1);
const byCourier: Compare = (a, b) => (a.courier_name ?? a.courier_code).localeCompare(b.courier_name ?? b.courier_code);

/** What decides, then what decides between equals. */
const comparisons: Record<RowOrder, Compare[]> = {
  price: [byPrice, byArrival, byKey],
  arrival: [byArrival, byPrice, byKey],
  courier: [byCourier, byPrice, byKey],
};

export function orderRows(rates: readonly Rate[], by: RowOrder): Rate[] {
  return [...rates].sort((a, b) => {
    for (const compare of comparisons[by]) {
      const result = compare(a, b);
      if (result) return result;
    }
    return 0;
  });
}

export type Badge = 'cheapest' | 'fastest';

const firstBy = (rates: readonly Rate[], by: RowOrder): Rate | undefined => orderRows(rates, by)[0];

/** The cheapest of some rates, the faster of equals. */
export const cheapestOf = (rates: readonly Rate[]): Rate | undefined => firstBy(rates, 'price');

/** Which rows are best, among those that have all that is switched on; nothing to compare, nothing to praise. */
export function badges(rates: readonly Rate[], switched: Partial<Switches>): Map<string, Badge[]> {
  const best = new Map<string, Badge[]>();
  const { met } = splitByWishes(rates, switched);
  if (met.length < 2) return best;
  const praise = (rate: Rate | undefined, badge: Badge) => {
    if (rate) best.set(serviceKey(rate), [...(best.get(serviceKey(rate)) ?? []), badge]);
  };
  praise(cheapestOf(met), 'cheapest');
  praise(
    firstBy(
      met.filter((rate) => Number.isFinite(latestHours(rate))),
      'arrival',
    ),
    'fastest',
  );
  return best;
}

/**
 * The one row that is recommended, among those that have all that is switched on: what the shop says, else the cheapest that
 * arrives within three days. Undefined where there is nothing to compare, or what the shop says is not to be had.
 * @param said a service, `jne/reg`
 */
export function recommendedOf(
  rates: readonly Rate[],
  switched: Partial<Switches>,
  said?: string | null,
): string | undefined {
  const { met } = splitByWishes(rates, switched);
  if (met.length < 2) return undefined;
  const rate = said ? findRate(met, said) : cheapestOf(met.filter((one) => latestHours(one) <= regularHours));
  return rate && serviceKey(rate);
}
