import * as z from 'zod/mini';
import { checkCashOnDelivery, ExtraFields } from './extras.ts';
import {
  anyObject,
  anyText,
  type Checked,
  list,
  looseObject,
  type Named,
  type Outputs,
  oneOf,
  optional,
  optionalText,
  phone,
  remedy,
  report,
  text,
  textLike,
} from './fields.ts';
import { items } from './item.ts';
import { flatLocators, located, OrderLocators, sides } from './locator.ts';
import { token } from './tokens.ts';

// `z.iso` of zod would add 0.4 KB to the page for two fields. Engines read 30 February as 2 March, or as no date.
const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !!new Date(day).toJSON()?.startsWith(day);

/** The fields that orders and drafts share (contract/README.md §2.3). */
const OrderDetails = looseObject({
  ...OrderLocators.shape,
  ...ExtraFields.shape,
  shipper_contact_name: optionalText,
  shipper_contact_phone: optional(phone),
  shipper_contact_email: optionalText,
  shipper_organization: optionalText,
  origin_contact_name: text('the name of the sender'),
  origin_contact_phone: phone,
  origin_contact_email: optionalText,
  origin_address: text('the street address of the sender'),
  origin_note: optionalText,
  /** `pickup` by default (contract/README.md §3.9). `delivery_type` is something else: it says when. */
  origin_collection_method: optional(oneOf(['pickup', 'drop_off'])),
  destination_contact_name: text('the name of the recipient'),
  destination_contact_phone: phone,
  destination_contact_email: optionalText,
  destination_address: text('the street address of the recipient'),
  destination_note: optionalText,
  /** Asks for proof of delivery. The rate says whether the service has it (contract/README.md §3.8). */
  destination_proof_of_delivery: optional(z.boolean(remedy('true or false'))),
  /** Required with proof of delivery. */
  destination_proof_of_delivery_note: optionalText,
  delivery_type: oneOf(['now', 'scheduled']),
  /** `YYYY-MM-DD`, with `scheduled`. */
  delivery_date: optional(z.string(remedy('a day that exists, as YYYY-MM-DD')).check(z.refine(isDay))),
  /** `HH:mm`, with `scheduled`. */
  delivery_time: optional(textLike(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:mm')),
  order_note: optionalText,
  metadata: optional(anyObject),
  tags: optional(list(anyText, 'a list of texts')),
  /** Unique for each order. The service has no other idempotency key. */
  reference_id: optional(text('a reference that is not empty')),
  items,
});
export interface OrderDetails extends Outputs<typeof OrderLocators, typeof ExtraFields, typeof OrderDetails> {}

const orderRequest = looseObject({
  ...OrderDetails.shape,
  courier_company: text('the courier code of the chosen rate'),
  courier_type: text('the service code of the chosen rate'),
  /** For the gateway: the order, signed by the shop's server (contract/README.md §1.14). */
  grant: token,
}).check(checkLocators, checkSchedule, checkCashOnDelivery, checkProof);

/** `POST /v1/orders`. */
export interface OrderRequest extends Outputs<typeof ExtraFields, typeof OrderDetails, typeof orderRequest> {}
export const OrderRequest: Named<typeof orderRequest, OrderRequest> = orderRequest;

const draftOrderRequest = looseObject({
  ...OrderDetails.shape,
  courier_company: optional(text('a courier code')),
  courier_type: optional(text('a service code')),
  /** For the gateway: the cart, signed by the shop's server (contract/README.md §1.14). */
  cart: token,
  /** For a gateway that takes granted orders: the draft, signed by the shop's server. */
  grant: token,
}).check(checkLocators, checkSchedule, checkCashOnDelivery, checkProof);

/** `POST /v1/draft_orders`: the body of an order; the courier may be chosen later. */
export interface DraftOrderRequest extends Outputs<typeof ExtraFields, typeof OrderDetails, typeof draftOrderRequest> {}
export const DraftOrderRequest: Named<typeof draftOrderRequest, DraftOrderRequest> = draftOrderRequest;

function checkLocators(order: Checked<OrderLocators>): void {
  for (const side of sides) {
    if (order.value[`${side}_location_id`] || located(flatLocators(order.value), side)) continue;
    const ways = `${side}_postal_code, ${side}_area_id or ${side}_coordinate`;
    report(order, [`${side}_postal_code`], `is missing: send ${ways}`);
  }
}

type Proof = Pick<OrderDetails, `destination_proof_of_delivery${'' | '_note'}`>;

function checkProof(order: Checked<Proof>): void {
  const { destination_proof_of_delivery: asked, destination_proof_of_delivery_note: note } = order.value;
  if (!asked || note?.trim()) return;
  report(order, ['destination_proof_of_delivery_note'], 'is missing: send what is to prove the delivery');
}

function checkSchedule(order: Checked<Pick<OrderDetails, `delivery_${'type' | 'date' | 'time'}`>>): void {
  if (order.value.delivery_type !== 'scheduled') return;
  for (const key of ['delivery_date', 'delivery_time'] as const)
    if (!order.value[key]) report(order, [key], 'is missing: send it with delivery_type scheduled');
}
