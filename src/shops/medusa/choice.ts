import { type AcceptedOffer, type Cart, type Destination, isTokenError, verifyOffer } from '../../tokens/index.ts';
import { type Basket, cartOf, destinationOf, invalid } from './cart.ts';
import type { Shop } from './shop.ts';

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
  /** An offer expires after 20 minutes, so what it says is stored. Only the plugin writes this. */
  accepted: AcceptedOffer;
}

export function readChoice(data: Record<string, unknown> | undefined): Choice | undefined {
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
  shop: Shop,
  data: Record<string, unknown> | undefined,
  basket: Basket,
): Promise<StoredChoice> {
  const choice = readChoice(data);
  if (!choice) throw invalid('Choose a delivery first: data must have service and offer.');
  if (choice.cash_on_delivery && !shop.options.cashOnDeliveryProviders?.length)
    throw invalid('This shop has no cash on delivery: cashOnDeliveryProviders is not set.');
  const accepted = await verified(shop, choice, cartOf(shop, basket), destinationOf(basket)).catch(refusal);
  return { ...choice, accepted };
}

/**
 * Rupiah for the choice; without a choice the lowest price, as an indication. A price that was accepted stands while goods and
 * address are the same. For other goods or another address the gateway is asked.
 * @returns undefined if the chosen service is no longer offered
 * @throws {MedusaError} or {GatewayError} if there is no price
 */
export async function priceOf(
  shop: Shop,
  data: Record<string, unknown> | undefined,
  basket: Basket,
): Promise<number | undefined> {
  const choice = readChoice(data);
  const [cart, destination] = [cartOf(shop, basket), destinationOf(basket)];
  if (choice) {
    const stands = await verified(shop, choice, cart, destination, issuedAt(choice.offer)).catch(ifTokenError);
    if (stands) return stands.price;
  }
  const switches = { insured: choice?.insured, cashOnDelivery: choice?.cash_on_delivery };
  const couriers = choice && [choice.service.split('/')[0] ?? ''];
  const rows = await shop.gateway.quote({ cart, destination, couriers, ...switches });
  const prices = rows.filter(({ service }) => !choice || service === choice.service).map(({ price }) => price);
  return prices.length ? Math.min(...prices) : undefined;
}

const verified = (
  shop: Shop,
  { service, offer, insured, cash_on_delivery }: Choice,
  cart: Cart,
  destination: Destination,
  now?: Date,
) => verifyOffer(offer, { cart, destination, service, insured, cashOnDelivery: cash_on_delivery }, shop.keys, now);

/** When the offer was signed: it was valid then. Now if it cannot be read. */
function issuedAt(offer: string): Date | undefined {
  try {
    const { iat } = JSON.parse(Buffer.from(offer.split('.')[1] ?? '', 'base64url').toString()) as { iat: number };
    return Number.isFinite(iat) ? new Date(iat * 1_000) : undefined;
  } catch {
    return undefined;
  }
}

function ifTokenError(problem: unknown): undefined {
  if (!isTokenError(problem)) throw problem;
}

function refusal(problem: unknown): never {
  throw isTokenError(problem) ? invalid(problem.message) : problem;
}
