import type { Rate } from '../contract/index.ts';
import { type ExtraName, extraRows, obstacle, type Switches } from './extras.ts';
import { splitByWishes } from './groups.ts';
import { cheapestOf } from './row-order.ts';

/** What helps where a rate cannot be chosen as the switches stand. */
export interface Repairs {
  /** The switch that stands in the way. */
  switchOff: ExtraName;
  /** The cheapest rate that can be chosen instead, of those that have all that is switched on, if any; undefined where none can. */
  instead: Rate | undefined;
}

/** @param rates all that are shown, as the switches stand */
export function repairsOf(rate: Rate, rates: readonly Rate[], switched: Partial<Switches>): Repairs | undefined {
  const blocking = extraRows.find(({ property, obstacle }) => switched[property] && obstacle(rate));
  if (!blocking) return undefined;
  const able = rates.filter((other) => !obstacle(other, switched));
  // The shopper has not asked for a parcel without insurance: one lost tap away, nobody would notice.
  const { met } = splitByWishes(able, switched);
  return { switchOff: blocking.property, instead: cheapestOf(met) ?? cheapestOf(able) };
}
