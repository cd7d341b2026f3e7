import type { PropertyDeclarations } from 'lit';
import { type CashOnDeliveryType, cashOnDeliveryLimit, type Rate, type Rupiah } from '../../contract/index.ts';
import {
  type Breakdown,
  breakdown,
  declaredValue,
  type Extras,
  insuranceOf,
  itemsOf,
  missingParts,
  obstacle,
  type Shipment,
  type ShipmentPart,
  serviceKey,
} from '../../quote/index.ts';
import { amount, flag, isOn } from './converters.ts';
import { FormFieldElement } from './form-field-element.ts';

/** What a form's reset brings back, and a page that is loaded again. */
export interface Kept {
  /** Undefined for the default. */
  value: string | null | undefined;
  insured: boolean;
  cashOnDelivery: boolean;
}

export type BroughtBack = 'reset' | 'restored';

/** A form field that is about one shipment: what the checkout and the comparison are both told. */
export abstract class ShipmentFieldElement extends FormFieldElement {
  static override properties: PropertyDeclarations = {
    shipment: { type: Object },
    couriers: {},
    insured: { converter: flag },
    insuranceAmount: { converter: amount, attribute: 'insurance-amount' },
    cashOnDelivery: { converter: flag, attribute: 'cash-on-delivery' },
    cashOnDeliveryAmount: { converter: amount, attribute: 'cash-on-delivery-amount' },
    cashOnDeliveryType: { attribute: 'cash-on-delivery-type' },
    rows: { type: Number },
    logos: { type: Object },
  };

  /** What is shipped, from where and to where. As an attribute: JSON. */
  shipment: Partial<Shipment> | undefined;

  /** The couriers to compare, comma-separated codes; empty means all. */
  couriers = '';

  /** The attribute is the default that a form's reset returns to; so for cash on delivery. */
  insured = false;

  /** Rupiah to insure; Σ value × quantity where not given. */
  insuranceAmount: Rupiah | undefined;

  cashOnDelivery = false;

  /** Rupiah to collect; Σ value × quantity where not given. */
  cashOnDeliveryAmount: Rupiah | undefined;

  cashOnDeliveryType: CashOnDeliveryType = '7_days';

  /** So many rates are shown, and room is kept for them; the rest waits behind a button. */
  rows = 4;

  /** The shop's own pictures of couriers: URLs by courier code. The others are two letters. As an attribute: JSON. */
  logos: Readonly<Record<string, string>> | undefined;

  /** The chosen rate, as the service quoted it last. */
  abstract get rate(): Rate | undefined;

  override focus(options?: FocusOptions): void {
    this.anchor?.focus(options);
  }

  /** The parts of its price; undefined where the service's numbers do not add up. */
  get breakdown(): Breakdown | undefined {
    return this.rate && breakdown(this.rate);
  }

  abstract get error(): Error | undefined;

  /** Why there are no rates to choose from; what became of an order takes no choice away. */
  protected get quoteError(): Error | undefined {
    return this.error;
  }

  /** @internal */
  bringBack({ value, insured, cashOnDelivery }: Kept, _reason: BroughtBack): void {
    this.keep(value);
    Object.assign(this, { insured, cashOnDelivery });
    this.requestUpdate();
    this.syncForm();
  }

  protected reset(): void {
    const [insured, cashOnDelivery] = ['insured', 'cash-on-delivery'].map((name) => isOn(this.getAttribute(name)));
    this.bringBack({ value: undefined, insured, cashOnDelivery } as Kept, 'reset');
  }

  protected get memory(): string {
    return `${Number(this.insured)}${Number(this.cashOnDelivery)}${this.value ?? ''}`;
  }

  protected recall(memory: string): void {
    const [insured, cashOnDelivery] = [...memory].map((digit) => digit === '1');
    this.bringBack({ value: memory.slice(2) || null, insured, cashOnDelivery } as Kept, 'restored');
  }

  /** A choice that may be sent: quoted for this shipment, and possible as the switches stand. */
  protected get submittable(): boolean {
    const { rate } = this;
    if (!rate || this.quoteError || this.missing.length) return false;
    return serviceKey(rate) === this.value && !obstacle(rate, this.extras);
  }

  protected get whyNot(): string {
    return this.missing.length ? this.say.incomplete(this.missing) : this.say.chooseRate;
  }

  protected get switches(): { insured: boolean; cashOnDelivery: boolean } {
    const { insured, cashOnDelivery } = this.extras;
    const insurance = this.rate ? insuranceOf(this.rate) : 'optional';
    return { insured: insurance === 'optional' ? insured : insurance === 'mandatory', cashOnDelivery };
  }

  /** The chosen rate, where its courier insures whatever is asked. */
  protected get alwaysInsured(): Rate | undefined {
    return this.rate && insuranceOf(this.rate) === 'mandatory' ? this.rate : undefined;
  }

  /** What the shipment still lacks before rates can be asked. */
  protected get missing(): ShipmentPart[] {
    return missingParts(this.shipment);
  }

  /** Rupiah: Σ value × quantity. */
  protected get declared(): Rupiah {
    return declaredValue(itemsOf(this.shipment));
  }

  /** The switches as they are asked for, their amounts filled in. */
  protected get extras(): Required<Extras> {
    const { declared } = this;
    const insuranceAmount = this.insuranceAmount ?? declared;
    const cashOnDeliveryAmount = this.cashOnDeliveryAmount ?? declared;
    return {
      // With nothing to cover, and nothing to collect, a switch that shows on would promise what is not there.
      insured: this.insured && insuranceAmount > 0,
      insuranceAmount,
      // Above the limit the service refuses the whole request (contract.md §2): the comparison switches it off, and says so.
      cashOnDelivery: this.cashOnDelivery && cashOnDeliveryAmount > 0 && cashOnDeliveryAmount <= cashOnDeliveryLimit,
      cashOnDeliveryAmount,
      cashOnDeliveryType: this.cashOnDeliveryType,
    };
  }
}
