import {
  absent,
  type CashOnDeliveryPayout,
  cashOnDeliveryLimit,
  type ExtraField,
  type ExtraName,
  extraNames,
  extraTable,
  type Item,
  type OrderRequest,
  type PerExtra,
  perExtra,
  type Rate,
  type Rupiah,
  rules,
  wholeRupiah,
} from '../contract/index.ts';

/** What the courier collects with COD: goods and delivery (`total`), or the goods alone. */
export const cashOnDeliveryCollects = ['total', 'goods'] as const;
export type CashOnDeliveryCollects = (typeof cashOnDeliveryCollects)[number];

/** Whole rupiah. The sum of both is the goods once and the delivery once. */
export interface Payments {
  /** What the shopper pays before the parcel is sent. */
  payNow: Rupiah;
  /** What the courier collects at the door. */
  payAtDoor: Rupiah;
}

export interface Purchase {
  /** Rupiah that the goods cost. */
  goods: Rupiah;
  /** Rupiah that the delivery costs, all fees in it. */
  price: Rupiah;
  cashOnDelivery: boolean;
  /** `total` where not given. */
  collects?: CashOnDeliveryCollects | undefined;
}

/** How a purchase is paid. A price with decimals is rounded up, because a courier collects whole rupiah. */
export function paymentsOf({ goods, price, cashOnDelivery, collects }: Purchase): Payments {
  const delivery = wholeRupiah(Number(price));
  if (!cashOnDelivery) return { payNow: goods + delivery, payAtDoor: 0 };
  return collects === 'goods' ? { payNow: delivery, payAtDoor: goods } : { payNow: 0, payAtDoor: goods + delivery };
}

export type { ExtraName } from '../contract/index.ts';

/** Whether each extra is switched on. */
export type Switches = { [Name in ExtraName]: boolean };

/** The amounts and the type that go with the switches. */
export interface ExtraSettings {
  /** Rupiah to insure. The declared value by default. */
  insuranceAmount?: Rupiah | undefined;
  /** Rupiah that the goods cost, for COD. The declared value by default. */
  cashOnDeliveryAmount?: Rupiah | undefined;
  /** What the courier collects: goods and delivery (`total`, the default) or the `goods` alone. */
  cashOnDeliveryCollects?: CashOnDeliveryCollects | undefined;
  /** `7_days` by default. */
  cashOnDeliveryPayout?: CashOnDeliveryPayout | undefined;
}

/** What is asked besides the carriage: the switches and their settings. */
export interface Extras extends Partial<Switches>, ExtraSettings {}

/** The extras with every default filled in. */
export type CompleteExtras = { [Name in keyof Extras]-?: NonNullable<Extras[Name]> };

type ExtraFields = Partial<Pick<OrderRequest, ExtraField>>;

export type LockReason = 'mandatory' | 'unavailable' | 'nothing-declared' | 'above-limit';

/** A switch that the shopper cannot move: its position, and the reason. */
export interface Lock {
  on: boolean;
  reason: LockReason;
}

/** Σ value × quantity, in rupiah. The cargo courier's insurance is derived from it. 0 while an item has a wrong value. */
export function declaredValue(items: readonly Pick<Item, 'value' | 'quantity'>[]): Rupiah {
  // A page may pass a BigInt, which cannot be added to a number.
  const sum = items.reduce((total, { value, quantity }) => total + Number(value) * Number(quantity), 0);
  return Number.isSafeInteger(sum) && sum >= 0 ? sum : 0;
}

/** Frameworks pass null and forms pass an empty text for a missing value (contract/README.md §1.12). */
const given = <T>(value: T, otherwise: NonNullable<T>) => (absent(value) ? otherwise : value) as NonNullable<T>;

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

/** An amount in rupiah, and for COD when the shop gets the money. */
export interface AskedExtra {
  amount: Rupiah;
  type?: CashOnDeliveryPayout | undefined;
}

/** The rules of an extra that need code. The table of the contract has the others. */
interface ExtraRule {
  /** Its fields of a request. COD is asked with the goods. */
  fields(extras: CompleteExtras): ExtraFields;
  /** What a request asks of it: the amount in rupiah, or 1 if it has none, and what an order needs besides. */
  asked(request: ExtraFields & Pick<OrderRequest, 'items'>): AskedExtra;
  /** Why these goods cannot have it with any courier. */
  impossible(extras: CompleteExtras): LockReason | undefined;
  /** Whether the courier adds it to every parcel. */
  isMandatory(rate: Rate): boolean;
  /** Whether the price of this row makes it impossible. */
  isAbove(rate: Rate, extras: CompleteExtras): boolean;
}

export const extraRules: PerExtra<ExtraRule> = {
  insured: {
    fields: ({ insuranceAmount }) => ({ courier_insurance: insuranceAmount }),
    asked: ({ courier_insurance, items }) => ({ amount: courier_insurance ?? declaredValue(items) }),
    impossible: ({ insuranceAmount }) => (insuranceAmount ? undefined : 'nothing-declared'),
    // The cargo courier always insures since 2026-09-07 (contract/README.md §3.4).
    isMandatory: ({ courier_code }) => courier_code === rules.cargoCourier.courier,
    isAbove: () => false,
  },
  cashOnDelivery: {
    fields: ({ cashOnDeliveryAmount, cashOnDeliveryPayout }) => ({
      destination_cash_on_delivery: cashOnDeliveryAmount,
      destination_cash_on_delivery_type: cashOnDeliveryPayout,
    }),
    asked: ({ destination_cash_on_delivery: amount = 0, destination_cash_on_delivery_type: type = '7_days' }) => ({
      amount,
      type,
    }),
    // The service refuses a whole request above its limit (contract/README.md §3.2).
    impossible({ cashOnDeliveryAmount: amount }) {
      if (amount > cashOnDeliveryLimit) return 'above-limit';
      return amount ? undefined : 'nothing-declared';
    },
    isMandatory: () => false,
    isAbove: ({ price }, extras) => paymentsFor(extras, price).payAtDoor > cashOnDeliveryLimit,
  },
};

/** How a delivery at this price is paid, with these extras. */
export const paymentsFor = (extras: CompleteExtras, price: Rupiah): Payments =>
  paymentsOf({ ...extras, goods: extras.cashOnDeliveryAmount, price, collects: extras.cashOnDeliveryCollects });

/** Whether a service adds an extra on this lane: always, on request, or never. */
export type Availability = 'mandatory' | 'optional' | 'unavailable';

export function availabilityOf(name: ExtraName, rate: Rate): Availability {
  if (extraRules[name].isMandatory(rate)) return 'mandatory';
  const { flag, unsaid } = extraTable[name];
  return (rate[flag] ?? unsaid) ? 'optional' : 'unavailable';
}

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

/** Whether the cargo courier was asked and is missing because the goods have no declared value. */
export function cargoLeftOut(couriers: readonly string[], rates: readonly Rate[], declared: Rupiah): boolean {
  const { courier } = rules.cargoCourier;
  return !declared && couriers.includes(courier) && !rates.some(({ courier_code }) => courier_code === courier);
}
