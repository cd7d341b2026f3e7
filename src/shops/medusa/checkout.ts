import { isTokenError, signGrant } from '../../tokens/index.ts';
import { type Basket, contactsOf, invalid, isSame } from './cart.ts';
import { readAccepted } from './choice.ts';
import { shopOf } from './shop.ts';

/** What Medusa's `completeCartWorkflow` gives to its hook `validate`. */
interface Checkout {
  cart: Basket & {
    total?: unknown;
    shipping_methods?: readonly { amount?: unknown; data?: Record<string, unknown> | null }[];
    payment_collection?: { payment_sessions?: readonly { provider_id: string; status: string }[] };
  };
}

const ended: readonly string[] = ['canceled', 'error'];

/**
 * For the hook `validate` of `completeCartWorkflow`. The delivery must be for the goods and the address of the cart, cost what the cart
 * says, agree with the payment, and have all that the service asks for.
 * @throws {MedusaError} with a sentence for the storefront
 */
export async function validateDelivery({ cart }: Checkout): Promise<void> {
  const shop = shopOf();
  for (const { amount, data } of cart.shipping_methods ?? []) {
    const offer = readAccepted(data);
    if (!offer) continue;
    if (!isSame(cart, offer.cart, offer.destination) || Number(amount) !== offer.price)
      throw invalid('The cart has changed since the delivery was chosen: choose the delivery again.');
    const sessions = cart.payment_collection?.payment_sessions?.filter(({ status }) => !ended.includes(status)) ?? [];
    const providers = shop.options.cashOnDeliveryProviders ?? [];
    const paysAtDoor = sessions.some(({ provider_id }) => providers.includes(provider_id));
    if (offer.cashOnDelivery && !paysAtDoor) throw invalid('Pay at the door, or switch cash on delivery off.');
    if (!offer.cashOnDelivery && paysAtDoor) throw invalid('Switch cash on delivery on, or pay now.');
    if (offer.cashOnDelivery && Number(cart.total) !== offer.payAtDoor)
      throw invalid('The courier would collect another amount than the total of the cart: choose the delivery again.');
    // Signing refuses what the service would refuse, and names the field, for example a phone number that is missing.
    const contacts = contactsOf(shop, cart);
    await signGrant({ offer, contacts, reference: cart.id ?? '' }, shop.keys).catch((problem) => {
      throw isTokenError(problem) ? invalid(problem.message) : problem;
    });
  }
}
