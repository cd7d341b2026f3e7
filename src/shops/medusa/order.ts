import type { AcceptedOffer } from '../../tokens/index.ts';
import {
  DeliveryError,
  isGivenBack,
  labelOf,
  type OrderNow,
  type Paid,
  type Parcel,
  type Warehouse,
} from '../base/index.ts';
import {
  type Amount,
  type Basket,
  basketFields,
  cartOf,
  type Line,
  peopleOf,
  placeOf,
  readAccepted,
  rupiah,
  shippedLines,
} from './cart.ts';
import { readDelivery } from './delivery.ts';
import { linesOf, ourOptions, type ShippingOption } from './parts.ts';
import { first, type MedusaShop, type Query } from './shop.ts';

/** A line of an order, with what became of it. */
export interface OrderLine extends Line {
  detail?: { fulfilled_quantity?: Amount; return_dismissed_quantity?: Amount; written_off_quantity?: Amount } | null;
}

interface Payment {
  provider_id?: string;
  amount?: Amount;
  canceled_at?: unknown;
  captures?: readonly { amount?: Amount }[] | null;
  refunds?: readonly { amount?: Amount }[] | null;
}

export interface StoredFulfillment {
  id: string;
  location_id?: string | null;
  shipping_option_id?: string | null;
  shipping_option?: { id?: string } | null;
  provider_id?: string;
  canceled_at?: unknown;
  delivered_at?: unknown;
  created_at?: string | Date;
  data?: Record<string, unknown> | null;
  items?: readonly FulfillmentItem[] | null;
}

/** What a fulfillment has of a line. Of a kit it has each part, with the pieces of that part. */
export interface FulfillmentItem {
  line_item_id?: string | null;
  inventory_item_id?: string | null;
  quantity?: Amount;
}

interface ShippingMethod {
  shipping_option_id?: string | null;
  total?: Amount;
  data?: Record<string, unknown> | null;
}

/** An order of Medusa's, as it is now. */
export interface Order extends Basket {
  id: string;
  status?: string;
  summary?: { pending_difference?: Amount } | null;
  items?: readonly OrderLine[] | null;
  customer_id?: string | null;
  shipping_methods?: readonly ShippingMethod[] | null;
  payment_collections?: readonly { payments?: readonly Payment[] | null }[] | null;
  fulfillments?: readonly StoredFulfillment[] | null;
}

const fields = [
  ...basketFields,
  'status',
  'summary',
  'customer_id',
  'shipping_methods.*',
  'shipping_methods.total',
  'fulfillments.*',
  'fulfillments.items.*',
  'payment_collections.payments.provider_id',
  'payment_collections.payments.amount',
  'payment_collections.payments.canceled_at',
  'payment_collections.payments.captures.amount',
  'payment_collections.payments.refunds.amount',
];

/** @throws {MedusaError} if there is none with this id */
export const orderNow = (query: Query, id: string): Promise<Order> => first<Order>(query, 'order', fields, id);

/** What is not sent yet: neither by this plugin nor by hand. */
export const linesLeft = (order: Pick<Order, 'items'>): OrderLine[] =>
  shippedLines(order)
    .map((line: OrderLine) => ({
      ...line,
      // Medusa counts a cancellation twice if two clicks come at once.
      quantity: Number(line.quantity) - Math.max(0, Number(line.detail?.fulfilled_quantity ?? 0)),
    }))
    .filter(({ quantity }) => quantity > 0);

/** Pieces of a line in a fulfillment: four cups and one pot are one tea set. */
export function piecesOf({ id, variant }: Line, { items }: Pick<StoredFulfillment, 'items'>): number {
  const parts = (items ?? []).filter(({ line_item_id }) => line_item_id === id);
  const pieces = parts.map(({ inventory_item_id, quantity }) => {
    const part = variant?.inventory_items?.find((each) => each.inventory_item_id === inventory_item_id);
    return Number(quantity) / Number(part?.required_quantity ?? 1);
  });
  return pieces.length ? Math.min(...pieces) : 0;
}

/** What a fulfillment has of the order's lines as they are now. */
export const linesIn = (order: Pick<Order, 'items'>, made: Pick<StoredFulfillment, 'items'>): OrderLine[] =>
  shippedLines(order)
    .map((line: OrderLine) => ({ ...line, quantity: Math.min(Number(line.quantity), piecesOf(line, made)) }))
    .filter(({ quantity }) => quantity > 0);

/** `2 × Batik scarf, 1 × Gayo coffee`, for the staff. */
export const namesOf = (lines: readonly Line[]): string =>
  lines.map((line) => `${Number(line.quantity)} × ${line.product_title || line.title || 'goods'}`).join(', ');

