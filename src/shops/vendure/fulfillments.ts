import { type Fulfillment, type ID, idsAreEqual, type Order } from '@vendure/core';
import type { Delivery, DeliveryKey } from '../base/index.ts';
import type { Goods } from './cart-service.ts';
import { type DeliveryState, type FulfillmentFields, fulfillmentFields, type OrderedFields } from './custom-fields.ts';

/** In `shippingProblem`: the gateway has erased the delivery. The shop has its number and its waybill until the customer is deleted. */
export const erased = 'order-erased';

/** The code of the fulfillment handler. */
export const handlerCode = 'ship-elements';

export const isOurs = ({ handlerCode: code }: Fulfillment): boolean => code === handlerCode;
export const isCancelled = ({ state }: Fulfillment): boolean => state === 'Cancelled';

export const stateOf = (fulfillment: Fulfillment): DeliveryState =>
  fulfillmentFields(fulfillment).shippingState ?? 'waiting';

export const keyOf = (fulfillment: Fulfillment): DeliveryKey => {
  const { shippingReference, shippingOwner } = fulfillmentFields(fulfillment);
  return { reference: shippingReference ?? '', owner: shippingOwner ?? '' };
};

/** What the delivery of a fulfillment was ordered with. */
export const orderedOf = (fulfillment: Fulfillment): OrderedFields =>
  JSON.parse(fulfillmentFields(fulfillment).shippingOrdered ?? '{}');

/** How the delivery of a fulfillment stands, as it is stored. */
export function deliveryOf(fulfillment: Fulfillment): Delivery {
  const { shippingId, shippingProblem, shippingMessage, shippingLink } = fulfillmentFields(fulfillment);
  const key = keyOf(fulfillment);
  const reason = shippingProblem ?? '';
  const message = shippingMessage ?? '';
  const state = stateOf(fulfillment);
  switch (state) {
    case 'placed': {
      const waybill = fulfillment.trackingCode || undefined;
      return {
        ...key,
        ...orderedOf(fulfillment),
        state,
        id: shippingId ?? '',
        waybill,
        link: shippingLink ?? undefined,
        ...(message && { message }),
      };
    }
    case 'refused':
      return { ...key, state, reason, message };
    case 'cancelling':
      return { ...key, state, ...(message && { message }) };
    case 'cancelled':
      return { ...key, state };
    case 'waiting':
      return { ...key, state, reason };
  }
}

/** The custom fields for a delivery. */
export function fieldsOf(delivery: Delivery): FulfillmentFields {
  const { state, reference, owner, collects, label } = delivery;
  const isRefused = state === 'refused';
  return {
    shippingState: state,
    shippingReference: reference,
    shippingOwner: owner,
    shippingProblem: isRefused || state === 'waiting' ? delivery.reason : null,
    shippingMessage: ('message' in delivery && delivery.message) || null,
    ...(state === 'placed' && { shippingId: delivery.id, shippingLink: delivery.link ?? null }),
    ...(label !== undefined && { shippingOrdered: JSON.stringify({ collects, label } satisfies OrderedFields) }),
  };
}

/** What our delivery has: all that is neither cancelled nor in a fulfillment of another handler. An order has one delivery of ours. */
export function goodsLeft({ lines, fulfillments }: Order): Goods[] {
  const others = fulfillments.filter((made) => !isOurs(made) && !isCancelled(made)).flatMap((made) => made.lines);
  return lines
    .map((line) => {
      const sent = others.filter(({ orderLineId }) => idsAreEqual(orderLineId, line.id));
      return { line, quantity: line.quantity - sent.reduce((sum, { quantity }) => sum + quantity, 0) };
    })
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Whether the lines of a fulfillment are all that has to be delivered. Staff may leave out what needs no delivery, or fulfill it with the rest.
 * @param goods what is left of the order
 * @param delivered those of them that need a delivery
 */
export function isAll(goods: Goods[], delivered: Goods[], lines: { orderLineId: ID; quantity: number }[]): boolean {
  const has = (parts: Goods[], { orderLineId, quantity }: (typeof lines)[number]) =>
    parts.some((part) => idsAreEqual(orderLineId, part.line.id) && quantity === part.quantity);
  const asked = lines.filter(({ quantity }) => quantity > 0);
  return (
    asked.every((line) => has(goods, line)) && delivered.length === asked.filter((line) => has(delivered, line)).length
  );
}
