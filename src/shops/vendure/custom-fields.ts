import type { CustomFieldConfig, CustomFields, Fulfillment, Order, ProductVariant } from '@vendure/core';
import type { AcceptedOffer } from '../../tokens/index.ts';
import type { Delivery } from '../base/index.ts';
import { type Translated, translated } from './sentences.ts';

/** What the storefront sets with `setOrderCustomFields`, and what the plugin keeps. */
export interface OrderFields {
  shippingService?: string | null;
  shippingOffer?: string | null;
  shippingInsurance?: boolean | null;
  shippingCashOnDelivery?: boolean | null;
  /** The accepted offer as JSON, from the payment on: `KeptChoice`. An offer expires after 20 minutes. */
  shippingAccepted?: string | null;
}

/** The choice that the shopper went to the payment with. */
export interface KeptChoice extends AcceptedOffer {
  /** The code of the channel that sold it. Its warehouse sends it. */
  channel: string;
}

/** A shipping method with this calculator is the plugin's. */
export const calculatorCode = 'ship-elements-price';

/** How the delivery of a fulfillment stands. */
const deliveryStates = ['waiting', 'placed', 'refused', 'cancelling', 'cancelled'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

export interface FulfillmentFields {
  shippingState?: DeliveryState | null;
  /** The `reference_id` of the order at the service. */
  shippingReference?: string | null;
  /** The id of the order at the service. Null until the service has confirmed it. */
  shippingId?: string | null;
  /** Why the delivery waits or was refused, in a word of the gateway. */
  shippingProblem?: string | null;
  /** The same as a sentence, if the delivery was refused. Or why the service has not cancelled it. */
  shippingMessage?: string | null;
  /** The page that shows where the parcel is. */
  shippingLink?: string | null;
  /** Staff have accepted that the shop pays the difference to a higher price. */
  shippingHigherPrice?: boolean | null;
  /** The label belongs to the fulfillment with this text. */
  shippingOwner?: string | null;
  /** What it was ordered with, and what staff keep it with, as JSON: `OrderedFields`. */
  shippingOrdered?: string | null;
}

export type OrderedFields = Pick<Delivery, 'collects' | 'label' | 'kept'>;

export interface VariantFields {
  /** Grams. */
  shippingWeight?: number | null;
  /** Centimetres. */
  shippingLength?: number | null;
  shippingWidth?: number | null;
  shippingHeight?: number | null;
  /** A voucher or a download. */
  shippingNotNeeded?: boolean | null;
  /** The shop's own field for the same. */
  isDigital?: boolean | null;
}

interface AddressFields {
  /** The id of an area, as `<ship-area-search>` has it. It counts while the postal code is the one of the area. */
  shippingArea?: string | null;
}

/** Storefronts set them. They are no business of the staff. */
const hidden = { ui: { dashboard: false }, nullable: true } as const;
/** The plugin sets them, and the staff read them. */
const staffOnly = { public: false, readonly: true, nullable: true } as const;
/** The shopper reads it, too. */
const readOnly = { readonly: true, nullable: true } as const;
const kept = { internal: true, nullable: true } as const;

const size = (name: keyof VariantFields & string, label: Translated): CustomFieldConfig => ({
  name,
  label,
  type: 'int',
  public: false,
  nullable: true,
  min: 0,
});

const stateLabels: Record<DeliveryState, Translated> = {
  waiting: translated('Waiting for the service', 'Menunggu layanan'),
  placed: translated('The delivery is ordered', 'Pengiriman sudah dipesan'),
  refused: translated('Not ordered', 'Tidak dipesan'),
  cancelling: translated('Being cancelled at the service', 'Sedang dibatalkan di layanan'),
  cancelled: translated('Cancelled', 'Dibatalkan'),
};

export const customFields: CustomFields = {
  Address: [
    { name: 'shippingArea', type: 'string', nullable: true, label: translated('Area of the couriers', 'Area kurir') },
  ],
  Order: [
    { name: 'shippingService', type: 'string', nullable: true, label: translated('Delivery', 'Pengiriman') },
    { name: 'shippingOffer', type: 'text', ...hidden, label: translated('Signed price', 'Harga bertanda tangan') },
    { name: 'shippingInsurance', type: 'boolean', nullable: true, label: translated('Insured', 'Diasuransikan') },
    {
      name: 'shippingCashOnDelivery',
      type: 'boolean',
      nullable: true,
      label: translated('Cash on delivery', 'Bayar di tempat (COD)'),
    },
    { name: 'shippingAccepted', type: 'text', ...kept },
  ],
  Fulfillment: [
    {
      name: 'shippingState',
      type: 'string',
      ...staffOnly,
      label: translated('Delivery', 'Pengiriman'),
      options: deliveryStates.map((value) => ({ value, label: stateLabels[value] })),
    },
    { name: 'shippingReference', type: 'string', ...staffOnly, label: translated('Reference', 'Nomor referensi') },
    {
      name: 'shippingId',
      type: 'string',
      ...staffOnly,
      label: translated('Order at the service', 'Pesanan di layanan'),
    },
    { name: 'shippingProblem', type: 'string', ...staffOnly, label: translated('Problem', 'Masalah') },
    { name: 'shippingMessage', type: 'text', ...staffOnly, label: translated('What to do', 'Yang harus dilakukan') },
    { name: 'shippingLink', type: 'text', ...readOnly, label: translated('Tracking page', 'Halaman pelacakan') },
    { name: 'shippingHigherPrice', type: 'boolean', ...kept },
    { name: 'shippingOwner', type: 'string', ...kept },
    { name: 'shippingOrdered', type: 'text', ...kept },
  ],
  ProductVariant: [
    size('shippingWeight', translated('Weight in grams', 'Berat dalam gram')),
    size('shippingLength', translated('Length in centimetres', 'Panjang dalam sentimeter')),
    size('shippingWidth', translated('Width in centimetres', 'Lebar dalam sentimeter')),
    size('shippingHeight', translated('Height in centimetres', 'Tinggi dalam sentimeter')),
    {
      name: 'shippingNotNeeded',
      type: 'boolean',
      public: false,
      nullable: true,
      label: translated('Needs no delivery', 'Tidak perlu dikirim'),
    },
  ],
};

// Vendure types custom fields as `any`, because each shop adds its own.
export const orderFields = ({ customFields }: Order): OrderFields => customFields as OrderFields;
export const fulfillmentFields = ({ customFields }: Fulfillment): FulfillmentFields =>
  customFields as FulfillmentFields;
export const addressFields = (address: Order['shippingAddress'] | undefined): AddressFields =>
  address?.customFields ?? {};
export const variantFields = ({ customFields }: ProductVariant): VariantFields => customFields as VariantFields;

/** The choice that was kept when the shopper went to the payment. */
export function keptChoice(order: Order): KeptChoice | undefined {
  const { shippingAccepted } = orderFields(order);
  return shippingAccepted ? (JSON.parse(shippingAccepted) as KeptChoice) : undefined;
}