const sum = (amounts: readonly { amount?: Amount }[] | null | undefined) =>
  (amounts ?? []).reduce((total, { amount }) => total + Number(amount ?? 0), 0);

const paymentsOf = ({ payment_collections }: Order): Payment[] =>
  (payment_collections ?? []).flatMap(({ payments }) => payments ?? []);

const isAtDoor = ({ options }: MedusaShop, { provider_id = '' }: Payment): boolean =>
  options.cashOnDeliveryProviders?.includes(provider_id) === true;

/**
 * Rupiah that were authorised or captured for an order, and that went back. A payment that was cancelled before any capture was given back.
 * A payment at the door is money when it is captured, and none before: Medusa cancels it when the order is edited.
 */
export const paidFor = (shop: MedusaShop, order: Order): Paid => {
  const payments = paymentsOf(order).map((payment) => {
    const captured = sum(payment.captures);
    const authorised = isAtDoor(shop, payment) ? 0 : Number(payment.amount ?? 0);
    const cancelled = payment.canceled_at && !captured ? authorised : 0;
    return { taken: captured || authorised, givenBack: sum(payment.refunds) + cancelled };
  });
  const total = (part: keyof Paid) => rupiah(sum(payments.map((payment) => ({ amount: payment[part] }))));
  return { taken: total('taken'), givenBack: total('givenBack') };
};

/**
 * Rupiah of an order that nobody has paid. An authorised payment is enough, also if a part of it is captured: shops capture when they send.
 * What the shop gives back of its own accord makes no debt, and a piece that a claim has written off is owed no more: its replacement is.
 * Never more than Medusa itself says is outstanding, so that staff can mark it as paid: it knows which pieces of an exchange come back.
 */
function missingOf(shop: MedusaShop, order: Order): number {
  const paid = paymentsOf(order).map((payment) => ({
    amount: payment.canceled_at || isAtDoor(shop, payment) ? sum(payment.captures) : payment.amount,
  }));
  const writtenOff = shippedLines(order).map(({ total, quantity, detail }: OrderLine) => ({
    amount: (Number(total ?? 0) * Number(detail?.written_off_quantity ?? 0)) / Number(quantity),
  }));
  const outstanding = Number(order.summary?.pending_difference ?? Number.POSITIVE_INFINITY);
  return rupiah(Math.min(Number(order.total ?? 0) - sum(writtenOff) - sum(paid), outstanding));
}

/** What the shopper accepted for a shipping option of an order, or else for another one. Undefined if no delivery of this plugin was chosen. */
export const choiceIn = (
  { shipping_methods }: Pick<Order, 'shipping_methods'>,
  option?: string,
): AcceptedOffer | undefined => {
  const methods = shipping_methods ?? [];
  const named = methods.filter(({ shipping_option_id }) => shipping_option_id === option);
  return [...named, ...methods].map(({ data }) => readAccepted(data)).find(Boolean);
};

export const noChoice = 'The shopper has chosen no delivery of ship-elements.';

/** One parcel of an order: goods of one shipping option, from one stock location. */
export interface Part {
  lines: readonly OrderLine[];
  option: ShippingOption | undefined;
}

/** What is left to be sent, one part for each shipping option of this plugin that the order has. */
export async function partsLeft(query: Query, order: Order): Promise<Part[]> {
  const left = linesLeft(order);
  if (!choiceIn(order) || !left.length) return [];
  const ids = (order.shipping_methods ?? []).map(({ shipping_option_id }) => shipping_option_id ?? '');
  const options = await ourOptions(query, [...new Set(ids)]);
  // Options of one profile share its goods: the newest one counts.
  const newest = options
    .sort((one, other) => ids.lastIndexOf(other.id) - ids.lastIndexOf(one.id))
    .filter((option, at, all) => all.findIndex((each) => linesKey(each) === linesKey(option)) === at);
  if (!newest.length) return [{ lines: left, option: undefined }];
  return newest.map((option) => ({ option, lines: linesOf(left, option) })).filter(({ lines }) => lines.length > 0);
}

const linesKey = ({ shipping_profile_id }: ShippingOption) => shipping_profile_id;

/** Rupiah that the courier collects for other parcels of an order. */
interface Collected {
  /** Of those that are ordered. */
  byOthers: number;
  /** Of those that are still to be sent. */
  byLater: number;
  /** Rupiah for the goods and the delivery of those that are still to be sent, whoever has paid them. */
  later: number;
}

/**
 * Rupiah that the courier collects for one parcel: what nobody has paid and no other parcel collects. What the shop gives back does not raise
 * it. A payment at the door that is captured has arrived.
 */
