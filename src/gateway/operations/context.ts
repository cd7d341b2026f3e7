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

/** One request, once it is let in. */
export interface Call {
  body: Body;
  /** Of the path. */
  id: string;
  /** Where it comes from: requests are counted by it. */
  address: string;
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

/** The signed cart that came with a request, its visit counted; undefined where none came. */
export async function cartOf({ keys, limiter, now }: Context, { body }: Call): Promise<Cart | undefined> {
  if (body.cart === undefined || body.cart === null) return undefined;
  const cart = await claimsOf('cart', verifyCart(body.cart, keys, now()));
  await limiter.admit('session', cart.session);
  return cart;
}
