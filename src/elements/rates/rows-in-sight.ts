import { type ExtraName, extraNames, type Rate } from '../../contract/index.ts';
import { findRate, onlyWith, serviceKey, shortList } from '../../quote/index.ts';
import * as prices from '../core/prices.ts';
import type { State } from '../core/state.ts';
import * as views from '../core/views.ts';

/** The rows of a shipment and its couriers, put together once: no switch and no choice moves a row. */
export interface ShortList {
  readonly subject: string | undefined;
  readonly most: number;
  readonly shopsOwn: string | undefined;
  /** The recommended one first. A row that is chosen from the whole list comes last. */
  readonly keys: readonly string[];
  readonly recommended: string | undefined;
  /** The extra that a row is here for, although a better one is there. */
  readonly has: Readonly<Record<string, ExtraName | undefined>>;
}

/**
 * The short list of a state: the one before, or another one if the shipment is another one or a service is gone.
 * @param most how many rows there may be
 */
export function shortListOf(state: State, most: number, before: ShortList | undefined): ShortList {
  const rates = prices.rates(state);
  const subject = state.quote.shown?.subject;
  const [shopsOwn, marked] = [state.input.recommended, views.marked(state)];
  const isSame = before?.subject === subject && before?.most === most && before?.shopsOwn === shopsOwn;
  if (before && isSame && before.keys.length && before.keys.every((key) => findRate(rates, key))) {
    const isNew = marked && !before.keys.includes(marked) && findRate(rates, marked);
    return isNew ? { ...before, keys: [...before.keys, marked] } : before;
  }
  const shown = new Set(rates.map(serviceKey));
  const bare = prices.bare(state).filter((rate) => shown.has(serviceKey(rate)));
  const best = prices.recommended(state);
  const recommended = best && findRate(bare, serviceKey(best));
  const chosen = marked ? findRate(bare, marked) : undefined;
  const { effective } = prices.extrasOf(state.input);
  const wanted = extraNames.filter((name) => effective[name] || state.input.offered.includes(name));
  const dates = (rate: Rate) => prices.dates(state, rate);
  const rows = shortList(bare, recommended, most, chosen, wanted, dates);
  const has = Object.fromEntries(rows.map((rate) => [serviceKey(rate), onlyWith(rate, bare, wanted, dates)]));
  return {
    ...{ subject, most, shopsOwn, has },
    keys: rows.map(serviceKey),
    recommended: recommended && serviceKey(recommended),
  };
}

/** The rows of the short list. */
export const rowsOf = (state: State, { keys }: ShortList): readonly Rate[] =>
  keys.flatMap((key) => findRate(prices.rates(state), key) ?? []);

/**
 * All rates of the couriers that the shopper has picked, and the choice.
 * @param order the rates as they stood when the list was opened, cheapest first: no switch moves a row
 */
export function wholeList(state: State, order: readonly Rate[]): readonly Rate[] {
  const { picks } = state.input;
  const isSeen = (rate: Rate) =>
    !picks.length || picks.includes(rate.courier_code) || serviceKey(rate) === views.marked(state);
  const places = new Map(order.map((rate, place) => [serviceKey(rate), place]));
  const placeOf = (rate: Rate) => places.get(serviceKey(rate)) ?? order.length;
  return prices
    .rates(state)
    .filter(isSeen)
    .sort((a, b) => placeOf(a) - placeOf(b));
}
