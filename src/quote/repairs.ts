import type { Rate } from '../contract/index.ts';
import { type ExtraName, extraRows, obstacle, type Switches } from './extras.ts';
import { orderRows } from './row-order.ts';

/** What helps where a rate cannot be chosen as the switches stand. */
export interface Repairs {
  /** The switch that stands in the way. */
  switchOff: ExtraName;
  /** The cheapest rate that can be chosen instead; undefined where none can. */
  instead: Rate | undefined;
}

/** @param rates all that are shown, as the switches stand */
export function repairsOf(rate: Rate, rates: readonly Rate[], switched: Partial<Switches>): Repairs | undefined {
  const blocking = extraRows.find(({ property, obstacle }) => switched[property] && obstacle(rate));
  if (!blocking) return undefined;
  const able = rates.filter((other) => !obstacle(other, switched));
  return { switchOff: blocking.property, instead: orderRows(able, 'price')[0] };
}
