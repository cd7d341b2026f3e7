import { type AcceptedOffer, isTokenError, verifyOffer } from '../../tokens/index.ts';
import { asMedusaError, type Basket, cartOf, invalid, placeOf } from './cart.ts';
import type { MedusaShop } from './shop.ts';

/** What the storefront gives as `data` when it adds the shipping option to the cart. */
export interface Choice {
  /** `jne/reg`. */
  service: string;
  offer: string;
  insured: boolean;
  cash_on_delivery: boolean;
}

/** The `data` of the shipping method, in the cart and in the order. */
export interface StoredChoice extends Choice {
  /** What the offer says, and for which goods and which place. Only the plugin writes this. */
  accepted: AcceptedOffer;
}

export function readChoice(data: Record<string, unknown> | null | undefined): Choice | undefined {
  const { service, offer, insured, cash_on_delivery } = data ?? {};
  if (typeof service !== 'string' || typeof offer !== 'string') return undefined;
  return { service, offer, insured: insured === true, cash_on_delivery: cash_on_delivery === true };
}

export const readAccepted = (data: Record<string, unknown> | null | undefined): AcceptedOffer | undefined =>
  (data as Partial<StoredChoice> | null | undefined)?.accepted;

/**
 * The choice, checked against the cart as it is now.
 * @throws {MedusaError} with a sentence for the storefront
 */
export async function storedChoice(
  shop: MedusaShop,
  data: Record<string, unknown> | undefined,
  basket: Basket,
): Promise<StoredChoice> {
  const choice = readChoice(data);
  if (!choice) throw invalid('Choose a delivery first: data must have service and offer.');
  if (choice.cash_on_delivery && !shop.options.cashOnDeliveryProviders?.length)
    throw invalid('This shop has no cash on delivery: cashOnDeliveryProviders is not set.');
  return { ...choice, accepted: await verified(shop, choice, basket) };
}

/**
 * What the offer of a choice says, if it is for this cart.
 * @param moment when the offer must be valid: now by default
 * @throws {MedusaError} with a sentence for the storefront
 */
export async function verified(
  shop: MedusaShop,
  { service, offer, insured, cash_on_delivery: cashOnDelivery }: Choice,
  basket: Basket,
  moment: Date = new Date(),
): Promise<AcceptedOffer> {
  try {
    const offered = { cart: cartOf(shop, basket), destination: placeOf(basket), service, insured, cashOnDelivery };
    return await verifyOffer(offer, offered, shop.keys, moment);
  } catch (problem) {
    if (!isTokenError(problem)) return asMedusaError(problem);
    const isOver = ['expired', 'other-cart', 'other-destination'].includes(problem.code);
    throw invalid(
      isOver ? 'The cart has changed since the delivery was chosen: choose the delivery again.' : problem.message,
    );
  }
}
