import type { AcceptedOffer } from '../../tokens/index.ts';
import {
  attentionOf,
  attentionOfOrder,
  canKeep,
  isSentence,
  noteOf,
  noteOfErasure,
  stateInWords,
  translated,
  withParcel,
} from '../base/index.ts';
import { readDelivery, type StoredDelivery } from './delivery.ts';
import {
  choiceIn,
  linesIn,
  linesLeft,
  namesOf,
  type Order,
  orderFor,
  type Part,
  partsLeft,
  type StoredFulfillment,
} from './order.ts';
import type { MedusaShop, Query } from './shop.ts';

/** What the staff read about one delivery of an order. */
export interface StaffView {
  /** The fulfillment of Medusa's. Null if there is none. */
  fulfillment: string | null;
  /** The shipping option. Null if the order has none of ship-elements. */
  shipping_option: string | null;
  words: string;
  /** What the parcel has, or will have, such as `2 × Batik scarf`. */
  goods: string;
  /** What is left of the order and in none of its parcels. Null if nothing. */
  left_out: string | null;
  /** `jne/reg`: what the shopper has accepted. */
  service: string | null;
  /** The dates that the shopper was promised. Null without the option `calendar`. */
  arrival: AcceptedOffer['arrival'] | null;
  waybill: string | null;
  tracking_url: string | null;
  /** Why a person must look. Null if that is not needed. */
  attention: string | null;
  /** The price has risen, and `accept_higher_price` sends it all the same. */
  costs_more: boolean;
  /** What is worth knowing and needs no decision, such as another price of the service. Null if nothing. */
  note: string | null;
  /** Whether it helps to send, or to try again. */
  can_try: boolean;
  /** Whether staff can let the parcel go on, with `keep`. */
  can_keep: boolean;
}

/** Whether the delivery of a fulfillment is not cancelled. Earlier versions cancelled the fulfillment before it. */
export const isLiving = ({ canceled_at, data }: StoredFulfillment): boolean =>
  !canceled_at || readDelivery(data)?.state === 'cancelling';

/** The fulfillments of ours that are not cancelled, the oldest first. */
const livingOf = (order: Pick<Order, 'fulfillments'>): StoredFulfillment[] =>
  (order.fulfillments ?? [])
    .filter((made) => readDelivery(made.data) && isLiving(made))
    .sort((a, b) => Date.parse(String(a.created_at)) - Date.parse(String(b.created_at)));

/** The fulfillment of ours that waits, was refused or is being cancelled. The newest one counts. */
export const openOf = (order: Pick<Order, 'fulfillments'>): StoredFulfillment | undefined =>
  livingOf(order)
    .filter(({ data }) => readDelivery(data)?.state !== 'placed')
    .at(-1);

/** All deliveries of an order: those that were made, the oldest first, and then what is to be sent. */
export async function viewsOf(
  shop: MedusaShop,
  query: Query,
  order: Order,
  language: 'en' | 'id' = 'en',
): Promise<StaffView[]> {
  const parts = order.status === 'canceled' ? [] : await partsLeft(query, order);
  const left = linesLeft(order).filter(({ id }) => !parts.some(({ lines }) => lines.some((line) => line.id === id)));
  const left_out = (order.status !== 'canceled' && choiceIn(order) && namesOf(left)) || null;
  const made = await Promise.all(livingOf(order).map((each) => viewOf(shop, order, each, parts, left_out, language)));
  const stored = parts.length ? await shop.problems.of(order.id) : undefined;
  const problem = stored ? translated(stored, language) : null;
  const accepted = (part: Part) => choiceIn(order, part.option?.id);
  const open = parts.map(
    (part): StaffView => ({
      ...{ ...nothing, ...acceptedView(accepted(part)), left_out },
      ...{ shipping_option: part.option?.id ?? null, goods: namesOf(part.lines) },
      ...{ words: toBeSent[language], attention: problem, costs_more: isDearer(stored), can_try: true },
    }),
  );
  return [...made, ...open];
}

/** The delivery that counts for a page with one: what waits, else what is to be sent, else the newest. */
export function mainView(order: Order, views: readonly StaffView[]): StaffView {
  const open = openOf(order)?.id;
  const counts = views.find(({ fulfillment }) => fulfillment && fulfillment === open);
  return counts ?? views.find(({ fulfillment }) => !fulfillment) ?? views.at(-1) ?? nothing;
}

const toBeSent = { en: 'To be sent', id: 'Belum dikirim' };

const nothing: StaffView = {
  ...{ fulfillment: null, shipping_option: null, words: 'Nothing to send', goods: '', left_out: null },
  ...{ service: null, arrival: null, waybill: null, tracking_url: null, attention: null, note: null },
  ...{ costs_more: false, can_try: false, can_keep: false },
};

const isDearer = (problem = ''): boolean => isSentence(problem, 'price-changed');

const acceptedView = (accepted: AcceptedOffer | undefined): Pick<StaffView, 'service' | 'arrival'> => ({
  service: accepted ? `${accepted.courier}/${accepted.service}` : null,
  arrival: accepted?.arrival ?? null,
});

async function viewOf(
  shop: MedusaShop,
  order: Order,
  made: StoredFulfillment,
  parts: readonly Part[],
  left_out: string | null,
  language: 'en' | 'id',
): Promise<StaffView> {
  const kept = readDelivery(made.data) as StoredDelivery;
  const delivery = await withParcel(shop, kept);
  const parcel = 'waybill' in delivery ? delivery : undefined;
  const ofOrder = attentionOfOrder(delivery, await orderFor(shop, order, made, parts), language);
  const ofErasure = kept.erase && (await noteOfErasure(shop, kept.reference, language));
  return {
    fulfillment: made.id,
    shipping_option: made.shipping_option_id ?? null,
    ...acceptedView(choiceIn(order, made.shipping_option_id ?? undefined)),
    words: stateInWords(delivery, language),
    goods: namesOf(linesIn(order, made)),
    left_out,
    waybill: parcel?.waybill ?? null,
    tracking_url: parcel?.link ?? null,
    attention: attentionOf(delivery, language) ?? ofOrder ?? null,
    costs_more: delivery.state === 'refused' && isDearer(delivery.message),
    note: [noteOf(delivery, language), ofErasure].filter(Boolean).join(' ') || null,
    can_try: delivery.state !== 'placed' && delivery.state !== 'cancelled',
    can_keep: canKeep(delivery, ofOrder),
  };
}
