import {
  type ExtraName,
  type ExtraWord,
  extraNames,
  extraTable,
  type PerExtra,
  perExtra,
  type Rate,
  type Rupiah,
  sameAmount,
  serviceKey,
  toHundredths,
  wholeRupiah,
} from '../contract/index.ts';
import { availabilityOf, isAvailable, isBlocked, type Payments, type Switches } from '../extras/index.ts';

export { serviceKey };

/** The rates of a list by their keys. A list is never changed, and one with a thousand rates is searched at every click. */
const indexes = new WeakMap<readonly Rate[], ReadonlyMap<string, Rate>>();

/** The first rate of a service. */
export function findRate(rates: readonly Rate[], key: string | null | undefined): Rate | undefined {
  const index = indexes.get(rates) ?? new Map([...rates].reverse().map((rate) => [serviceKey(rate), rate]));
  indexes.set(rates, index);
  return index.get(key ?? '');
}

/** What one part of a price is for. */
export type PartKind = 'shipping' | 'discount' | 'surcharge' | ExtraWord;

/** A line of the bill. */
export interface Part {
  kind: PartKind;
  /** Rupiah; below 0 for a discount. */
  amount: Rupiah;
}

/** The lines of a bill, which add up to the price. */
export interface Breakdown {
  parts: Part[];
  /** Rupiah: the price. */
  total: Rupiah;
}

/** With how it is paid. */
export interface PaidBreakdown extends Breakdown, Payments {}

/** `shipping − discount + surcharge + the extras` (contract/README.md §3.7). */
export function priceOf(rate: Omit<Rate, 'price' | 'courier_code' | 'courier_service_code'>): Rupiah {
  const { shipping_fee, shipping_fee_discount, shipping_fee_surcharge } = rate;
  return (shipping_fee ?? 0) - (shipping_fee_discount ?? 0) + (shipping_fee_surcharge ?? 0) + extraFees(rate);
}

/**
 * The parts of a price: the shipping, and the other parts that are not 0. Undefined if the service's own numbers do not add up:
 * then the price alone is shown (contract/README.md §3.7).
 */
export function breakdown(rate: Rate): Breakdown | undefined {
  if (!addsUp(rate)) return undefined;
  const parts = signedParts(rate).filter(({ kind, amount }) => kind === 'shipping' || amount !== 0);
  return { parts, total: rate.price };
}

/** Whether the service tells the parts of a price, and their sum is the price. */
function addsUp(rate: Rate): boolean {
  return typeof rate.shipping_fee === 'number' && sameAmount(priceOf(rate), rate.price);
}

/** What the extras of a row cost, in rupiah. */
export const extraFees = (rate: Omit<Rate, 'price' | 'courier_code' | 'courier_service_code'>): Rupiah =>
  extraNames.reduce((sum, name) => sum + (rate[extraTable[name].fee] ?? 0), 0);

/** The price without the fees of the extras, in rupiah. */
export const carriage = (rate: Rate): Rupiah => rate.price - extraFees(rate);

function signedParts(rate: Rate): Part[] {
  return [
    { kind: 'shipping', amount: rate.shipping_fee ?? 0 },
    { kind: 'discount', amount: -(rate.shipping_fee_discount ?? 0) },
    { kind: 'surcharge', amount: rate.shipping_fee_surcharge ?? 0 },
    ...extraNames.map((name) => ({ kind: extraTable[name].word, amount: rate[extraTable[name].fee] ?? 0 })),
  ];
}

/** What an extra costs on a row, in rupiah. `always`: the courier adds it to every parcel. */
interface Fee {
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

// `test/shops/woocommerce-cases.json` holds this file and the plugin for WooCommerce together.

/** Tenths of a percent. A fee that is a larger share of the goods is a minimum. */
const mostTenths = 60;

/** Without and with value-added tax. */
const taxes = [1, 1.11];

/** The share of the goods that a fee is. Undefined if it is no plain percentage of them: then it may be a minimum. */
function shareOf(fee: Rupiah, goods: Rupiah): number | undefined {
  for (let tenths = 1; tenths <= mostTenths; tenths++)
    for (const tax of taxes) {
      const share = (tenths * tax) / 1_000;
      if (fee > 0 && wholeRupiah(goods * share) === wholeRupiah(fee)) return share;
    }
  return undefined;
}

/** The fee for goods and delivery. The courier collects the fee, too. */
function feeOf(share: number, goods: Rupiah, delivery: Rupiah): Rupiah {
  let fee = 0;
  for (let next = -1; next !== fee; ) {
    next = fee;
    fee = wholeRupiah((goods + wholeRupiah(delivery + next)) * share);
  }
  return fee;
}

/**
 * A row that was asked with COD for the goods alone, at the price with which the courier collects the delivery too: its price was not
 * known before, and each question costs money. A fee that is a percentage of the goods grows with the sum. Another one may be a minimum,
 * and stays. The fee's share of the insurance is left out: each switch has one price, whatever the other one is.
 *
 * @param goods rupiah that the row was asked with
 */
export function collectingDelivery(rate: Rate, goods: Rupiah): Rate {
  const { cash_on_delivery_fee } = rate;
  const fee = cash_on_delivery_fee ?? 0;
  const collects = isAvailable('cashOnDelivery', rate) && addsUp(rate) && carriage(rate) >= 0;
  const share = collects ? shareOf(fee, goods) : undefined;
  if (share === undefined) return rate;
  const more = feeOf(share, goods, carriage(rate)) - fee;
  return { ...rate, price: toHundredths(rate.price + more), cash_on_delivery_fee: toHundredths(fee + more) };
}

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
