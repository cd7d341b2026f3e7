import type { AcceptedOffer } from '../../tokens/index.ts';
import { DeliveryError, type Parcel } from '../base/index.ts';
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
import { first, type MedusaShop, type Query } from './shop.ts';

/** A line of an order, with what became of it. */
interface OrderLine extends Line {
  detail?: { fulfilled_quantity?: Amount; return_dismissed_quantity?: Amount } | null;
}

interface Payment {
  captures?: readonly { amount?: Amount }[] | null;
  refunds?: readonly { amount?: Amount }[] | null;
}

export interface StoredFulfillment {
  id: string;
  provider_id?: string;
  canceled_at?: unknown;
  created_at?: string | Date;
  data?: Record<string, unknown> | null;
  items?: readonly { line_item_id?: string | null; quantity?: Amount }[] | null;
}

/** An order of Medusa's, as it is now. */
export interface Order extends Basket {
  id: string;
  status?: string;
  items?: readonly OrderLine[] | null;
  shipping_methods?: readonly { data?: Record<string, unknown> | null }[] | null;
  payment_collections?: readonly { payments?: readonly Payment[] | null }[] | null;
  fulfillments?: readonly StoredFulfillment[] | null;
}

const fields = [
  ...basketFields,
  'status',
  'shipping_methods.data',
  'fulfillments.*',
  'fulfillments.items.*',
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

/** What a fulfillment has of the order's lines as they are now. */
export const linesIn = (order: Pick<Order, 'items'>, { items }: Pick<StoredFulfillment, 'items'>): OrderLine[] =>
  shippedLines(order).flatMap((line: OrderLine) => {
    const taken = items?.find(({ line_item_id }) => line_item_id === line.id);
    // A kit has more pieces in the fulfillment than in the order.
    return taken ? [{ ...line, quantity: Math.min(Number(line.quantity), Number(taken.quantity)) }] : [];
  });

const sum = (amounts: readonly { amount?: Amount }[] | null | undefined) =>
  (amounts ?? []).reduce((total, { amount }) => total + Number(amount ?? 0), 0);

const paymentsOf = ({ payment_collections }: Order): Payment[] =>
  (payment_collections ?? []).flatMap(({ payments }) => payments ?? []);

/** Rupiah that the shop has captured and not paid back. */
const paidOf = (order: Order): number =>
  paymentsOf(order).reduce((paid, { captures, refunds }) => paid + sum(captures) - sum(refunds), 0);

/** Rupiah that the shop has not been paid. */
const dueOf = (order: Order): number => Math.max(0, rupiah(Number(order.total ?? 0) - paidOf(order)));

const isPaidBack = (order: Order): boolean =>
  rupiah(paidOf(order)) <= 0 && paymentsOf(order).some(({ refunds }) => sum(refunds) > 0);

/** What the shopper accepted for an order. Undefined if no delivery of this plugin was chosen. */
export const choiceIn = ({ shipping_methods }: Pick<Order, 'shipping_methods'>): AcceptedOffer | undefined =>
  shipping_methods?.map(({ data }) => readAccepted(data)).find(Boolean);

export const noChoice = 'The shopper has chosen no delivery of ship-elements.';

/**
 * The parcel of an order as it is now.
 * @param lines its goods
 * @throws {DeliveryError}
 */
export function parcelOf(
  shop: MedusaShop,
  order: Order,
  lines: readonly OrderLine[],
): Parcel & { accepted: AcceptedOffer } {
  if (order.status === 'canceled') throw new DeliveryError('choice', 'The order is cancelled.');
  if (isPaidBack(order)) throw new DeliveryError('choice', 'The order was paid back: nothing is sent.');
  const accepted = choiceIn(order);
  if (!accepted) throw new DeliveryError('choice', noChoice);
  const whole = lines.length === shippedLines(order).length && lines.every((line) => isUnsent(order, line));
  const goods = whole ? order : { ...order, items: lines, item_total: undefined };
  return {
    accepted,
    // The session names the visit: the cart had another id than the order, and prices do not depend on it.
    cart: cartOf(shop, goods),
    destination: placeOf(order),
    contacts: peopleOf(shop, order),
    due: dueOf(order),
  };
}

const isUnsent = ({ items }: Order, line: OrderLine): boolean =>
  Number(items?.find(({ id }) => id === line.id)?.quantity) === Number(line.quantity);