function dueOf(shop: MedusaShop, order: Order, { byOthers, byLater }: Omit<Collected, 'later'>): number {
  const taken = (atDoor: boolean) =>
    sum(paymentsOf(order).flatMap((payment) => (isAtDoor(shop, payment) === atDoor ? (payment.captures ?? []) : [])));
  return Math.max(0, rupiah(Number(order.total ?? 0) - taken(false) - Math.max(taken(true), byOthers) - byLater));
}

/** Rupiah for the goods of a part, and for its delivery. */
export const totalOf = (order: Order, { lines, option }: Part): number =>
  rupiah(
    lines.reduce((all, line) => all + (Number(line.total ?? 0) * Number(line.quantity)) / quantityOf(order, line), 0) +
      (order.shipping_methods ?? [])
        .filter(({ shipping_option_id }) => option && shipping_option_id === option.id)
        .reduce((all, { total }) => all + Number(total ?? 0), 0),
  );

const quantityOf = ({ items }: Order, line: OrderLine): number =>
  Number(items?.find(({ id }) => id === line.id)?.quantity ?? line.quantity);

/**
 * The parcel of an order as it is now.
 * @throws {DeliveryError}
 */
export function parcelOf(
  shop: MedusaShop,
  order: Order,
  { lines, option }: Part,
  warehouse: Warehouse,
  collected: Collected,
): Parcel & { accepted: AcceptedOffer } {
  if (order.status === 'canceled') throw new DeliveryError('choice', 'The order is cancelled.');
  if (isGivenBack(paidFor(shop, order)))
    throw new DeliveryError('choice', 'The order was paid back, or its payment was cancelled: nothing is sent.');
  const accepted = choiceIn(order, option?.id);
  if (!accepted) throw new DeliveryError('choice', noChoice);
  const missing = accepted.cashOnDelivery ? 0 : missingOf(shop, order) - collected.later;
  if (missing > 0)
    throw new DeliveryError(
      'not-paid',
      `The order is not paid: Rp ${missing} are missing. Take them, or mark them as paid in Medusa, and send it then.`,
    );
  const isWhole = lines.every((line) => quantityOf(order, line) === Number(line.quantity));
  // The total of a line is for all its pieces.
  const sent = isWhole ? lines : lines.map((line) => ({ ...line, total: undefined }));
  return {
    accepted,
    // The session names the visit: the cart had another id than the order, and prices do not depend on it.
    cart: cartOf(shop, isWhole ? order : { ...order, item_total: undefined }, { lines: sent, warehouse }),
    destination: placeOf(order),
    contacts: peopleOf(warehouse, order),
    due: dueOf(shop, order, collected),
  };
}

/** Rupiah that the couriers of an order's other parcels collect. */
export const collectedByOthers = ({ fulfillments, ...order }: Order, fulfillment: string): number =>
  (fulfillments ?? [])
    .filter(({ id, canceled_at }) => id !== fulfillment && !canceled_at)
    .reduce((all, made) => all + collectedFor(order, made), 0);

function collectedFor(order: Order, { data, shipping_option_id }: StoredFulfillment): number {
  const delivery = readDelivery(data);
  if (!delivery || delivery.state === 'refused' || delivery.state === 'cancelled') return 0;
  const accepted = choiceIn(order, shipping_option_id ?? undefined);
  return delivery.collects ?? (accepted?.cashOnDelivery ? accepted.payAtDoor : 0);
}

/**
 * What an order says now of a parcel that was ordered for it.
 * @param left the parcels of the order that are still to be sent
 */
export async function orderFor(
  shop: MedusaShop,
  order: Order,
  made: StoredFulfillment,
  left: readonly Part[],
): Promise<OrderNow> {
  const accepted = choiceIn(order, made.shipping_option_id ?? undefined);
  const elsewhere = left.filter(({ option }) => option && option.id !== made.shipping_option_id);
  const byLater = elsewhere
    .filter(({ option }) => choiceIn(order, option?.id)?.cashOnDelivery)
    .reduce((all, part) => all + totalOf(order, part), 0);
  const due = dueOf(shop, order, { byOthers: collectedByOthers(order, made.id), byLater });
  // A further parcel of the same option collects what an edit has added.
  const most = elsewhere.length < left.length ? readDelivery(made.data)?.collects : undefined;
  return {
    isCancelled: order.status === 'canceled',
    isDelivered: Boolean(made.delivered_at),
    paid: paidFor(shop, order),
    due: accepted?.cashOnDelivery ? Math.min(due, most ?? due) : 0,
    label: await labelOf(() => ({ accepted, destination: placeOf(order), contacts: peopleOf(shop.options, order) })),
  };
}
