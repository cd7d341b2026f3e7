import { Order, type OrderProcess, ShippingMethod } from '@vendure/core';
import { type AcceptedOffer, isTokenError, signGrant } from '../../tokens/index.ts';
import { contactsOf } from './cart.ts';
import { choiceOf } from './choice.ts';
import type { OrderFields } from './fields.ts';
import { calculatorCode } from './shipping-method.ts';
import type { Shop } from './shop.ts';

/**
 * Keeps the choice when the shopper goes to the payment. The price of the shipping line must be the price of the choice, because
 * the storefront can change custom fields without a new calculation.
 */
export const keepChoice = (shop: Shop): OrderProcess<never> => ({
  async onTransitionStart(_from, to, { ctx, order }) {
    if (to !== 'ArrangingPayment') return undefined;
    const [line] = order.shippingLines;
    if (!line?.shippingMethodId) return undefined;
    const method = await shop.connection.getEntityOrThrow(ctx, ShippingMethod, line.shippingMethodId);
    if (method.calculator.code !== calculatorCode) return undefined;
    const choice = await choiceOf(shop, ctx, order);
    if ('problem' in choice) return choice.problem;
    if (shop.stored(choice.price) !== line.listPrice) return 'The delivery was changed: set the shipping method again.';
    const problem = await problemOfGrant(shop, order, choice);
    if (problem) return problem;
    const kept: OrderFields = { shippingAccepted: JSON.stringify(choice) };
    await shop.connection.getRepository(ctx, Order).update(order.id, { customFields: kept });
    Object.assign(order.customFields, kept);
    return undefined;
  },
});

/** What the service would refuse, such as a missing phone number, is refused before the shopper pays. */
async function problemOfGrant(shop: Shop, order: Order, offer: AcceptedOffer): Promise<string | undefined> {
  try {
    await signGrant({ offer, contacts: contactsOf(shop, order), reference: order.code }, shop.keys);
    return undefined;
  } catch (problem) {
    if (isTokenError(problem)) return problem.message;
    throw problem;
  }
}
