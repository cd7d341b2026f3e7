import { type Rate, sameAmount } from '../contract/index.ts';
import { breakdown, carriage } from './breakdown.ts';
import { obstacle, type Switches } from './extras.ts';
import { findRate } from './service-key.ts';

/** What becomes of a choice when new rates arrive. It is never replaced by another one. */
export type Verdict =
  | { kind: 'kept'; rate: Rate }
  /** Still chosen, at another price: the shopper is told both. */
  | { kind: 'price-changed'; rate: Rate; previous: Rate }
  | { kind: 'cleared'; reason: 'service-unavailable' | 'not-eligible'; previous?: Rate | undefined };

/**
 * @param key the chosen service
 * @param previous its rate so far; undefined for a preset or restored choice
 * @param rates the new rates
 * @param extras the switches the new rates were asked with
 * @param sameExtras whether `previous` was asked with the same switches: a fee the shopper just switched on is no news
 */
export function keepOrClear(
  key: string,
  previous: Rate | undefined,
  rates: readonly Rate[],
  extras: Partial<Switches>,
  sameExtras: boolean,
): Verdict {
  const rate = findRate(rates, key);
  if (!rate) return { kind: 'cleared', reason: 'service-unavailable', previous };
  if (obstacle(rate, extras)) return { kind: 'cleared', reason: 'not-eligible', previous: previous ?? rate };
  const moved = previous && !sameAmount(previous.price, rate.price) && (sameExtras || hasMoved(previous, rate));
  return moved ? { kind: 'price-changed', rate, previous } : { kind: 'kept', rate };
}

/** Where the parts do not add up, nobody can tell the carriage from what was switched on. */
function hasMoved(previous: Rate, rate: Rate): boolean {
  return (
    breakdown(previous) !== undefined &&
    breakdown(rate) !== undefined &&
    !sameAmount(carriage(previous), carriage(rate))
  );
}
