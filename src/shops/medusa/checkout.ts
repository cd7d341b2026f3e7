import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import type { Logger, MedusaContainer } from '@medusajs/framework/types';
import { completeCartWorkflow } from '@medusajs/medusa/core-flows';
import { isTokenError, signGrant } from '../../tokens/index.ts';
import {
  asMedusaError,
  begunPayments,
  type CartNow,
  cartWith,
  invalid,
  peopleOf,
  readAccepted,
  readChoice,
  verified,
} from './cart.ts';
import { namesOf } from './order.ts';
import { goodsOf, linesWithoutMethod, ourOptions } from './parts.ts';
import { type MedusaShop, type Query, queryIn, shopIn } from './shop.ts';

/** The deliveries of a cart that were chosen with this plugin. */
const chosenIn = ({ shipping_methods }: CartNow) =>
  (shipping_methods ?? []).flatMap(({ shipping_option_id, amount, data }) => {
    const [choice, accepted] = [readChoice(data), readAccepted(data)];
    return choice && accepted ? [{ option: shipping_option_id ?? '', amount, choice, accepted }] : [];
  });

const isAtDoor = ({ options }: MedusaShop, provider: string): boolean =>
  (options.cashOnDeliveryProviders ?? []).includes(provider);

const notCollected = 'Switch cash on delivery on, or pay now.';

/**
 * What must hold when a payment begins: all goods have a delivery. Each delivery is for the goods and the address of the cart, costs what the
 * cart says, agrees with the payment, and has all that the service asks for.
 * @throws {MedusaError} with a sentence for the storefront
 */
async function checkPayment(shop: MedusaShop, query: Query, cart: CartNow, provider: string): Promise<void> {
  const chosen = chosenIn(cart);
  const options = await ourOptions(
    query,
    chosen.map(({ option }) => option),
  );
  for (const { option: id, amount, choice } of chosen) {
    const option = options.find((each) => each.id === id);
    const goods = await goodsOf(shop, query, cart, option).catch(asMedusaError);
    const offer = await verified(shop, choice, cart, goods);
    if (Number(amount) !== offer.price)
      throw invalid('The price of the delivery has changed: choose the delivery again.');
    if (offer.cashOnDelivery && !isAtDoor(shop, provider))
      throw invalid('Pay at the door, or switch cash on delivery off.');
    if (!offer.cashOnDelivery && isAtDoor(shop, provider)) throw invalid(notCollected);
    // Signing refuses what the service would refuse, and names the field, for example a phone number that is missing.
    const grant = { offer, contacts: peopleOf(goods.warehouse, cart), reference: cart.id ?? '' };
    await signGrant(grant, shop.keys).catch((problem) => {
      throw isTokenError(problem) ? invalid(problem.message) : problem;
    });
  }
  const left = await linesWithoutMethod(query, cart);
  if (left.length) throw invalid(`There is no delivery for ${namesOf(left)}: choose the delivery again.`);
}

/** Before `POST /store/payment-collections/:id/payment-sessions`: afterwards the shopper may pay at any moment. */
export async function watchPayment(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  try {
    const query = queryIn(request.scope);
    const filters = { payment_collection_id: request.params.id };
    const asked = { entity: 'cart_payment_collection', fields: ['cart_id'], filters };
    const { data } = await query.graph(asked as Parameters<Query['graph']>[0]);
    const { provider_id } = Object(request.body) as { provider_id?: unknown };
    for (const { cart_id } of data as unknown as { cart_id: string }[])
      await checkPayment(shopIn(request.scope), query, await cartWith(query, cart_id), String(provider_id));
    next();
  } catch (problem) {
    next(problem);
  }
}

/**
 * For the hook `validate` of `completeCartWorkflow`. What held when the payment began counts: the shopper may have paid, so a difference is for
 * the staff, and no reason to keep the money without an order. Only what nobody has paid is refused: goods that the courier would hand over for
 * nothing, and a cart whose payment has not begun.
 * @throws {MedusaError} with a sentence for the storefront
 */
export async function validateDelivery(
  { cart: { id = '' } }: { cart: { id?: string } },
  { container }: { container: MedusaContainer },
): Promise<void> {
  const [shop, query] = [shopIn(container), queryIn(container)];
  const cart = await cartWith(query, id);
  const begun = begunPayments(cart);
  if (!begun.length) return checkPayment(shop, query, cart, '');
  const isUncollected = chosenIn(cart).some(({ accepted }) => !accepted.cashOnDelivery);
  if (isUncollected && begun.every(({ provider_id }) => isAtDoor(shop, provider_id))) throw invalid(notCollected);
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
