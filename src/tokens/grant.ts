import * as z from 'zod/mini';
import { Item, OrderRequest, type Rupiah } from '../contract/index.ts';
import { referenceText } from './cart.ts';
import type { TokenKeys } from './keys.ts';
import { sign, type TokenKind, verify } from './token.ts';

/** The shop allows one order, or one draft: it is paid for, or is paid at the door. */
export interface Grant {
  /** What the grant makes. `order` by default. */
  kind?: 'order' | 'draft_order' | undefined;
  /** All of it, as the service takes it; its `reference_id` is the grant's. */
  order: Omit<OrderRequest, 'reference_id'>;
  /** The shop's own number of the order, unique for ever: under it there is one order at the service. */
  reference: string;
  /** Rupiah that shipping may cost the shopper: what they have accepted. */
  price_max: Rupiah;
  /** Rupiah that the goods cost the shopper, for the shop's own rates; the declared value where not given. */
  subtotal?: Rupiah | undefined;
}

const rupiah = Item.shape.value;

const grant: TokenKind<Grant> = {
  name: 'grant',
  reader: 'gateway',
  lifetime: 10 * 60,
  claims: z.object({
    kind: z.optional(z.enum(['order', 'draft_order'], 'must be order or draft_order')),
    order: OrderRequest,
    reference: referenceText,
    price_max: rupiah,
    subtotal: z.optional(rupiah),
  }),
};

/**
 * Signs an order, for 10 minutes: after it was paid, or taken for cash on delivery. The page reads it, as the shopper may:
 * it is the shopper's own address.
 * @throws {TokenError} naming the field that is wrong
 */
export function signGrant(claims: Grant, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(grant, claims, keys, now);
}

/** @throws {TokenError} */
export function verifyGrant(token: unknown, keys: TokenKeys, now = new Date()): Promise<Grant> {
  return verify(grant, token, keys, now);
}
