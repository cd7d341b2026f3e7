import type { Rate } from '../contract/index.ts';
import { latestHours } from './arrival.ts';
import { obstacle, type Switches } from './extras.ts';
import { serviceKey } from './service-key.ts';

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

/** Rows that can be chosen before rows that cannot: a shopper who pays on delivery is shown where that is possible. */
export function eligibleFirst(rates: readonly Rate[], extras: Partial<Switches>): Rate[] {
  const blocked = (rate: Rate) => Number(obstacle(rate, extras) !== undefined);
  return [...rates].sort((a, b) => blocked(a) - blocked(b));
}

export type Badge = 'cheapest' | 'fastest';

/** Which rows are best, among those that can be chosen; nothing to compare, nothing to praise. */
export function badges(rates: readonly Rate[], extras: Partial<Switches>): Map<string, Badge[]> {
  const best = new Map<string, Badge[]>();
  const eligible = rates.filter((rate) => !obstacle(rate, extras));
  if (eligible.length < 2) return best;
  const praise = (rate: Rate | undefined, badge: Badge) => {
    if (rate) best.set(serviceKey(rate), [...(best.get(serviceKey(rate)) ?? []), badge]);
  };
  praise(orderRows(eligible, 'price')[0], 'cheapest');
  praise(
    orderRows(eligible, 'arrival').find((rate) => Number.isFinite(latestHours(rate))),
    'fastest',
  );
  return best;
}
