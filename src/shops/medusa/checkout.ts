import type { Logger, MedusaContainer } from '@medusajs/framework/types';
import { completeCartWorkflow } from '@medusajs/medusa/core-flows';
import { isTokenError, signGrant } from '../../tokens/index.ts';
import { type Amount, type Basket, cartWith, invalid, peopleOf, readAccepted, readChoice, verified } from './cart.ts';
import { shopIn } from './shop.ts';

/** What Medusa's `completeCartWorkflow` gives to its hook `validate`. */
interface Checkout {
  cart: Basket & {
    shipping_methods?: readonly { amount?: Amount; data?: Record<string, unknown> | null }[];
    payment_collection?: {
      payment_sessions?: readonly { provider_id: string; status: string; created_at?: string | Date }[];
    };
  };
}

const ended: readonly string[] = ['canceled', 'error'];

/**
 * For the hook `validate` of `completeCartWorkflow`. The delivery must be for the goods and the address of the cart, cost what the cart
 * says, agree with the payment, and have all that the service asks for. Its offer must have been valid when the payment began: a
 * payment may take longer than an offer.
 * @throws {MedusaError} with a sentence for the storefront
 */
export async function validateDelivery(
  { cart }: Checkout,
  { container }: { container: MedusaContainer },
): Promise<void> {
  for (const { amount, data } of cart.shipping_methods ?? []) {
    const [choice, offer] = [readChoice(data), readAccepted(data)];
    if (!choice || !offer) continue;
    const shop = shopIn(container);
    const sessions = cart.payment_collection?.payment_sessions?.filter(({ status }) => !ended.includes(status)) ?? [];
    const begun = Math.min(
      Date.now(),
      ...sessions.map(({ created_at }) => Date.parse(String(created_at ?? new Date()))),
    );
    const { price, cashOnDelivery } = await verified(
      shop,
      choice,
      await cartWith(container, cart.id ?? ''),
      new Date(Number.isFinite(begun) ? begun : Date.now()),
    );
    if (Number(amount) !== price) throw invalid('The price of the delivery has changed: choose the delivery again.');
    const providers = shop.options.cashOnDeliveryProviders ?? [];
    const paysAtDoor = sessions.some(({ provider_id }) => providers.includes(provider_id));
    if (cashOnDelivery && !paysAtDoor) throw invalid('Pay at the door, or switch cash on delivery off.');
    if (!cashOnDelivery && paysAtDoor) throw invalid('Switch cash on delivery on, or pay now.');
    // Signing refuses what the service would refuse, and names the field, for example a phone number that is missing.
    const grant = { offer, contacts: peopleOf(shop, cart), reference: cart.id ?? '' };
    await signGrant(grant, shop.keys).catch((problem) => {
      throw isTokenError(problem) ? invalid(problem.message) : problem;
    });
  }
}

/** A hook has one handler. If the shop has its own, that one calls `validateDelivery`. */
export function watchCheckout(logger: Pick<Logger, 'warn'>): void {
  try {
    completeCartWorkflow.hooks.validate(validateDelivery as never);
  } catch {
    logger.warn(
      'ship-elements/medusa: this shop has its own handler of completeCartWorkflow.hooks.validate. Call validateDelivery of ship-elements/medusa in it.',
    );
  }
}
