import type { OperationName } from '../../contract/index.ts';
import { type Cart, isTokenError, type TokenKeys, verifyCart } from '../../tokens/index.ts';
import type { Body, RateLimiter } from '../http/index.ts';
import type { GatewayOptions } from '../options.ts';
import type { OrderDeps } from '../orders/index.ts';
import type { RatesService } from '../rates/index.ts';
import { type Answer, Refusal } from '../upstream/index.ts';

/** Shared by the operations of one gateway. */
export interface Context {
  options: Required<Pick<GatewayOptions, 'account' | 'orders' | 'cancels' | 'rates' | 'fallback'>> &
    Pick<GatewayOptions, 'sender'>;
  keys: TokenKeys;
  ratesService: RatesService;
  orderDeps: OrderDeps;
  limiter: RateLimiter;
  now: () => Date;
}

/** One accepted request, or one call in process. */
export interface Call {
  body: Body;
  /** The id in the path. */
  id: string;
  /** The client's address, by which requests are counted. Undefined in process. */
  address: string | undefined;
  /** In process, the unsigned cart. A request has it signed in its body. */
  cart?: Cart;
  /** Called when the service is asked for a price. */
  quoted(): void;
}

export type Handle = (context: Context, call: Call) => Promise<Answer>;

export type Handlers = Record<OperationName, Handle>;

/**
 * Returns the claims of a token.
 * @throws {Refusal} `token-missing`, `token-expired` or `token-invalid`
 */
export async function claimsOf<Claims>(name: string, reading: Promise<Claims>): Promise<Claims> {
  try {
    return await reading;
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    const details = { token: name };
    if (problem.code === 'missing') throw new Refusal('token-missing', { details });
    if (problem.code === 'expired') throw new Refusal('token-expired', { details });
    throw new Refusal('token-invalid', { details });
  }
}

/** Returns the cart of a call, and counts its visit. Undefined if there is no cart. */
export async function cartOf({ keys, limiter, now }: Context, call: Call): Promise<Cart | undefined> {
  const { cart: signed } = call.body;
  if (!call.cart && (signed === undefined || signed === null)) return undefined;
  const cart = call.cart ?? (await claimsOf('cart', verifyCart(signed, keys, now())));
  await limiter.admit('session', cart.session);
  return cart;
}
