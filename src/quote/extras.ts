import {
  absent,
  type CashOnDeliveryType,
  cashOnDeliveryLimit,
  type Item,
  type OrderRequest,
  type Rate,
  type RatesRequest,
  type Rupiah,
} from '../contract/index.ts';
import { type Availability, insuranceOf } from './eligibility.ts';

/** What the shopper may add to a delivery, each by a switch. */
export interface Switches {
  insured: boolean;
  cashOnDelivery: boolean;
}

export type ExtraName = keyof Switches;

/** What goes with the switches. */
export interface ExtraSettings {
  /** Rupiah to insure; the declared value where not given. */
  insuranceAmount?: Rupiah | undefined;
  /** Rupiah to collect; the declared value where not given. */
  cashOnDeliveryAmount?: Rupiah | undefined;
  /** `7_days` where not given. */
  cashOnDeliveryType?: CashOnDeliveryType | undefined;
}

/** The switches, off where not given, and the amounts they stand for. */
export interface Extras extends Partial<Switches>, ExtraSettings {}

/** The extras with everything filled in. */
export type SettledExtras = { [Name in keyof Extras]-?: NonNullable<Extras[Name]> };

/** Why a row is listed but cannot be chosen as the switches stand. */
export type Obstacle = 'cash-on-delivery-unavailable';

/** The fields of the wire that the extras stand for. */
export type ExtraField = 'courier_insurance' | 'destination_cash_on_delivery' | 'destination_cash_on_delivery_type';

type ExtraFields = Partial<Pick<OrderRequest, ExtraField>>;

export type LockReason = 'mandatory' | 'unavailable' | 'nothing-declared' | 'above-limit';

/** A switch that the shopper cannot move: where it stands, and why. */
export interface Lock {
  on: boolean;
  reason: LockReason;
}

/** A property of the elements: how it is written as an attribute. */
interface Setting {
  property: keyof Extras;
  attribute: string;
  kind: 'amount' | 'text';
}

export interface Extra {
  /** The element's property, the event's field, and the key under which a page's state is restored. */
  readonly property: ExtraName;
  /** The element's attribute, and what follows the name of a form field: `shipping-insured`. */
  readonly attribute: string;
  /** The id of its switch, and its part of a price. */
  readonly part: 'insurance' | 'cash-on-delivery';
  /** The properties beside the switch. */
  readonly settings: readonly Setting[];
  /** Which fields of each operation it stands for; an order that has the first of them was written with it. */
  readonly wire: {
    readonly rates: readonly (ExtraField & keyof RatesRequest)[];
    readonly orders: readonly ExtraField[];
  };
  /** The field of a rate that says what it costs. */
  readonly fee: 'insurance_fee' | 'cash_on_delivery_fee';
  /** Whether a service has it on this lane. */
  availability(rate: Rate): Availability;
  /**
   * The fields by which a row says that it cannot do it, of an extra that such rows may be missing with: what no courier has said is
   * asked without it, and a row of that answer is listed with these.
   */
  readonly unable?: Readonly<Partial<Rate>>;
  /** The values of these fields while it is on. */
  fields(extras: SettledExtras): ExtraFields;
  /** Why it cannot be switched, by what is shipped and, where one is chosen, by the rate. */
  lock(extras: SettledExtras, rate?: Rate): Lock | undefined;
  /** Whether an order for this rate may carry it. */
  ordered(rate: Rate): boolean;
  /** Why this rate cannot be chosen while it is on. */
  obstacle(rate: Rate): Obstacle | undefined;
}

/**
 * The table of extras: form, panel, events, restored state and requests iterate over it, and a further extra is a further
 * row (contract/README.md §3.1 and §3.2).
 */
export const extraRows: readonly Extra[] = [
  {
    property: 'insured',
    attribute: 'insured',
    part: 'insurance',
    settings: [{ property: 'insuranceAmount', attribute: 'insurance-amount', kind: 'amount' }],
    wire: { rates: ['courier_insurance'], orders: ['courier_insurance'] },
    fee: 'insurance_fee',
    availability: insuranceOf,
    fields: ({ insuranceAmount }) => ({ courier_insurance: insuranceAmount }),
    lock({ insuranceAmount }, rate) {
      const insurance = rate && insuranceOf(rate);
      if (insurance === 'mandatory') return { on: true, reason: 'mandatory' };
      if (insurance === 'unavailable') return { on: false, reason: 'unavailable' };
      return insuranceAmount ? undefined : { on: false, reason: 'nothing-declared' };
    },
    ordered: (rate) => rate.available_for_insurance !== false,
    // A rate without insurance can be chosen all the same: its row says so.
    obstacle: () => undefined,
  },
  {
    property: 'cashOnDelivery',
    attribute: 'cash-on-delivery',
    part: 'cash-on-delivery',
    settings: [
      { property: 'cashOnDeliveryAmount', attribute: 'cash-on-delivery-amount', kind: 'amount' },
      { property: 'cashOnDeliveryType', attribute: 'cash-on-delivery-type', kind: 'text' },
    ],
    wire: {
      rates: ['destination_cash_on_delivery', 'destination_cash_on_delivery_type'],
      orders: ['destination_cash_on_delivery', 'destination_cash_on_delivery_type'],
    },
    fee: 'cash_on_delivery_fee',
    unable: { available_for_cash_on_delivery: false },
    // Rates that cannot collect stay listed with the flag false; only one that says it can may be chosen.
    availability: (rate) => (rate.available_for_cash_on_delivery === true ? 'optional' : 'unavailable'),
    fields: ({ cashOnDeliveryAmount, cashOnDeliveryType }) => ({
      destination_cash_on_delivery: cashOnDeliveryAmount,
      destination_cash_on_delivery_type: cashOnDeliveryType,
    }),
    lock({ cashOnDeliveryAmount }) {
      // Above the limit the service refuses the whole request.
      if (cashOnDeliveryAmount > cashOnDeliveryLimit) return { on: false, reason: 'above-limit' };
      return cashOnDeliveryAmount ? undefined : { on: false, reason: 'nothing-declared' };
    },
    ordered: () => true,
    obstacle: (rate) => (rate.available_for_cash_on_delivery === true ? undefined : 'cash-on-delivery-unavailable'),
  },
];

