import { type Rate, type Rupiah, toHundredths } from '../contract/index.ts';
import { addsUp } from './breakdown.ts';
import { type Availability, insuranceOf } from './eligibility.ts';
import { canCollect, type ExtraName, type Switches } from './extras.ts';

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
  fees: Readonly<Record<ExtraName, Fee | null | undefined>>;
}

const names = ['insured', 'cashOnDelivery'] as const;

const availabilityOf = (rate: Rate): Record<ExtraName, Availability> => ({
  insured: insuranceOf(rate),
  cashOnDelivery: canCollect(rate) ? 'optional' : 'unavailable',
});

/** The switches as they stand on a row: mandatory extras are on, unavailable ones are off. */
export function standing(rate: Rate, switched: Switches): Switches {
  const available = availabilityOf(rate);
  const stands = (name: ExtraName) =>
    available[name] === 'mandatory' || (available[name] === 'optional' && switched[name]);
  return { insured: stands('insured'), cashOnDelivery: stands('cashOnDelivery') };
}

/**
 * The parts of a row's price. Undefined if they are missing or do not add up: then the price is valid only for the switches that
 * were asked, and another combination has to be asked for.
 */
export function priceParts(rate: Rate, asked: Switches): PriceParts | undefined {
  if (!addsUp(rate)) return undefined;
  let shipping = rate.price;
  const available = availabilityOf(rate);
  const fees: PriceParts['fees'] & Record<ExtraName, unknown> = { insured: undefined, cashOnDelivery: undefined };
  for (const name of names) {
    const fee = name === 'insured' ? rate.insurance_fee : rate.cash_on_delivery_fee;
    const always = available[name] === 'mandatory';
    // A fee that was not asked for is part of what is paid in any case.
    if (!always && !asked[name]) continue;
    if (available[name] === 'optional' && typeof fee !== 'number') return undefined;
    shipping -= fee ?? 0;
    fees[name] = available[name] === 'unavailable' ? null : { fee: fee ?? 0, ...(always && { always }) };
  }
  shipping = toHundredths(shipping);
  return shipping < 0 ? undefined : { shipping, fees };
}

/** What a combination of the switches costs, in rupiah. Undefined if an extra that is on was not asked for. */
export function priceWith({ shipping, fees }: PriceParts, switched: Switches): Rupiah | undefined {
  let price = shipping;
  for (const name of names) {
    const fee = fees[name];
    if (switched[name] && fee === undefined) return undefined;
    if (fee && (fee.always || switched[name])) price += fee.fee;
  }
  return toHundredths(price);
}

/** Rows without insurance, each made once: an unchanged row is not rendered again. */
const uninsured = new WeakMap<Rate, Rate>();

/**
 * A row that was asked with insurance, as it costs without. Undefined if only the service knows that price, because the parts are
 * missing or do not add up. Mandatory insurance stays.
 */
export function withoutInsurance(rate: Rate, asked: Switches): Rate | undefined {
  const insurance = insuranceOf(rate);
  if (insurance === 'mandatory' || (insurance === 'unavailable' && !rate.insurance_fee)) return rate;
  const known = uninsured.get(rate);
  if (known) return known;
  const parts = priceParts(rate, asked);
  const price = parts && priceWith(parts, standing(rate, { ...asked, insured: false }));
  if (price === undefined) return undefined;
  const made = { ...rate, price, insurance_fee: 0 };
  uninsured.set(rate, made);
  return made;
}
