import { type Rate, type Rupiah, toHundredths } from '../contract/index.ts';
import { addsUp } from './breakdown.ts';
import { type Extra, type ExtraName, extraRows, type Switches, switches } from './extras.ts';
import { serviceKey } from './service-key.ts';

/** A row of an answer, and the switches that it was asked with. */
export interface Quoted {
  readonly rate: Rate;
  readonly asked: Switches;
}

/** What an extra costs on a row, in rupiah; `always`: the courier adds it to every parcel. */
export interface Fee {
  fee: Rupiah;
  always?: boolean | undefined;
}

/** The parts of a price as the switches move it: every combination of them is their sum (contract/README.md §3.7). */
export interface PriceParts {
  /** Rupiah that are paid in any case: the carriage, and what was charged without being asked for. */
  shipping: Rupiah;
  /** Undefined where it was not asked for, null where this service does not have it. */
  fees: Readonly<Record<ExtraName, Fee | null | undefined>>;
}

/** The switches as they stand on a row: what its courier does always is on, what it cannot do is off. */
export function standing(rate: Rate, switched: Switches): Switches {
  return switches(({ property, availability }) => {
    const available = availability(rate);
    return available === 'mandatory' || (available === 'optional' && switched[property]);
  });
}

/** What was told of a row last: at every switch it is wanted of every row. */
const told = new WeakMap<Rate, { asked: Switches; parts: PriceParts | undefined }>();

/**
 * The parts of a row's price; undefined where they are missing or do not add up: then its price stands for what was asked
 * alone, and other combinations are to be asked for themselves.
 */
export function priceParts(rate: Rate, asked: Switches): PriceParts | undefined {
  const last = told.get(rate);
  if (last?.asked === asked) return last.parts;
  const parts = partsOf(rate, asked);
  told.set(rate, { asked, parts });
  return parts;
}

function partsOf(rate: Rate, asked: Switches): PriceParts | undefined {
  if (!addsUp(rate)) return undefined;
  let shipping = rate.price;
  const fees: Partial<Record<ExtraName, Fee | null>> = {};
  for (const { property, fee: field, availability } of extraRows) {
    const available = availability(rate);
    const always = available === 'mandatory';
    // A fee that nobody has asked for is part of what is paid in any case.
    if (!always && !asked[property]) continue;
    const fee = rate[field];
    if (available === 'optional' && typeof fee !== 'number') return undefined;
    shipping -= fee ?? 0;
    fees[property] = available === 'unavailable' ? null : { fee: fee ?? 0, ...(always && { always }) };
  }
  shipping = toHundredths(shipping);
  return shipping < 0 ? undefined : { shipping, fees: fees as PriceParts['fees'] };
}

/** What a combination of the switches costs, in rupiah; undefined where one that is on was not asked for. */
export function priceWith({ shipping, fees }: PriceParts, switched: Switches): Rupiah | undefined {
  let price = shipping;
  for (const { property } of extraRows) {
    const fee = fees[property];
    if (switched[property] && fee === undefined) return undefined;
    if (fee && (fee.always || switched[property])) price += fee.fee;
  }
  return toHundredths(price);
}

/** What was made of a row, by what is another in it: the same row and the same switches are the same object. */
const made = new WeakMap<Rate, Map<string, Rate>>();

function madeOf(rate: Rate, name: string, changes: () => Partial<Rate>): Rate {
  const known = made.get(rate) ?? new Map<string, Rate>();
  made.set(rate, known);
  const found = known.get(name) ?? { ...rate, ...changes() };
  known.set(name, found);
  return found;
}

/** A row that says that it cannot do what it is listed without. */
export const rateUnable = (rate: Rate, { property, unable }: Extra): Rate => madeOf(rate, property, () => unable ?? {});

/**
 * A row as if these switches had been asked: what is switched off is taken from its price. Undefined where only the service
 * knows, because one that is on was not asked for, or because its parts are missing or do not add up.
 */
export function rateWith({ rate, asked }: Quoted, switched: Switches): Rate | undefined {
  let changed = false;
  const fees: Extra['fee'][] = [];
  for (const { property, fee, availability } of extraRows) {
    const available = availability(rate);
    if (available === 'mandatory') continue;
    const wanted = switched[property] && available === 'optional';
    if (wanted && !asked[property]) return undefined;
    if (!asked[property] || wanted) continue;
    // Where it cannot be had, it is in the price only if the row says so.
    changed ||= available === 'optional' || Boolean(rate[fee]);
    if (rate[fee]) fees.push(fee);
  }
  if (!changed) return rate;
  const parts = priceParts(rate, asked);
  const price = parts && priceWith(parts, standing(rate, switched));
  if (price === undefined) return undefined;
  if (!fees.length) return rate;
  return madeOf(rate, fees.join(), () => ({ price, ...Object.fromEntries(fees.map((fee) => [fee, 0])) }));
}

/** What a switch adds to a price, before it is pressed. */
export interface Addition {
  /** Rupiah: of the chosen rate, or the least of all where none is chosen; undefined where the service has to be asked. */
  fee: Rupiah | undefined;
  /** Rupiah: the most of all rates. */
  most: Rupiah | undefined;
  /** How many of the rates can have it. */
  able: number;
  /** How many rates there are. */
  of: number;
}

/** @param chosen the key of the chosen service */
export function additionOf(name: ExtraName, rows: readonly Quoted[], chosen?: string | null): Addition {
  const extra = extraRows.find(({ property }) => property === name);
  const able = rows.filter(({ rate }) => extra && extra.availability(rate) !== 'unavailable');
  const feeOf = ({ rate, asked }: Quoted) => priceParts(rate, asked)?.fees[name]?.fee;
  const own = chosen ? rows.find(({ rate }) => serviceKey(rate) === chosen) : undefined;
  let least: Rupiah | undefined;
  let most: Rupiah | undefined;
  for (const row of able) {
    const fee = feeOf(row);
    if (fee === undefined) continue;
    if (least === undefined || fee < least) least = fee;
    if (most === undefined || fee > most) most = fee;
  }
  return { fee: own ? feeOf(own) : least, most, able: able.length, of: rows.length };
}
