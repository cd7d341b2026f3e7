import type { Rate } from '../contract/index.ts';
import { latestHours } from './arrival.ts';
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

const comparing =
  (by: RowOrder): Compare =>
  (a, b) => {
    for (const compare of comparisons[by]) {
      const result = compare(a, b);
      if (result) return result;
    }
    return 0;
  };

export const orderRows = (rates: readonly Rate[], by: RowOrder): Rate[] => [...rates].sort(comparing(by));

export type Badge = 'cheapest' | 'fastest';

/** Each made once: a row whose praise is the very same is not rendered again. */
const praises: Record<Badge | 'both', readonly Badge[]> = {
  cheapest: ['cheapest'],
  fastest: ['fastest'],
  both: ['cheapest', 'fastest'],
};

/** In one pass: of a thousand rates it is asked for at every switch. */
function firstBy(rates: readonly Rate[], by: RowOrder): Rate | undefined {
  const compare = comparing(by);
  let [first] = rates;
  for (const rate of rates) if (first && compare(rate, first) < 0) first = rate;
  return first;
}

/** The cheapest of some rates, the faster of equals. */
export const cheapestOf = (rates: readonly Rate[]): Rate | undefined => firstBy(rates, 'price');

/**
 * Which rows are best; nothing to compare, nothing to praise.
 * @param met the rates that have all that is switched on
 */
export function badges(met: readonly Rate[]): Map<string, readonly Badge[]> {
  const best = new Map<string, readonly Badge[]>();
  if (met.length < 2) return best;
  const [first, fastest] = [cheapestOf(met), firstBy(met, 'arrival')];
  if (first) best.set(serviceKey(first), praises.cheapest);
  if (fastest && Number.isFinite(latestHours(fastest)))
    best.set(serviceKey(fastest), fastest === first ? praises.both : praises.fastest);
  return best;
}

/**
 * The one row that is recommended: what the shop says, else the cheapest that arrives within three days. Undefined where there
 * is nothing to compare, or what the shop says is not to be had.
 * @param met the rates that have all that is switched on
 * @param said a service, `jne/reg`
 */
export function recommendedOf(met: readonly Rate[], said?: string | null): string | undefined {
  if (met.length < 2) return undefined;
  const rate = said ? findRate(met, said) : cheapestOf(met.filter((one) => latestHours(one) <= regularHours));
  return rate && serviceKey(rate);
}
