import {
  absent,
  type CashOnDeliveryType,
  cashOnDeliveryLimit,
  type Item,
  type OrderRequest,
  type Rate,
  type Rupiah,
} from '../contract/index.ts';
import { insuranceOf } from './eligibility.ts';
import type { CashOnDeliveryCollects } from './payments.ts';

/** The two extras that the shopper may add to a delivery. */
export interface Switches {
  insured: boolean;
  cashOnDelivery: boolean;
}

export type ExtraName = keyof Switches;

/** The amounts and the type that go with the switches. */
export interface ExtraSettings {
  /** Rupiah to insure. The declared value by default. */
  insuranceAmount?: Rupiah | undefined;
  /** Rupiah that the goods cost, for COD. The declared value by default. */
  cashOnDeliveryAmount?: Rupiah | undefined;
  /** What the courier collects: goods and delivery (`total`, the default) or the `goods` alone. */
  cashOnDeliveryCollects?: CashOnDeliveryCollects | undefined;
  /** `7_days` by default. */
  cashOnDeliveryType?: CashOnDeliveryType | undefined;
}

export interface Extras extends Partial<Switches>, ExtraSettings {}

/** The extras with every default filled in. */
export type SettledExtras = { [Name in keyof Extras]-?: NonNullable<Extras[Name]> };

/** The fields of requests that carry the extras. */
export type ExtraField = 'courier_insurance' | 'destination_cash_on_delivery' | 'destination_cash_on_delivery_type';

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
export function settleExtras(extras: Extras, declared: Rupiah): SettledExtras {
  return {
    insured: extras.insured === true,
    cashOnDelivery: extras.cashOnDelivery === true,
    insuranceAmount: given(extras.insuranceAmount, declared),
    cashOnDeliveryAmount: given(extras.cashOnDeliveryAmount, declared),
    cashOnDeliveryCollects: extras.cashOnDeliveryCollects === 'goods' ? 'goods' : 'total',
    cashOnDeliveryType: given(extras.cashOnDeliveryType, '7_days'),
  };
}

/** Why the insurance cannot be switched. Its courier decides where a rate is chosen. */
function insuranceLock({ insuranceAmount }: SettledExtras, rate?: Rate): Lock | undefined {
  const insurance = rate && insuranceOf(rate);
  if (insurance === 'mandatory') return { on: true, reason: 'mandatory' };
  if (insurance === 'unavailable') return { on: false, reason: 'unavailable' };
  return insuranceAmount ? undefined : { on: false, reason: 'nothing-declared' };
}

/** Why COD cannot be switched. The service refuses a whole request above its limit (contract/README.md §3.2). */
function cashOnDeliveryLock({ cashOnDeliveryAmount }: SettledExtras): Lock | undefined {
  if (cashOnDeliveryAmount > cashOnDeliveryLimit) return { on: false, reason: 'above-limit' };
  return cashOnDeliveryAmount ? undefined : { on: false, reason: 'nothing-declared' };
}

/** Why a switch cannot be moved. Undefined if it can. */
export function lockOf(name: ExtraName, extras: SettledExtras, rate?: Rate): Lock | undefined {
  return name === 'insured' ? insuranceLock(extras, rate) : cashOnDeliveryLock(extras);
}

/** The switches in effect: a lock overrides the shopper's wish. */
export function switchesInForce(extras: SettledExtras, rate?: Rate): Switches {
  return {
    insured: insuranceLock(extras, rate)?.on ?? extras.insured,
    cashOnDelivery: cashOnDeliveryLock(extras)?.on ?? extras.cashOnDelivery,
  };
}

/** Whether a service collects cash on this lane. Only one that says so does (contract/README.md §3.2). */
export const canCollect = (rate: Rate): boolean => rate.available_for_cash_on_delivery === true;

/** Whether a rate is listed but cannot be chosen with these switches. A rate without insurance can be chosen: its row says so. */
export const isBlocked = (rate: Rate, { cashOnDelivery }: Partial<Switches>): boolean =>
  cashOnDelivery === true && !canCollect(rate);

/** The extra that is switched on and that a rate does not have. COD comes first, because it blocks the rate. */
export function lacking(rate: Rate, switched: Partial<Switches>): ExtraName | undefined {
  if (isBlocked(rate, switched)) return 'cashOnDelivery';
  return switched.insured && insuranceOf(rate) === 'unavailable' ? 'insured' : undefined;
}

/** The switches that an order for a rate is written with. Insurance is left out where the courier has none. */
export function orderedWith({ insured, cashOnDelivery }: Switches, rate: Rate): Switches {
  return { insured: insured && rate.available_for_insurance !== false, cashOnDelivery };
}

/** The switches that an order was written with. */
export function switchesOf(order: ExtraFields): Switches {
  return { insured: Boolean(order.courier_insurance), cashOnDelivery: Boolean(order.destination_cash_on_delivery) };
}

/** The fields of a rates request for these extras: COD is asked with the goods. A field that is switched off is not sent. */
export function extraFields(extras: SettledExtras): ExtraFields {
  return {
    ...(extras.insured && { courier_insurance: extras.insuranceAmount }),
    ...(extras.cashOnDelivery && {
      destination_cash_on_delivery: extras.cashOnDeliveryAmount,
      destination_cash_on_delivery_type: extras.cashOnDeliveryType,
    }),
  };
}

/** The extras of an order, as the fields of a rates request. */
export function extraFieldsOf(order: ExtraFields): ExtraFields {
  const { insured, cashOnDelivery } = switchesOf(order);
  return {
    ...(insured && { courier_insurance: order.courier_insurance }),
    ...(cashOnDelivery && {
      destination_cash_on_delivery: order.destination_cash_on_delivery,
      destination_cash_on_delivery_type: order.destination_cash_on_delivery_type,
    }),
  };
}