/** Σ value × quantity, in rupiah: what the cargo courier's insurance is derived from. */
export function declaredValue(items: readonly Pick<Item, 'value' | 'quantity'>[]): Rupiah {
  // Of a page's own making, a value may be a BigInt, which cannot be added to a number.
  const sum = items.reduce((total, { value, quantity }) => total + Number(value) * Number(quantity), 0);
  // Of goods whose values are wrong nothing is derived: that they are is said of themselves.
  return Number.isSafeInteger(sum) && sum >= 0 ? sum : 0;
}

/** A framework hands null over, and a form an empty text, for what has no value (contract/README.md §1.12). */
const given = <T>(value: T, otherwise: NonNullable<T>) => (absent(value) ? otherwise : value) as NonNullable<T>;

/** @param declared the declared value of the goods, in rupiah: the amount of whatever has none of its own */
export function settleExtras(extras: Extras, declared: Rupiah): SettledExtras {
  return {
    ...switches(({ property }) => extras[property] === true),
    insuranceAmount: given(extras.insuranceAmount, declared),
    cashOnDeliveryAmount: given(extras.cashOnDeliveryAmount, declared),
    cashOnDeliveryType: given(extras.cashOnDeliveryType, '7_days'),
  };
}

/** The switches as they stand, the shopper's wishes beneath a lock left out; with a rate, by what its courier does too. */
export function switchesInForce(extras: SettledExtras, rate?: Rate): Switches {
  return switches(({ property, lock }) => lock(extras, rate)?.on ?? extras[property]);
}

/** What can be asked of the service: whatever there is something to cover or to collect for. */
export function askable(extras: SettledExtras): Switches {
  return switches(({ lock }) => !lock(extras));
}

/** The switches that an order for a rate is written with: those that are on, without what its courier does not have. */
export function orderedWith(switched: Switches, rate: Rate): Switches {
  return switches(({ property, ordered }) => switched[property] && ordered(rate));
}

export function isSameSwitches(a: Switches, b: Switches): boolean {
  return extraRows.every(({ property }) => a[property] === b[property]);
}

/** The switches that an order was written with. */
export function switchesOf(order: ExtraFields): Switches {
  return switches(({ wire }) => wire.orders.slice(0, 1).some((field) => order[field]));
}

export function switches(isOn: (extra: Extra) => boolean): Switches {
  const made: Partial<Switches> = {};
  for (const extra of extraRows) made[extra.property] = isOn(extra);
  return made as Switches;
}

/** What a rates request says of the extras; a field that is not asked for is not sent. */
export function ratesFields(extras: SettledExtras): ExtraFields {
  return fieldsOf(extras, 'rates');
}

/** What an order for a rate says of the extras: nothing of one that its courier does not have. */
export function orderFields(extras: SettledExtras, rate: Rate): ExtraFields {
  return fieldsOf({ ...extras, ...orderedWith(extras, rate) }, 'orders');
}

function fieldsOf(extras: SettledExtras, operation: keyof Extra['wire']): ExtraFields {
  const on = extraRows.filter(({ property }) => extras[property]);
  return Object.assign({}, ...on.map(({ wire, fields }) => pick(fields(extras), wire[operation])));
}

/** The extras of an order in the fields of a rates request. */
export function ratesFieldsOf(order: ExtraFields): ExtraFields {
  const written = switchesOf(order);
  const on = extraRows.filter(({ property }) => written[property]);
  return Object.assign({}, ...on.map(({ wire }) => pick(order, wire.rates)));
}

const pick = (fields: ExtraFields, names: readonly ExtraField[]): ExtraFields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** Why a rate cannot be chosen as the switches stand; undefined where it can. */
export function obstacle(rate: Rate, switched: Partial<Switches>): Obstacle | undefined {
  for (const { property, obstacle } of extraRows) {
    const found = switched[property] && obstacle(rate);
    if (found) return found;
  }
  return undefined;
}
