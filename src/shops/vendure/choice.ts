import { type ID, idsAreEqual, Logger, type Order, type RequestContext, UserInputError } from '@vendure/core';
import { type AcceptedOffer, isTokenError, verifyOffer } from '../../tokens/index.ts';
import { isDeliveryError } from '../base/index.ts';
import { cartOf, destinationOf } from './cart.ts';
import { type KeptChoice, orderFields } from './fields.ts';
import { say } from './sentences.ts';
import type { Shop } from './shop.ts';

export const logContext = 'ShipElements';

/** Why the order has no delivery, in a sentence for the shopper or a developer. */
export interface NoChoice {
  problem: string;
}

/** States of an order in which the shopper chooses. From then on the choice that was kept counts, not the custom fields. */
const open: readonly string[] = ['Created', 'Draft', 'AddingItems'];

/** The order's choice: while the shopper chooses, it is checked against the goods and the address as they are now. */
export async function choiceOf(shop: Shop, ctx: RequestContext, order: Order): Promise<AcceptedOffer | NoChoice> {
  if (!open.includes(order.state)) return keptChoice(order) ?? { problem: say(ctx, 'choose') };
  const { shippingService, shippingOffer, shippingInsured, shippingCashOnDelivery } = orderFields(order);
  if (!shippingService || !shippingOffer) return { problem: say(ctx, 'choose') };
  try {
    const cart = await cartOf(shop, ctx, order);
    const offered = {
      ...{ cart, destination: destinationOf(order), service: shippingService },
      ...{ insured: shippingInsured === true, cashOnDelivery: shippingCashOnDelivery === true },
    };
    return await verifyOffer(shippingOffer, offered, shop.keys);
  } catch (problem) {
    const isOffer = isTokenError(problem);
    if (!isOffer && !isDeliveryError(problem) && !(problem instanceof UserInputError)) throw problem;
    Logger.debug(`The delivery of order ${order.code} is refused: ${problem.message}`, logContext);
    return { problem: isOffer ? say(ctx, 'choose-again') : problem.message };
  }
}

/** The choice that was kept when the shopper went to the payment. */
export function keptChoice(order: Order): KeptChoice | undefined {
  const { shippingAccepted } = orderFields(order);
  return shippingAccepted ? (JSON.parse(shippingAccepted) as KeptChoice) : undefined;
}

/** Whether the order is delivered by this shipping method. */
export const isOnOrder = ({ shippingLines }: Order, method: { id: ID }): boolean =>
  (shippingLines ?? []).some(({ shippingMethodId }) => shippingMethodId && idsAreEqual(shippingMethodId, method.id));
