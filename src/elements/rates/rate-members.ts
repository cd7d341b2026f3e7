import type { PropertyDeclarations } from 'lit';
import { type CashOnDeliveryPayout, extraTable, type Rate, type Rupiah } from '../../contract/index.ts';
import type { CashOnDeliveryCollects, PaidBreakdown, Shipment, Switches } from '../../quote/index.ts';
import { filled, flag, jsonObject } from '../core/given.ts';
import * as views from '../core/views.ts';
import type { RateField } from './rate-field.ts';

/** How Lit reads the properties of `RateMembers`. */
export const rateProperties: PropertyDeclarations = {
  name: { converter: filled, reflect: true },
  required: { converter: flag, reflect: true },
  value: { attribute: false },
  defaultValue: { attribute: 'value' },
  shipment: { converter: jsonObject },
  couriers: {},
  cart: {},
  extras: {},
  insured: { converter: flag },
  insuranceAmount: { attribute: false },
  cashOnDelivery: { attribute: 'cash-on-delivery', converter: flag },
  cashOnDeliveryAmount: { attribute: 'cash-on-delivery-amount' },
  cashOnDeliveryCollects: { attribute: 'cash-on-delivery-collects' },
  cashOnDeliveryPayout: { attribute: 'cash-on-delivery-payout' },
  readyAt: { attribute: 'ready-at' },
  preselect: {},
  recommended: {},
  rows: { type: Number },
  logos: { attribute: false },
  allRates: { attribute: 'all-rates', converter: flag },
};

/**
 * What a page sets and reads of the rates for one shipment. For an element with a `RateField` (`base/take-members.ts`): the checkout, and
 * the comparison.
 */
export abstract class RateMembers implements Switches {
  /** @internal */
  abstract readonly rateField: RateField;

  /** The name of its form fields: itself, `-offer`, `-insured` and `-cash-on-delivery`. */
  name!: string;

  /** The form waits for a choice. */
  required!: boolean;

  /** At most so many rates are in the short list. */
  rows!: number;

  /** The shop's own pictures of couriers: URLs by courier code. */
  logos: Readonly<Record<string, string>> | undefined;

  /** Shows every rate at once. Otherwise the list is short, and opens. */
  allRates!: boolean;

  /**
   * `recommended` or `cheapest` chooses that rate when the rates arrive. Otherwise nothing is chosen for the shopper.
   * @type {'recommended' | 'cheapest' | ''}
   */
  preselect!: 'recommended' | 'cheapest' | '';

  /** The service that the shop recommends, `jne/reg`. By default the cheapest that arrives within three days. */
  recommended: string | undefined;

  /** The goods, the origin and the destination. As an attribute: JSON. A copy: set it again after changing it. */
  get shipment(): Partial<Shipment> | undefined {
    return this.rateField.shipment;
  }

  set shipment(given: Partial<Shipment> | null | undefined) {
    this.rateField.setShipment(given);
  }

  /** The couriers to compare: codes, comma-separated or in an array. Empty means all. */
  get couriers(): string {
    return this.rateField.input.couriers;
  }

  set couriers(couriers: string | readonly string[] | null | undefined) {
    this.rateField.set({ couriers: String(couriers ?? '') });
  }

  /** The cart that the shop's server has signed (`signCart`), for the gateway. Set it together with the shipment. */
  get cart(): string {
    return this.rateField.input.cart;
  }

  set cart(cart: string | null | undefined) {
    this.rateField.set({ cart: cart || '' });
  }

  /**
   * The switches for the shopper: `insurance cash-on-delivery` by default, `""` for none. An extra without a switch is as the page
   * sets it.
   */
  get extras(): string {
    return this.rateField.input.offered.map((name) => extraTable[name].word).join(' ');
  }

  set extras(given: string | null | undefined) {
    this.rateField.setOffered(given);
  }

  /** Insurance is switched on. The attribute is the default, and the shopper may switch it off. */
  get insured(): boolean {
    return this.rateField.input.extras.insured === true;
  }

  set insured(insured: boolean) {
    this.rateField.setExtras({ insured });
  }

