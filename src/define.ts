import {
  CheckoutElement,
  CourierPickerElement,
  OrderButtonElement,
  RateComparisonElement,
  version,
} from './elements/index.ts';

const tags = {
  'ship-courier-picker': CourierPickerElement,
  'ship-rate-comparison': RateComparisonElement,
  'ship-order-button': OrderButtonElement,
  'ship-checkout': CheckoutElement,
} as const;

type Tags = { [Tag in keyof typeof tags]: InstanceType<(typeof tags)[Tag]> };

declare global {
  interface HTMLElementTagNameMap extends Tags {}
}

// Registers all four tags or none. Otherwise one version's comparison could end up in another version's checkout.
const [taken] = Object.keys(tags).flatMap((tag) => customElements.get(tag) ?? []);
if (!taken) {
  for (const [tag, element] of Object.entries(tags)) customElements.define(tag, element);
} else if ((taken as { version?: string }).version !== version) {
  const other = (taken as { version?: string }).version ?? 'unknown';
  // biome-ignore lint/suspicious/noConsole: the author of a page with two versions has to read it
  console.warn(`ship-elements ${version} was not registered: version ${other} already is on this page.`);
}
