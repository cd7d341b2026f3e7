import type { OperationName } from '../../contract/index.ts';
import { type Cart, isTokenError, type TokenKeys, verifyCart } from '../../tokens/index.ts';
import type { Body, RateLimiter } from '../http/index.ts';
import type { GatewayOptions } from '../options.ts';
import type { OrderDeps } from '../orders/index.ts';
import type { RatesService } from '../rates/index.ts';
import { type Answer, Refusal } from '../upstream/index.ts';

/** What the operations of one gateway share. */
export interface Context {
  options: Required<Pick<GatewayOptions, 'account' | 'orders' | 'cancels' | 'rates' | 'fallback'>> &
    Pick<GatewayOptions, 'sender'>;
  keys: TokenKeys;
  ratesService: RatesService;
  orderDeps: OrderDeps;
  limiter: RateLimiter;
  now: () => Date;
}

/** One request that is let in, or one call in process. */
export interface Call {
  body: Body;
  /** Of the path. */
  id: string;
  /** Where it comes from: requests are counted by it. Undefined in process, where the shop's own server calls. */
  address: string | undefined;
  /** In process the shop's server gives the cart itself. A request brings it signed in its body. */
  cart?: Cart;
  /** Called where the service is asked for a price. */
  quoted(): void;
}

export type Handle = (context: Context, call: Call) => Promise<Answer>;

export type Handlers = Record<OperationName, Handle>;

/**
 * What a token says, or why it is not taken.
 * @throws {Refusal}
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

/** The cart of a call, its visit counted. Undefined if none came. */
export async function cartOf({ keys, limiter, now }: Context, call: Call): Promise<Cart | undefined> {
  const { cart: signed } = call.body;
  if (!call.cart && (signed === undefined || signed === null)) return undefined;
  const cart = call.cart ?? (await claimsOf('cart', verifyCart(signed, keys, now())));
  await limiter.admit('session', cart.session);
  return cart;
}