  /** Rupiah to insure. The value of the items by default. */
  get insuranceAmount(): Rupiah | undefined {
    return this.rateField.input.extras.insuranceAmount;
  }

  set insuranceAmount(given: Rupiah | string | null | undefined) {
    this.rateField.setAmount('insuranceAmount', 'insuranceAmount', given);
  }

  /** Cash on delivery is switched on. The attribute is the default. */
  get cashOnDelivery(): boolean {
    return this.rateField.input.extras.cashOnDelivery === true;
  }

  set cashOnDelivery(cashOnDelivery: boolean) {
    this.rateField.setExtras({ cashOnDelivery });
  }

  /** Rupiah that the goods cost, for COD. The value of the items by default. The subtotal of a signed `cart` comes first. */
  get cashOnDeliveryAmount(): Rupiah | undefined {
    return this.rateField.input.extras.cashOnDeliveryAmount;
  }

  set cashOnDeliveryAmount(given: Rupiah | string | null | undefined) {
    this.rateField.setAmount('cashOnDeliveryAmount', 'cash-on-delivery-amount', given);
  }

  /**
   * `total`, the default: with COD, the courier collects goods and delivery in one sum. `goods`: it collects the goods, and the delivery
   * is paid now. The claim `cash_on_delivery_collects` of a signed `cart` comes first. At most 15,000,000 rupiah are collected.
   * @type {'total' | 'goods' | undefined}
   */
  get cashOnDeliveryCollects(): CashOnDeliveryCollects | undefined {
    return this.rateField.input.extras.cashOnDeliveryCollects;
  }

  set cashOnDeliveryCollects(cashOnDeliveryCollects: CashOnDeliveryCollects | undefined) {
    this.rateField.setExtras({ cashOnDeliveryCollects });
  }

  /**
   * When the courier pays the shop: `7_days` (default), `5_days` or `3_days`.
   * @type {'7_days' | '5_days' | '3_days' | undefined}
   */
  get cashOnDeliveryPayout(): CashOnDeliveryPayout | undefined {
    return this.rateField.input.extras.cashOnDeliveryPayout;
  }

  set cashOnDeliveryPayout(cashOnDeliveryPayout: CashOnDeliveryPayout | undefined) {
    this.rateField.setExtras({ cashOnDeliveryPayout });
  }

  /** When the shop hands the parcel over: an ISO time with its zone, `2026-11-24T09:00+07:00`, or a Date. Arrivals are dates then. */
  get readyAt(): Date | undefined {
    return this.rateField.input.readyAt;
  }

  set readyAt(moment: Date | string | null | undefined) {
    this.rateField.setReadyAt(moment);
  }

  /**
   * The chosen service, `jne/reg`, or null. Setting it fires no event. It shows once the service is quoted. A null that is set before
   * anything is chosen, as frameworks do, changes nothing: `preselect` still chooses.
   */
  get value(): string | null {
    return views.value(this.rateField.state);
  }

  set value(key: string | null | undefined) {
    this.rateField.setKey('set-value', key);
  }

  /** The service that is chosen at first. The attribute is the default that a form's reset returns to. */
  get defaultValue(): string | null {
    return this.rateField.defaultValue;
  }

  set defaultValue(key: string | null | undefined) {
    this.rateField.setKey('set-default', key);
  }

  /** The chosen rate, as the service quoted it last. */
  get rate(): Rate | undefined {
    return views.rate(this.rateField.state);
  }

  /** The parts of its price, and how it is paid. Undefined if the service's numbers do not add up. */
  get breakdown(): PaidBreakdown | undefined {
    return views.priceParts(this.rateField.state);
  }

  /** Asks for the rates again. Resolves after the answer or the failure. */
  refresh(): Promise<void> {
    return this.rateField.refresh();
  }

  focus(options?: FocusOptions): void {
    this.rateField.anchor?.focus(options);
  }

  formResetCallback(): void {
    this.rateField.reset();
  }

  formStateRestoreCallback(state: string | File | FormData | null): void {
    this.rateField.restore(state);
  }
}
