import { type Cart, isTokenError, type TokenKeys, verifyCart } from '../../tokens/index.ts';
import type { WebhookDeps } from '../news/service-webhooks.ts';
import type { GatewayOptions } from '../options.ts';
import type { OrderDeps } from '../orders/order.ts';
import type { TrackingDeps } from '../parcels/tracking.ts';
import type { RatesService } from '../quote/rates-service.ts';
import type { Body } from './bodies.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type GatewayAnswer, Refusal } from './refusal.ts';

/** Shared by the operations of one gateway. */
export interface Context {
  options: Required<
    Pick<GatewayOptions, 'account' | 'orders' | 'cancels' | 'rates' | 'fallback' | 'cashOnDeliveryLimits'>
  > &
    Pick<GatewayOptions, 'sender' | 'calendar' | 'promises'> & {
      /** Whether anything is known of a parcel after its order. */
      tracks: boolean;
    };
  keys: TokenKeys;
  ratesService: Pick<RatesService, 'couriers' | 'areas' | 'rates' | 'promised'>;
  orderDeps: OrderDeps;
  limiter: Pick<RateLimiter, 'admit' | 'draftQuote'>;
  tracking: TrackingDeps;
  webhooks: WebhookDeps;
  now: () => Date;
}

/** One accepted request, or one call in process. */
export interface Call {
  /** The JSON of a request, or its query. */
  body: Body;
  /** Undefined in process. */
  request?: Request;
  /** The id in the path. */
  id: string;
  /** The client's address, by which requests are counted. Undefined in process, but for a price whose shopper is named. */
  address: string | undefined;
  /** In process, the unsigned cart. A request has it signed in its body. */
  cart?: Cart;
  /** In process, the shop's own id of what the order is for. The order belongs to it. */
  owner?: string | undefined;
  /** Called when the service is asked for a price. */
  quoted(): void;
}

/** Answers one operation. */
export type Handle = (context: Context, call: Call) => Promise<GatewayAnswer>;

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
    if (problem.code === 'expired') {
      const sentence = `The ${name} of the shop has expired: ask the shop’s server for a new one. If it is new, the clock of that server is behind.`;
      throw new Refusal('token-expired', { details, sentence, mismatch: problem.message });
    }
    // A wrong claim is the shop's own: its signature holds.
    const sentence = mismatch
      ? `The ${name} is not one of this shop: its ${mismatch} does not match the gateway’s.`
      : problem.message;
    throw new Refusal('token-invalid', { details, sentence, mismatch: problem.message });
  }
}

/**
 * Returns the cart of a call, and counts its visit. Undefined if there is no cart.
 * @param unsigned counts a call without a valid cart
 * @param purpose what the visit is counted for apart
 */
export async function cartOf(
  { keys, limiter, now }: Context,
  call: Call,
  unsigned: () => Promise<void>,
  purpose = '',
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
  await limiter.admit('session', purpose + cart.session);
  return cart;
}

/** Counts a call that nothing of the shop has signed. */
export async function admitAddress({ limiter }: Context, { address }: Call): Promise<void> {
  if (address === undefined) return;
  await limiter.admit('address', address);
  await limiter.admit('writes', `address ${address}`);
}
