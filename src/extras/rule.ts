import type {
  CashOnDeliveryPayout,
  ExtraField,
  ExtraName,
  Item,
  OrderRequest,
  Rate,
  Rupiah,
} from '../contract/index.ts';

/** What the courier collects with COD: goods and delivery (`total`), or the goods alone. */
export const cashOnDeliveryCollects = ['total', 'goods'] as const;
export type CashOnDeliveryCollects = (typeof cashOnDeliveryCollects)[number];

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

/** The fields of a request that carry the extras. */
export type ExtraFields = Partial<Pick<OrderRequest, ExtraField>>;

/** Why a switch cannot be moved: the courier always or never has it, or the amount is 0 or too high. */
export type LockReason = 'mandatory' | 'unavailable' | 'nothing-declared' | 'above-limit';

/** A switch that the shopper cannot move: its position, and the reason. */
export interface Lock {
  on: boolean;
  reason: LockReason;
}

/** Rupiah that a courier takes at most, or at least. */
export type CourierLimit = { most: Rupiah } | { least: Rupiah };

/** An amount in rupiah, and for COD when the shop gets the money. */
export interface AskedExtra {
  amount: Rupiah;
  type?: CashOnDeliveryPayout | undefined;
}

/** What an extra needs of code. Its row in the table of the contract has the rest. */
export interface ExtraRule {
  /** Its fields of a request. COD is asked with the goods. */
  fields(extras: CompleteExtras): ExtraFields;
  /** What a request asks of it: the amount in rupiah, or 1 if it has none, and what an order needs besides. */
  asked(request: ExtraFields & Pick<OrderRequest, 'items'>): AskedExtra;
  /** Why these goods cannot have it with any courier. */
  impossible(extras: CompleteExtras): LockReason | undefined;
  /** Whether the courier adds it to every parcel. */
  isMandatory(rate: Rate): boolean;
  /** The limit of its courier that the sum for this row is beyond. Undefined within the limits. */
  beyond(rate: Rate, extras: CompleteExtras): CourierLimit | undefined;
  /** The client's reasons that refuse a lane or an order for it alone. */
  refusals: readonly string[];
}

/** The extras of an accepted offer, and the rupiah that the courier collects. */
export type AcceptedExtras = { [Name in ExtraName]?: AskedExtra | undefined } & { payAtDoor: Rupiah };

/** What tokens say of an extra. */
export interface ExtraClaims<CartClaims> {
  /** Its settings, as a cart claims them. */
  settings(cart: CartClaims & { subtotal: Rupiah }): ExtraSettings;
  /** Those that an accepted offer decides. */
  accepted(offer: AcceptedExtras): ExtraSettings;
}

/** Σ value × quantity, in rupiah. The cargo courier's insurance is derived from it. 0 while an item has a wrong value. */
export function declaredValue(items: readonly Pick<Item, 'value' | 'quantity'>[]): Rupiah {
  // A page may pass a BigInt, which cannot be added to a number.
  const sum = items.reduce((total, { value, quantity }) => total + Number(value) * Number(quantity), 0);
  return Number.isSafeInteger(sum) && sum >= 0 ? sum : 0;
}
