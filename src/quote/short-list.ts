import type { Rate } from '../contract/index.ts';
import { latestHours } from './arrival.ts';
import { lacking, type Switches } from './extras.ts';
import { findRate, serviceKey } from './service-key.ts';

/** The two ways to sort a list. */
export type RowOrder = 'price' | 'arrival';

/** A word of praise for the one row that deserves it. */
export type Badge = 'recommended' | 'cheapest' | 'fastest';

type Compare = (a: Rate, b: Rate) => number;

// Not a difference: Infinity − Infinity of two unknown arrivals is NaN.
const ascending = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
const byPrice: Compare = (a, b) => ascending(a.price, b.price);
const byArrival: Compare = (a, b) => ascending(latestHours(a), latestHours(b));
const byKey: Compare = (a, b) => (serviceKey(a) < serviceKey(b) ? -1 : 1);

/** The first comparison decides, the next ones decide between equals. */
const comparisons: Record<RowOrder, Compare[]> = {
  price: [byPrice, byArrival, byKey],
  arrival: [byArrival, byPrice, byKey],
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

function firstBy(rates: readonly Rate[], by: RowOrder): Rate | undefined {
  const compare = comparing(by);
  let [first] = rates;
  for (const rate of rates) if (first && compare(rate, first) < 0) first = rate;
  return first;
}

/** The cheapest rate, the faster one of equals. */
export const cheapestOf = (rates: readonly Rate[]): Rate | undefined => firstBy(rates, 'price');

/** A regular parcel arrives within this many hours. Slower services are not recommended. */
const regularHours = 72;

/**
 * The rate that is recommended: the shop's own word, or else the cheapest that arrives within three days.
 * Undefined if there is nothing to compare, or if the shop's recommendation is not offered.
 * @param shopsOwn a service, `jne/reg`
 */
export function recommendedOf(rates: readonly Rate[], shopsOwn?: string | null): Rate | undefined {
  if (rates.length < 2) return undefined;
  return shopsOwn ? findRate(rates, shopsOwn) : cheapestOf(rates.filter((rate) => latestHours(rate) <= regularHours));
}

/** The rates that have everything that is switched on. */
export const ableOf = (rates: readonly Rate[], switched: Partial<Switches>): Rate[] =>
  rates.filter((rate) => !lacking(rate, switched));

/** The rates that no other rate beats in both price and arrival, fastest first. All, cheapest first, if no arrival is known. */
function unbeaten(rates: readonly Rate[]): Rate[] {
  if (!rates.some((rate) => Number.isFinite(latestHours(rate)))) return orderRows(rates, 'price');
  const found: Rate[] = [];
  for (const rate of orderRows(rates, 'arrival')) {
    const cheapest = found.at(-1);
    if (!cheapest || rate.price < cheapest.price) found.push(rate);
  }
  return found;
}

/**
 * The few rates worth a look: the recommended one first, then those that no other beats in both price and arrival. The cheapest
 * of them stays.
 * As few rates as fit are shown whole.
 * @param able the rates that have everything that is switched on
 * @param most how many rows there may be
 */
export function shortList(able: readonly Rate[], recommended: Rate | undefined, most: number): Rate[] {
  const worth = able.length > most ? unbeaten(able) : orderRows(able, 'arrival');
  const others = worth.filter((rate) => rate !== recommended);
  const first = recommended ? [recommended] : [];
  const kept = others.slice(0, Math.max(0, most - first.length));
  const cheapest = cheapestOf(others);
  if (cheapest && kept.length && !kept.includes(cheapest)) kept.splice(-1, 1, cheapest);
  return [...first, ...kept];
}

/**
 * The best rows among those in sight, one badge a row.
 * @param rates the rates in sight that have everything that is switched on
 */
export function badges(rates: readonly Rate[], recommended: Rate | undefined): Map<Rate, Badge> {
  const best = new Map<Rate, Badge>();
  if (rates.length < 2) return best;
  // If no arrival is known, the fastest rate is the cheapest one.
  const fastest = firstBy(rates, 'arrival');
  if (fastest) best.set(fastest, 'fastest');
  const cheapest = cheapestOf(rates);
  if (cheapest) best.set(cheapest, 'cheapest');
  if (recommended && rates.includes(recommended)) best.set(recommended, 'recommended');
  return best;
}
