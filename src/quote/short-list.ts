import { type ExtraName, extraNames, extraTable, type Rate } from '../contract/index.ts';
import { isAvailable, type Switches } from '../extras/index.ts';
import { type ArrivalSpan, arrival, endOf, latestHours } from './arrival.ts';
import { findRate, serviceKey } from './prices.ts';

/** The two ways to sort a list. */
export type RowOrder = 'price' | 'arrival';

/** A word of praise for the one row that deserves it. */
export type Badge = 'recommended' | 'cheapest' | 'fastest';

type Compare = (a: Rate, b: Rate) => number;

// Not a difference: Infinity − Infinity of two unknown arrivals is NaN.
const ascending = (a: number, b: number) => (a < b ? -1 : a > b ? 1 : 0);
const byPrice: Compare = (a, b) => ascending(a.price, b.price);
const byKey: Compare = (a, b) => (serviceKey(a) < serviceKey(b) ? -1 : 1);

/** The first comparison decides, the next ones decide between equals. */
const comparisons = (latest: (rate: Rate) => number): Record<RowOrder, Compare> => {
  const byArrival: Compare = (a, b) => ascending(latest(a), latest(b));
  return {
    price: (a, b) => byPrice(a, b) || byArrival(a, b) || byKey(a, b),
    arrival: (a, b) => byArrival(a, b) || byPrice(a, b) || byKey(a, b),
  };
};

/** A sorted copy. The other measure decides between equals, then the key. */
export const orderRows = (rates: readonly Rate[], by: RowOrder, latest = latestHours): Rate[] =>
  [...rates].sort(comparisons(latest)[by]);

function firstBy(rates: readonly Rate[], by: RowOrder): Rate | undefined {
  const compare = comparisons(latestHours)[by];
  let [first] = rates;
  for (const rate of rates) if (first && compare(rate, first) < 0) first = rate;
  return first;
}

/** When a rate arrives, as its row says it. Undefined for a row without dates. */
export type Dates = (rate: Rate) => ArrivalSpan | undefined;

const undated: Dates = () => undefined;

/** How rates are compared by their arrival: all by their dates, or all by their durations. Undefined if only some have dates. */
function measureOf(rates: readonly Rate[], dates: Dates): 'dates' | 'durations' | undefined {
  const timed = rates.filter((rate) => arrival(rate));
  const dated = timed.filter((rate) => dates(rate));
  if (dated.length) return dated.length === timed.length ? 'dates' : undefined;
  return timed.some(isSilent) ? undefined : 'durations';
}

/** Its promises are over, so its row says neither a date nor a duration. */
const isSilent = ({ arrivals }: Rate) => Boolean(arrivals?.length);

/** When rates arrive at the latest, for comparing: as their rows say it. */
function latestBy(rates: readonly Rate[], dates: Dates): (rate: Rate) => number {
  if (measureOf(rates, dates) !== 'dates') return latestHours;
  return (rate) => {
    const span = dates(rate);
    return span ? endOf(span) : Number.POSITIVE_INFINITY;
  };
}

/** The cheapest rate, the faster one of equals. */
export const cheapestOf = (rates: readonly Rate[]): Rate | undefined => firstBy(rates, 'price');

/** A regular parcel arrives within this many hours. Slower services are not recommended. */
const regularHours = 72;

/** Rupiah. Goods of a higher value are not recommended to go uninsured. */
const mostUninsured = 1_000_000;

const lastDay = (rate: Rate, dates: Dates) => dates(rate)?.last ?? Number.POSITIVE_INFINITY;

/**
 * The rate that is recommended: the shop's own word, or else the cheapest that arrives within three days. Where rows have dates, it is the
 * cheapest that arrives by the date of that one. Undefined if there is nothing to compare, or if the shop's recommendation is not offered.
 * @param selectable the rates that have everything that is switched on, with the prices on screen
 * @param shopsOwn a service, `jne/reg`
 * @param declared the value of the goods in rupiah
 */
export function recommendedOf(
  selectable: readonly Rate[],
  shopsOwn?: string | null,
  declared = 0,
  dates: Dates = undated,
): Rate | undefined {
  if (selectable.length < 2) return undefined;
  const safe = declared > mostUninsured ? selectable.filter((rate) => isAvailable('insurance', rate)) : selectable;
  if (shopsOwn) return findRate(safe, shopsOwn);
  const regular = cheapestOf(safe.filter((rate) => latestHours(rate) <= regularHours));
  if (!regular || measureOf(selectable, dates) !== 'dates') return regular;
  return cheapestOf(safe.filter((rate) => lastDay(rate, dates) <= lastDay(regular, dates)));
}

/**
 * Why a rate is the cheapest: of all, of those that can be insured, of those that arrive within three days, of those that arrive by its
 * date, or of those that can be insured and do.
 */
export type Praise = 'cheapest' | 'insurable' | 'soon' | 'byDate' | 'insurableByDate';

/**
 * Why a rate is recommended, as it can be read from the rows.
 * @param selectable the rates that have everything that is switched on, with the prices on screen
 * @param declared the value of the goods in rupiah
 * @returns undefined if no reason is true of all rows
 */
