import { CheckoutElement } from './checkout/checkout-element.ts';
import { version } from './core/ship-element.ts';
import { CourierPickerElement } from './courier-picker/courier-picker-element.ts';
import { RateComparisonElement } from './rates/rate-comparison-element.ts';

/** The elements of a page on which nobody orders. They import nothing that orders. */
export const choiceTags = {
  'ship-courier-picker': CourierPickerElement,
  'ship-rate-comparison': RateComparisonElement,
  'ship-checkout': CheckoutElement,
} as const;

export type ChoiceTags = { [Tag in keyof typeof choiceTags]: InstanceType<(typeof choiceTags)[Tag]> };

/**
 * Registers all tags or none. Otherwise one version's comparison could end up in another version's checkout. Those that this copy has
 * registered before stay.
 */
export function register(tags: Readonly<Record<string, CustomElementConstructor>>): void {
  const missing = Object.entries(tags).filter(([tag, element]) => customElements.get(tag) !== element);
  const [other] = missing.flatMap(([tag]) => customElements.get(tag) ?? []) as { version?: string }[];
  if (!other) {
    for (const [tag, element] of missing) customElements.define(tag, element);
  } else if (other.version !== version) {
    const its = other.version ?? 'unknown';
    // biome-ignore lint/suspicious/noConsole: the author of a page with two versions has to read it
    console.warn(`ship-elements ${version} was not registered: version ${its} already is on this page.`);
  }
}
