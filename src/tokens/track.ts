import * as z from 'zod/mini';
import { referenceText } from './cart.ts';
import type { TokenKeys } from './keys.ts';
import { sign, type TokenKind, verify } from './token.ts';

/** The order that the token follows. */
export interface Track {
  /** `reference_id`: the shop's own number of the order. The link that carries the token shows it. */
  reference: string;
}

const track: TokenKind<Track> = {
  name: 'track',
  reader: 'gateway',
  lifetime: 90 * 24 * 3600,
  claims: z.object({ reference: referenceText }),
};

/**
 * Signs a track token for 90 days. It shows where one parcel is, and it may be shared. Put it into the fragment of a link:
 * `https://shop.example/lacak#t=TOKEN`. Browsers do not send that part. A second change of the secret ends it early.
 * @throws {TokenError} naming the field that is wrong
 */
export function signTrack(claims: Track, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(track, claims, keys, now);
}

/** @throws {TokenError} */
export function verifyTrack(token: unknown, keys: TokenKeys, now = new Date()): Promise<Track> {
  return verify(track, token, keys, now);
}
