import { CheckoutElement } from './checkout/checkout-element.ts';
import { CourierPickerElement } from './courier-picker/courier-picker-element.ts';
import { RateComparisonElement } from './rates/rate-comparison-element.ts';

/** The elements of a page on which nobody orders. They import nothing that orders. */
export const choiceTags = {
  'ship-courier-picker': CourierPickerElement,
  'ship-rate-comparison': RateComparisonElement,
  'ship-checkout': CheckoutElement,
} as const;

export type ChoiceTags = { [Tag in keyof typeof choiceTags]: InstanceType<(typeof choiceTags)[Tag]> };
