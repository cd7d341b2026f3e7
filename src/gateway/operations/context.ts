import type { OperationName } from '../../contract/index.ts';
import { type Cart, isTokenError, type TokenKeys, verifyCart } from '../../tokens/index.ts';
import type { Body, RateLimiter } from '../http/index.ts';
import type { GatewayOptions } from '../options.ts';
import type { OrderDeps } from '../orders/index.ts';
import type { RatesService } from '../rates/index.ts';
import type { TrackingDeps } from '../tracking/index.ts';
import { type GatewayAnswer, Refusal } from '../upstream/index.ts';

/** Shared by the operations of one gateway. */
export interface Context {
  options: Required<Pick<GatewayOptions, 'account' | 'orders' | 'cancels' | 'rates' | 'fallback'>> &
    Pick<GatewayOptions, 'sender'> & {
      /** Whether anything is known of a parcel after its order. */
      tracks: boolean;
    };
  keys: TokenKeys;
  ratesService: RatesService;
  orderDeps: OrderDeps;
  limiter: RateLimiter;
  tracking: TrackingDeps;
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
  /** In process, the shop's own id of what the order is for. The order belongs to it. */
  owner?: string | undefined;
  /** Called when the service is asked for a price. */
  quoted(): void;
}

export type Handle = (context: Context, call: Call) => Promise<GatewayAnswer>;

/** The other three are what the gateway asks the service. The answers about parcels have personal data. */
export type Handlers = Record<Exclude<OperationName, 'readAreas' | 'readTracking' | 'readOrder'>, Handle>;

/**
 * Returns the claims of a token.
 * @throws {Refusal} `token-missing`, `token-expired` or `token-invalid`
 */
export async function verifiedClaims<Claims>(name: string, reading: Promise<Claims>): Promise<Claims> {
  try {
    return await reading;
  } catch (problem) {
    if (!isTokenError(problem)) throw problem;
    const { mismatch } = problem;
    const details = { token: name, ...(mismatch && { mismatch }) };
    if (problem.code === 'missing') throw new Refusal('token-missing', { details });
    if (problem.code === 'expired') throw new Refusal('token-expired', { details });
    const sentence = mismatch && `The ${name} is not one of this shop: its ${mismatch} does not match the gateway’s.`;
    throw new Refusal('token-invalid', { details, sentence, mismatch: problem.message });
  }
}

/**
 * Returns the cart of a call, and counts its visit. Undefined if there is no cart.
 * @param unsigned counts a call without a valid cart
 */
export async function cartOf(
  { keys, limiter, now }: Context,
  call: Call,
  unsigned: () => Promise<void>,
): Promise<Cart | undefined> {
  const { cart: signed } = call.body;
  if (!call.cart && (signed === undefined || signed === null)) {
    await unsigned();
    return undefined;
  }
  const verified = () =>
    verifiedClaims('cart', verifyCart(signed, keys, now())).catch(async (problem) => {
      await unsigned();
      throw problem;
    });
  const cart = call.cart ?? (await verified());
  await limiter.admit('session', cart.session);
  return cart;
}
