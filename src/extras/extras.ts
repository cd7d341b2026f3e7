import {
  absent,
  type ExtraName,
  extraNames,
  extraTable,
  type PerExtra,
  perExtra,
  type Rate,
  type Rupiah,
} from '../contract/index.ts';
import { cashOnDelivery } from './cash-on-delivery/rule.ts';
import { insurance } from './insurance/rule.ts';
import type { CompleteExtras, ExtraFields, ExtraRule, Extras, Lock, Switches } from './rule.ts';

/** A further extra is a folder beside these, with a line here, one in `claims.ts` if a cart or an offer sets its amount, and a row with its fields in `contract/extras.ts`. */
export const extraRules: PerExtra<ExtraRule> = { insurance, cashOnDelivery };

/**
 * The name of what a form field submits beside its own value. PHP drops the text after a bracket: `order[ship]-offer` would replace
 * `order[ship]`, so it is `order[ship-offer]`.
 */
export const entryName = (name: string, what: string): string => name.replace(/]?$/, `-${what}$&`);

/** Frameworks pass null and forms pass an empty text for a missing value (contract/README.md §1.12). */
const given = <T>(value: T, otherwise: NonNullable<T>) => (absent(value) ? otherwise : value) as NonNullable<T>;

/** What a page has that has set nothing. */
export const initialExtras: Extras = { ...perExtra(() => false), cashOnDeliveryPayout: '7_days' };

/** @param declared the declared value of the goods in rupiah: the default of both amounts */
export function completeExtras(extras: Extras, declared: Rupiah): CompleteExtras {
  return {
    ...perExtra((name) => extras[name] === true),
    insuranceAmount: given(extras.insuranceAmount, declared),
    cashOnDeliveryAmount: given(extras.cashOnDeliveryAmount, declared),
    cashOnDeliveryCollects: extras.cashOnDeliveryCollects === 'goods' ? 'goods' : 'total',
    cashOnDeliveryPayout: given(extras.cashOnDeliveryPayout, '7_days'),
  };
}

/** Whether a service adds an extra on this lane: always, on request, or never. */
export type Availability = 'mandatory' | 'optional' | 'unavailable';

/** A courier that insures every parcel decides before the flag of the row. */
export function availabilityOf(name: ExtraName, rate: Rate): Availability {
  if (extraRules[name].isMandatory(rate)) return 'mandatory';
  const { flag, unsaid } = extraTable[name];
  return (rate[flag] ?? unsaid) ? 'optional' : 'unavailable';
}

/** Whether a service can have the extra, or always has it. */
export const isAvailable = (name: ExtraName, rate: Rate): boolean => availabilityOf(name, rate) !== 'unavailable';

/** The same row, marked as one without the extra. */
export const withoutFlag = (rate: Rate, name: ExtraName): Rate =>
  isAvailable(name, rate) ? { ...rate, [extraTable[name].flag]: false } : rate;

/** Why a switch cannot be moved. Undefined if it can. The courier of a rate decides, unless the extra blocks the row instead. */
export function lockOf(name: ExtraName, extras: CompleteExtras, rate?: Rate): Lock | undefined {
  const availability = rate && !extraTable[name].blocks ? availabilityOf(name, rate) : 'optional';
  if (availability === 'mandatory') return { on: true, reason: 'mandatory' };
  if (availability === 'unavailable') return { on: false, reason: 'unavailable' };
  const reason = extraRules[name].impossible(extras);
  return reason && { on: false, reason };
}

/** The switches in effect: a lock overrides what was requested. */
export const effectiveSwitches = (extras: CompleteExtras, rate?: Rate): Switches =>
  perExtra((name) => lockOf(name, extras, rate)?.on ?? extras[name]);

/** Blocking extras first: the row says why it cannot be chosen. */
const byWeight = [...extraNames].sort((a, b) => Number(extraTable[b].blocks) - Number(extraTable[a].blocks));

/** The extra that is switched on and that a rate does not have. */
export const lacking = (rate: Rate, switched: Partial<Switches>): ExtraName | undefined =>
  byWeight.find((name) => switched[name] && !isAvailable(name, rate));

/** Whether a rate is listed but cannot be chosen with these switches. A rate without insurance can be chosen: its row says so. */
export function isBlocked(rate: Rate, switched: Partial<Switches>): boolean {
  const name = lacking(rate, switched);
  return name !== undefined && extraTable[name].blocks;
}

/** The switches that an order for a rate is written with. What the courier does not have is left out, unless it blocks the row. */
export const orderedWith = (switched: Switches, rate: Rate): Switches =>
  perExtra((name) => switched[name] && (extraTable[name].blocks || rate[extraTable[name].flag] !== false));

/** The switches without those that block rows. */
export const withoutBlocking = (switched: Switches): Switches =>
  perExtra((name) => switched[name] && !extraTable[name].blocks);

/** The switches that an order was written with. */
export const switchesOf = (order: ExtraFields): Switches => perExtra((name) => Boolean(order[extraTable[name].field]));

/** The fields of a rates request for these extras. A field that is switched off is not sent. */
export const extraFields = (extras: CompleteExtras): ExtraFields =>
  Object.assign({}, ...extraNames.map((name) => extras[name] && extraRules[name].fields(extras)));

/** The extras of an order, as the fields of a rates request. */
export function extraFieldsOf(order: ExtraFields): ExtraFields {
  const switched = switchesOf(order);
  const fields = extraNames.flatMap((name) =>
    switched[name] ? [extraTable[name].field, ...extraTable[name].details] : [],
  );
  return Object.fromEntries(fields.map((field) => [field, order[field]]));
}
