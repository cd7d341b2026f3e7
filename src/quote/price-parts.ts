import {
  type ExtraName,
  extraNames,
  extraTable,
  type PerExtra,
  perExtra,
  type Rate,
  type Rupiah,
  toHundredths,
} from '../contract/index.ts';
import { addsUp, carriage } from './breakdown.ts';
import { availabilityOf, type Switches } from './extras.ts';

/** What an extra costs on a row, in rupiah. `always`: the courier adds it to every parcel. */
export interface Fee {
  fee: Rupiah;
  always?: boolean | undefined;
}

/** The parts of a price. The price of every combination of the switches is their sum (contract/README.md §3.7). */
export interface PriceParts {
  /** Rupiah that are paid in any case: the carriage, and fees that were charged without being asked for. */
  shipping: Rupiah;
  /** Undefined if it was not asked for, null if this service does not have it. */
  fees: PerExtra<Fee | null | undefined>;
}

/** The switches in effect on a row: mandatory extras are on, unavailable ones are off. */
export const effectiveOn = (rate: Rate, switched: Switches): Switches =>
  perExtra((name) => {
    const available = availabilityOf(name, rate);
    return available === 'mandatory' || (available === 'optional' && switched[name]);
  });

/**
 * The parts of a row's price. Undefined if they are missing or do not add up: then the price is valid only for the switches that
 * were asked, and another combination has to be asked for.
 */
export function priceParts(rate: Rate, asked: Switches): PriceParts | undefined {
  if (!addsUp(rate)) return undefined;
  let shipping = rate.price;
  const fees = perExtra((): Fee | null | undefined => undefined);
  for (const name of extraNames) {
    const fee = rate[extraTable[name].fee];
    const available = availabilityOf(name, rate);
    const always = available === 'mandatory';
    // A fee that was not asked for is part of what is paid in any case.
    if (!always && !asked[name]) continue;
    if (available === 'optional' && typeof fee !== 'number') return undefined;
    shipping -= fee ?? 0;
    // A row may charge for an extra that it does not have. The fee is in its price while the switch is on, as the screen shows it.
    const isMissing = available === 'unavailable' && (extraTable[name].blocks || !fee);
    fees[name] = isMissing ? null : { fee: fee ?? 0, ...(always && { always }) };
  }
  shipping = toHundredths(shipping);
  return shipping < 0 ? undefined : { shipping, fees };
}

/** What a combination of the switches costs, in rupiah. Undefined if an extra that is on was not asked for. */
export function priceWith({ shipping, fees }: PriceParts, switched: Switches): Rupiah | undefined {
  let price = shipping;
  for (const name of extraNames) {
    const fee = fees[name];
    if (switched[name] && fee === undefined) return undefined;
    if (fee && (fee.always || switched[name])) price += fee.fee;
  }
  return toHundredths(price);
}

/** Rows without an extra, each made once: an unchanged row is not rendered again. */
const derived = perExtra(() => new WeakMap<Rate, Rate>());

/**
 * A row that was asked with an extra, as it costs without. Undefined if only the service knows that price, because the parts are
 * missing or do not add up. A mandatory extra stays.
 */
export function withoutExtra(name: ExtraName, rate: Rate, asked: Switches): Rate | undefined {
  const { fee } = extraTable[name];
  const available = availabilityOf(name, rate);
  if (available === 'mandatory' || (available === 'unavailable' && !rate[fee])) return rate;
  const known = derived[name].get(rate);
  if (known) return known;
  const hasFee = (other: ExtraName) =>
    !asked[other] || availabilityOf(other, rate) !== 'optional' || typeof rate[extraTable[other].fee] === 'number';
  if (!addsUp(rate) || carriage(rate) < 0 || !extraNames.every(hasFee)) return undefined;
  const price = toHundredths(rate.price - (rate[fee] ?? 0));
  const made = { ...rate, price, [fee]: 0 };
  derived[name].set(rate, made);
  return made;
}
