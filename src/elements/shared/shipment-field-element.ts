import { property } from 'lit/decorators.js';
import { type CashOnDeliveryType, cashOnDeliveryLimit, type Rate, type Rupiah } from '../../contract/index.ts';
import {
  type Breakdown,
  breakdown,
  declaredValue,
  type Extras,
  insuranceOf,
  missingParts,
  type Shipment,
  type ShipmentPart,
  serviceKey,
} from '../../quote/index.ts';
import { flag } from './converters.ts';
import { FormFieldElement } from './form-field-element.ts';

/** A form field that is about one shipment: what the checkout and the comparison are both told. */
export abstract class ShipmentFieldElement extends FormFieldElement {
  /** What is shipped, from where and to where. As an attribute: JSON. */
  @property({ type: Object }) shipment: Partial<Shipment> | undefined;

  /** The couriers to compare, comma-separated codes; empty means all. */
  @property() couriers = '';

  @property({ converter: flag, reflect: true }) insured = false;

  /** Rupiah to insure; Σ value × quantity where not given. */
  @property({ type: Number, attribute: 'insurance-amount' }) insuranceAmount: Rupiah | undefined;

  @property({ converter: flag, reflect: true, attribute: 'cash-on-delivery' }) cashOnDelivery = false;

  /** Rupiah to collect; Σ value × quantity where not given. */
  @property({ type: Number, attribute: 'cash-on-delivery-amount' }) cashOnDeliveryAmount: Rupiah | undefined;

  @property({ attribute: 'cash-on-delivery-type' }) cashOnDeliveryType: CashOnDeliveryType = '7_days';

  /** So many rates are shown, and room is kept for them; the rest waits behind a button. */
  @property({ type: Number }) rows = 4;

  /** The chosen rate, as the service quoted it last. */
  abstract get rate(): Rate | undefined;

  /** The parts of its price; undefined where the service's numbers do not add up. */
  get breakdown(): Breakdown | undefined {
    return this.rate && breakdown(this.rate);
  }

  protected get submittable(): boolean {
    return this.rate !== undefined && serviceKey(this.rate) === this.value;
  }

  protected get switches(): { insured: boolean; cashOnDelivery: boolean } {
    const { insured, cashOnDelivery } = this.extras;
    return { insured: insured || this.alwaysInsured !== undefined, cashOnDelivery };
  }

  /** The chosen rate, where its courier insures whatever is asked. */
  protected get alwaysInsured(): Rate | undefined {
    return this.rate && insuranceOf(this.rate) === 'mandatory' ? this.rate : undefined;
  }

  /** What the shipment still lacks before rates can be asked. */
  protected get missing(): ShipmentPart[] {
    return missingParts(this.shipment);
  }

  /** The switches as they are asked for, their amounts filled in. */
  protected get extras(): Required<Extras> {
    const declared = declaredValue(this.shipment?.items ?? []);
    const cashOnDeliveryAmount = this.cashOnDeliveryAmount ?? declared;
    return {
      insured: this.insured,
      insuranceAmount: this.insuranceAmount ?? declared,
      // Above the limit the service refuses the whole request (contract.md §2); the switch says so instead.
      cashOnDelivery: this.cashOnDelivery && cashOnDeliveryAmount <= cashOnDeliveryLimit,
      cashOnDeliveryAmount,
      cashOnDeliveryType: this.cashOnDeliveryType,
    };
  }
}
