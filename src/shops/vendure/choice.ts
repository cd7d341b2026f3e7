import { Logger, type Order, type RequestContext, UserInputError } from '@vendure/core';
import { type AcceptedOffer, isTokenError, verifyOffer } from '../../tokens/index.ts';
import { cartOf, destinationOf } from './cart.ts';
import { orderFields } from './fields.ts';
import type { Shop } from './shop.ts';

export const logContext = 'ShipElements';

/** Why the order has no delivery, in a sentence for the shopper or a developer. */
export interface NoChoice {
  problem: string;
}

/**
 * The order's choice, checked against its goods and its address as they are now. Once the order is placed, the choice that was kept
 * counts: staff may change the order when the offer has expired.
 */
export async function choiceOf(shop: Shop, ctx: RequestContext, order: Order): Promise<AcceptedOffer | NoChoice> {
  const kept = order.orderPlacedAt && acceptedOf(order);
  if (kept) return kept;
  const { shippingService, shippingOffer, shippingInsured, shippingCashOnDelivery } = orderFields(order);
  if (!shippingService || !shippingOffer) return { problem: 'Choose a delivery first.' };
  try {
    const cart = await cartOf(shop, ctx, order);
    const offered = {
      ...{ cart, destination: destinationOf(order), service: shippingService },
      ...{ insured: shippingInsured === true, cashOnDelivery: shippingCashOnDelivery === true },
    };
    return await verifyOffer(shippingOffer, offered, shop.keys);
  } catch (problem) {
    if (!isTokenError(problem) && !(problem instanceof UserInputError)) throw problem;
    Logger.debug(`The delivery of order ${order.code} is refused: ${problem.message}`, logContext);
    return { problem: problem.message };
  }
}

/** The choice that was kept when the shopper went to the payment. */
export function acceptedOf(order: Order): AcceptedOffer | undefined {
  const { shippingAccepted } = orderFields(order);
  return shippingAccepted ? (JSON.parse(shippingAccepted) as AcceptedOffer) : undefined;
}
