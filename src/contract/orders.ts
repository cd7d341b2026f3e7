import { type CashOnDelivery, cashOnDelivery, checkCashOnDelivery } from './cash-on-delivery.ts';
import {
  anyObject,
  anyText,
  type Checked,
  checked,
  fits,
  oneOf,
  optional,
  pattern,
  phone,
  postalCode,
  type Rupiah,
  record,
  report,
  rupiah,
  text,
  texts,
} from './fields.ts';
import { type Item, items } from './item.ts';
import { Coordinate, flatLocators, located, type OrderLocators, sides } from './locator.ts';

/** What orders and drafts have in common (contract.md §2). */
export interface OrderDetails extends OrderLocators, CashOnDelivery {
  shipper_contact_name?: string;
  shipper_contact_phone?: string;
  shipper_contact_email?: string;
  shipper_organization?: string;
  origin_contact_name: string;
  origin_contact_phone: string;
  origin_contact_email?: string;
  origin_address: string;
  origin_note?: string;
  /** `pickup` where missing. Not to be confused with `delivery_type`. */
  origin_collection_method?: 'pickup' | 'drop_off';
  destination_contact_name: string;
  destination_contact_phone: string;
  destination_contact_email?: string;
  destination_address: string;
  destination_note?: string;
  /** The amount to insure in rupiah, not a flag. */
  courier_insurance?: Rupiah;
  delivery_type: 'now' | 'scheduled';
  /** `YYYY-MM-DD`, with `scheduled`. */
  delivery_date?: string;
  /** `HH:mm`, with `scheduled`. */
  delivery_time?: string;
  order_note?: string;
  metadata?: Record<string, unknown>;
  tags?: string[];
  /** Unique an order: the only idempotency there is. */
  reference_id?: string;
  items: Item[];
}

/** `POST /v1/orders`. */
export interface OrderRequest extends OrderDetails {
  courier_company: string;
  courier_type: string;
}

/** `POST /v1/draft_orders`: the same body, the courier may be chosen later. */
export interface DraftOrderRequest extends OrderDetails {
  courier_company?: string;
  courier_type?: string;
}

/** Engines differ on the 30th of February: some read the 2nd of March, some nothing. */
const isDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !!new Date(value).toJSON()?.startsWith(value);

const note = () => optional(anyText());

const details = {
  shipper_contact_name: note(),
  shipper_contact_phone: optional(phone()),
  shipper_contact_email: note(),
  shipper_organization: note(),
  origin_contact_name: text('the name of the sender'),
  origin_contact_phone: phone(),
  origin_contact_email: note(),
  origin_address: text('the street address of the sender'),
  origin_note: note(),
  origin_postal_code: optional(postalCode()),
  origin_area_id: optional(text()),
  origin_coordinate: optional(Coordinate),
  origin_collection_method: optional(oneOf(['pickup', 'drop_off'])),
  destination_contact_name: text('the name of the recipient'),
  destination_contact_phone: phone(),
  destination_contact_email: note(),
  destination_address: text('the street address of the recipient'),
  destination_note: note(),
  destination_postal_code: optional(postalCode()),
  destination_area_id: optional(text()),
  destination_coordinate: optional(Coordinate),
  ...cashOnDelivery,
  courier_insurance: optional(rupiah()),
  delivery_type: oneOf(['now', 'scheduled']),
  delivery_date: optional(fits<string>(isDay, 'a day that exists, as YYYY-MM-DD')),
  delivery_time: optional(pattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:mm')),
  order_note: note(),
  metadata: optional(anyObject()),
  tags: optional(texts()),
  reference_id: optional(text('a reference that is not empty')),
  items: items(),
};

function checkOrder(request: Checked<OrderDetails>): void {
  for (const side of sides) {
    if (located(flatLocators(request.value), side)) continue;
    const ways = `${side}_postal_code, ${side}_area_id or ${side}_coordinate`;
    report(request, [`${side}_postal_code`], `is missing: send ${ways}`);
  }
  if (request.value.delivery_type !== 'scheduled') return;
  if (!request.value.delivery_date)
    report(request, ['delivery_date'], 'is missing: send it with delivery_type scheduled');
  if (!request.value.delivery_time)
    report(request, ['delivery_time'], 'is missing: send it with delivery_type scheduled');
}

export const OrderRequest = checked(
  record<OrderRequest>({
    ...details,
    courier_company: text('the courier code of the chosen rate'),
    courier_type: text('the service code of the chosen rate'),
  }),
  checkOrder,
  checkCashOnDelivery,
);

export const DraftOrderRequest = checked(
  record<DraftOrderRequest>({
    ...details,
    courier_company: optional(text('a courier code')),
    courier_type: optional(text('a service code')),
  }),
  checkOrder,
  checkCashOnDelivery,
);
