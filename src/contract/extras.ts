import * as z from 'zod/mini';
import { type Checked, looseObject, type Named, optional, read, report, textLike, wholeNumber } from './fields.ts';
import { readAmount, rupiah } from './money.ts';
import { cashOnDeliveryLimit } from './rules.ts';

/** When the shop receives the collected money (contract/README.md §3.2). */
export const cashOnDeliveryPayouts = ['7_days', '5_days', '3_days'] as const;
/** One of those, or another value that the service names: its dashboard has more. */
export type CashOnDeliveryPayout = (typeof cashOnDeliveryPayouts)[number] | (string & {});

/** The fields of the extras. Rates requests and orders have the same ones. */
export const ExtraFields = looseObject({
  /** The amount to insure in rupiah, not a flag. */
  courier_insurance: optional(rupiah),
  /** The amount to collect, in rupiah, at most 15,000,000. */
  destination_cash_on_delivery: optional(
    wholeNumber('the whole rupiah to collect, at most 15000000', 0, cashOnDeliveryLimit),
  ),
  /** Required with the amount. */
  destination_cash_on_delivery_type: optional(
    textLike(/^\w{1,40}$/, `one of ${cashOnDeliveryPayouts.join(', ')}, or another word of the service`),
  ),
});
export interface ExtraFields extends z.output<typeof ExtraFields> {}

const cashOnDeliveryLimits = z.object({ least: z.optional(z.number()), most: z.optional(z.number()) });

/** Rupiah that a courier collects of one parcel, at least and at most (contract/README.md §3.2). */
export interface CashOnDeliveryLimits extends z.output<typeof cashOnDeliveryLimits> {}
export const CashOnDeliveryLimits: Named<typeof cashOnDeliveryLimits, CashOnDeliveryLimits> = cashOnDeliveryLimits;

/** The fields of a rate that are about the extras. */
export const extraRateFields = {
  available_for_insurance: read.flag,
  available_for_cash_on_delivery: read.flag,
  /** Rupiah; 0 if the courier cannot insure. */
  insurance_fee: readAmount,
  /** Rupiah; 0 if the courier cannot collect. */
  cash_on_delivery_fee: readAmount,
};

/** The fields of an extra on the wire, and its names in a page. */
interface ExtraRow {
  /** The field of a request that asks for it. Nothing is asked without it. */
  readonly field: keyof ExtraFields;
  /** Fields that go with it. */
  readonly details: readonly (keyof ExtraFields)[];
  /** The part of a row's price, in rupiah. */
  readonly fee: `${string}_fee`;
  /** Whether a service has it on this lane. */
  readonly flag: `available_for_${string}`;
  /** What a row without the flag means. */
  readonly unsaid: boolean;
  /** Whether a row without it cannot be ordered while it is switched on. */
  readonly blocks: boolean;
  /**
   * `always`: asked with every question, because a row without it is the same row minus its fee. `switched`: a question of its own,
   * because a service may list fewer rows.
   */
  readonly asked: 'always' | 'switched';
  /** The claim of an offer with its fee and its amount, and the claim that says whether it was asked. */
  readonly claim: string;
  readonly askedClaim: string;
  /** What a page calls it: its attribute, and the end of its form field. */
  readonly word: string;
}

/**
 * The extras that a shopper may add to a delivery. For a further one add a row: the compiler names the rules and words that it needs.
 */
export const extraTable = {
  insurance: {
    field: 'courier_insurance',
    details: [],
    fee: 'insurance_fee',
    flag: 'available_for_insurance',
    unsaid: true,
    blocks: false,
    asked: 'always',
    claim: 'insurance',
    askedClaim: 'insured',
    word: 'insurance',
  },
  cashOnDelivery: {
    field: 'destination_cash_on_delivery',
    details: ['destination_cash_on_delivery_type'],
    fee: 'cash_on_delivery_fee',
    flag: 'available_for_cash_on_delivery',
    unsaid: false,
    blocks: true,
    asked: 'switched',
    claim: 'cash_on_delivery',
    askedClaim: 'cash_on_delivery',
    word: 'cash-on-delivery',
  },
} as const satisfies Record<string, ExtraRow>;

type ExtraTable = typeof extraTable;

/** The name of an extra, which is also the name of its switch. */
export type ExtraName = keyof ExtraTable;

/** A rule or a word for every extra. */
export type PerExtra<Value> = { readonly [Name in ExtraName]: Value };

/** The extras that block a row. */
export type BlockingExtra = { [Name in ExtraName]: ExtraTable[Name]['blocks'] extends true ? Name : never }[ExtraName];

/** What a page calls an extra. */
export type ExtraWord = ExtraTable[ExtraName]['word'];

/** The extras, in the order in which a page lists them. */
export const extraNames = Object.keys(extraTable) as readonly ExtraName[];

/** The extras without which a rate cannot be ordered while they are switched on. */
export const blockingExtras = extraNames.filter((name): name is BlockingExtra => extraTable[name].blocks);

/** Computes a value for every extra. */
export const perExtra = <Value>(make: (name: ExtraName) => Value): { [Name in ExtraName]: Value } =>
  Object.fromEntries(extraNames.map((name) => [name, make(name)])) as { [Name in ExtraName]: Value };

/** A field of a request that carries an extra. */
export type ExtraField = ExtraTable[ExtraName]['field' | 'details'] extends infer Field
  ? Field extends readonly (infer Detail)[]
    ? Detail
    : Field
  : never;

/** All of them. */
export const extraFieldNames: readonly ExtraField[] = extraNames.flatMap((name) => [
  extraTable[name].field,
  ...extraTable[name].details,
]);

/** The fields of COD: the amount, and when the shop gets it. */
export type CashOnDelivery = Pick<ExtraFields, `destination_cash_on_delivery${'' | '_type'}`>;

/** Reports an amount to collect without the day on which the shop gets it: the service requires both. */
export function checkCashOnDelivery(request: Checked<CashOnDelivery>): void {
  const { destination_cash_on_delivery: amount, destination_cash_on_delivery_type: type } = request.value;
  if (!amount || type) return;
  const remedy = `is missing: send one of ${cashOnDeliveryPayouts.join(', ')} with the amount`;
  report(request, ['destination_cash_on_delivery_type'], remedy);
}
