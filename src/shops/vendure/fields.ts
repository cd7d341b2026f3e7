import type { CustomFields, Fulfillment, Order, ProductVariant } from '@vendure/core';

/** What the storefront sets with `setOrderCustomFields`, and what the plugin keeps. */
export interface OrderFields {
  shippingService?: string | null;
  shippingOffer?: string | null;
  shippingInsured?: boolean | null;
  shippingCashOnDelivery?: boolean | null;
  /** The accepted offer as JSON. An offer expires after 20 minutes, so this is kept when the shopper goes to the payment. */
  shippingAccepted?: string | null;
}

export interface FulfillmentFields {
  /** The `reference_id` of the order at the service. */
  shippingReference?: string | null;
  /** The id of the order at the service. Null until the service has confirmed it. */
  shippingId?: string | null;
  /** Why the delivery waits, in a word of the gateway. */
  shippingProblem?: string | null;
}

export interface VariantFields {
  /** Grams. */
  shippingWeight?: number | null;
  /** Centimetres. */
  shippingLength?: number | null;
  shippingWidth?: number | null;
  shippingHeight?: number | null;
}

const hidden = { ui: { dashboard: false }, nullable: true } as const;
const staffOnly = { public: false, readonly: true, nullable: true } as const;
const size = { type: 'int', public: false, nullable: true } as const;

export const customFields: CustomFields = {
  Order: [
    { name: 'shippingService', type: 'string', nullable: true },
    { name: 'shippingOffer', type: 'text', ...hidden },
    { name: 'shippingInsured', type: 'boolean', nullable: true },
    { name: 'shippingCashOnDelivery', type: 'boolean', nullable: true },
    { name: 'shippingAccepted', type: 'text', internal: true, nullable: true },
  ],
  Fulfillment: [
    { name: 'shippingReference', type: 'string', ...staffOnly },
    { name: 'shippingId', type: 'string', ...staffOnly },
    { name: 'shippingProblem', type: 'string', ...staffOnly },
  ],
  ProductVariant: [
    { name: 'shippingWeight', ...size },
    { name: 'shippingLength', ...size },
    { name: 'shippingWidth', ...size },
    { name: 'shippingHeight', ...size },
  ],
};

// Vendure types custom fields as `any`, because each shop adds its own.
export const orderFields = ({ customFields }: Order): OrderFields => customFields as OrderFields;
export const fulfillmentFields = ({ customFields }: Fulfillment): FulfillmentFields =>
  customFields as FulfillmentFields;
export const variantFields = ({ customFields }: ProductVariant): VariantFields => customFields as VariantFields;
