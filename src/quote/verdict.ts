import { type Rate, sameAmount } from '../contract/index.ts';
import { breakdown, carriage } from './breakdown.ts';
import { isBlocked, type Switches } from './extras.ts';
import { findRate } from './service-key.ts';

/** What becomes of a choice when new rates arrive. It is never replaced by another service. */
export type Verdict =
  | { kind: 'kept'; rate: Rate }
  /** Still chosen, at another price. The shopper reads both prices. */
  | { kind: 'price-changed'; rate: Rate; previous: Rate }
  | { kind: 'cleared'; reason: 'service-unavailable' | 'not-eligible'; previous?: Rate | undefined };

/**
 * @param key the chosen service
 * @param previous its rate so far. Undefined for a preset or restored choice
 * @param rates the new rates
 * @param switched the switches that the new rates were asked with
 * @param sameSwitches whether `previous` was asked with the same switches: the fee of a switch is no price change
 */
export function keepOrClear(
  key: string,
  previous: Rate | undefined,
  rates: readonly Rate[],
  switched: Partial<Switches>,
  sameSwitches: boolean,
): Verdict {
  const rate = findRate(rates, key);
  if (!rate) return { kind: 'cleared', reason: 'service-unavailable', previous };
  if (isBlocked(rate, switched)) return { kind: 'cleared', reason: 'not-eligible', previous: previous ?? rate };
  const moved = previous && !sameAmount(previous.price, rate.price) && (sameSwitches || hasMoved(previous, rate));
  return moved ? { kind: 'price-changed', rate, previous } : { kind: 'kept', rate };
}

/** Compares the carriage alone. Prices whose parts do not add up cannot be compared. */
function hasMoved(previous: Rate, rate: Rate): boolean {
  return (
    breakdown(previous) !== undefined &&
    breakdown(rate) !== undefined &&
    !sameAmount(carriage(previous), carriage(rate))
  );
}