export function praiseOf(
  recommended: Rate,
  selectable: readonly Rate[],
  declared = 0,
  dates: Dates = undated,
): Praise | undefined {
  const cheaper = selectable.filter(({ price }) => price < recommended.price);
  if (!cheaper.length) return 'cheapest';
  const insurable = cheaper.filter((rate) => isAvailable('insurance', rate));
  const isForInsurance = declared > mostUninsured && isAvailable('insurance', recommended);
  if (isForInsurance && !insurable.length) return 'insurable';
  const measure = measureOf(selectable, dates);
  const isSoon = (rate: Rate) => latestHours(rate) <= regularHours;
  if (measure === 'durations') return isSoon(recommended) && !cheaper.some(isSoon) ? 'soon' : undefined;
  if (measure !== 'dates' || dates(recommended)?.later) return undefined;
  const isByDate = (rate: Rate) => lastDay(rate, dates) <= lastDay(recommended, dates);
  if (!cheaper.some(isByDate)) return 'byDate';
  return isForInsurance && !insurable.some(isByDate) ? 'insurableByDate' : undefined;
}

/** The extra that a rate is in a short list for: all that are cheaper and arrive as early lack it. Undefined if none does. */
export function onlyWith(
  rate: Rate,
  rates: readonly Rate[],
  names: readonly ExtraName[],
  dates: Dates = undated,
): ExtraName | undefined {
  const latest = latestBy(rates, dates);
  const better = rates.filter((other) => other.price < rate.price && latest(other) <= latest(rate));
  return better.length
    ? names.find((name) => isAvailable(name, rate) && !better.some((other) => isAvailable(name, other)))
    : undefined;
}

/** The rates that have everything that is switched on. */
export function selectableOf(rates: readonly Rate[], switched: Partial<Switches>): readonly Rate[] {
  const names = extraNames.filter((name) => switched[name]);
  return names.length ? rates.filter((rate) => names.every((name) => isAvailable(name, rate))) : rates;
}

/** The rates that no other rate beats in both price and arrival, fastest first. All, cheapest first, if no arrival is known. */
function unbeaten(rates: readonly Rate[], latest: (rate: Rate) => number): Rate[] {
  const sorted = orderRows(rates, 'price', latest);
  if (!rates.some((rate) => Number.isFinite(latest(rate)))) return sorted;
  const found: Rate[] = [];
  for (const rate of sorted) {
    const [fastest] = found;
    if (!fastest || latest(rate) < latest(fastest)) found.unshift(rate);
  }
  return found;
}

/**
 * The few rates worth a look: the recommended one first, then by arrival. These stay if there are more than fit: the choice, the
 * cheapest, the cheapest that collects COD and one that insures. Then come those that no other beats in both price and
 * arrival. As few rates as fit are shown whole.
 * @param most how many rows there may be
 * @param wanted the extras that the shopper may have here. A row of another extra has no reason to be there
 */
export function shortList(
  rates: readonly Rate[],
  recommended: Rate | undefined,
  most: number,
  chosen?: Rate | undefined,
  wanted: readonly ExtraName[] = extraNames,
  dates: Dates = undated,
): Rate[] {
  const latest = latestBy(rates, dates);
  const having = (name: ExtraName) => rates.filter((rate) => isAvailable(name, rate));
  // The choice is submitted, so it is in sight before all others.
  const first = [
    chosen,
    recommended,
    cheapestOf(rates),
    ...wanted.filter((name) => extraTable[name].blocks).map((name) => cheapestOf(having(name))),
  ];
  const rest = rates.length > most ? unbeaten(rates, latest) : rates;
  const seen = new Set([...first, ...rest]);
  // Of an extra that blocks no rate, one row is enough.
  const unseen = wanted.filter((name) => !having(name).some((rate) => seen.has(rate)));
  const all = [...first, ...unseen.map((name) => cheapestOf(having(name))), ...rest].filter(
    (rate) => rate !== undefined,
  );
  const kept = [...new Set(all)].slice(0, most);
  const top = kept.filter((rate) => rate === recommended);
  return [...top, ...orderRows(kept, 'arrival', latest).filter((rate) => rate !== recommended)];
}

/**
 * The best rows among those in sight, one badge a row. A row is not called the best while a better one is out of sight.
 * @param selectable all rates that have everything that is switched on, with the prices on screen
 * @param isSeen whether a rate is in sight
 */
export function badges(
  selectable: readonly Rate[],
  recommended: Rate | undefined,
  isSeen: (rate: Rate) => boolean = () => true,
  dates: Dates = undated,
): Map<Rate, Badge> {
  const best = new Map<Rate, Badge>();
  const seen = selectable.filter(isSeen);
  if (!seen.length || selectable.length < 2) return best;
  const award = (badge: Badge, value: (rate: Rate) => number) => {
    const first = seen.reduce((one, other) => {
      const order = ascending(value(other), value(one)) || comparisons(latestHours).price(other, one);
      return order < 0 ? other : one;
    });
    if (selectable.every((rate) => value(first) <= value(rate))) best.set(first, badge);
  };
  // If no arrival is known, the fastest rate is the cheapest one.
  if (measureOf(selectable, dates)) award('fastest', latestBy(selectable, dates));
  award('cheapest', ({ price }) => price);
  if (recommended && seen.includes(recommended)) best.set(recommended, 'recommended');
  return best;
}
