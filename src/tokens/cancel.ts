import * as z from 'zod/mini';
import type { TokenKeys } from './keys.ts';
import { sign, type TokenKind, verify } from './token.ts';

/** The order that the token cancels. */
export interface Cancel {
  /** The id of the order at the service. */
  order: string;
  /** `reference_id`: the shop's own number of the order. */
  reference: string;
}

const cancel: TokenKind<Cancel> = {
  name: 'cancel',
  reader: 'shop',
  lifetime: 15 * 60,
  claims: z.object({ order: z.string().check(z.minLength(1)), reference: z.string().check(z.minLength(1)) }),
};

/**
 * Signs a cancel token for 15 minutes.
 * @throws {TokenError} naming the field that is wrong
 */
export function signCancel(claims: Cancel, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(cancel, claims, keys, now);
}

/**
 * Verifies a cancel token and returns its order. For a shop whose own server cancels.
 * @throws {TokenError}
 */
export function verifyCancel(token: unknown, keys: TokenKeys, now = new Date()): Promise<Cancel> {
  return verify(cancel, token, keys, now);
}
