import * as z from 'zod/mini';
import { referenceText } from './cart.ts';
import { sign, type TokenKeys, type TokenKind, verify } from './token.ts';

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

/** The order that the token follows. */
export interface Track {
  /** `reference_id`: the shop's own number of the order. The link that carries the token shows it. */
  reference: string;
}

/** Seconds that a link to a parcel is valid. */
export const trackLifetime = 90 * 24 * 3600;

const track: TokenKind<Track> = {
  name: 'track',
  reader: 'gateway',
  lifetime: trackLifetime,
  claims: z.object({ reference: referenceText }),
};

/**
 * Signs a track token for 90 days. It shows where one parcel is, and it may be shared. Put it into the fragment of a link:
 * `https://shop.example/lacak#t=TOKEN`. Browsers do not send that part. It ends early if its
 * secret is removed before.
 * @throws {TokenError} naming the field that is wrong
 */
export function signTrack(claims: Track, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(track, claims, keys, now);
}

/** @throws {TokenError} */
export function verifyTrack(token: unknown, keys: TokenKeys, now = new Date()): Promise<Track> {
  return verify(track, token, keys, now);
}

/** The purchase that the token shows. */
export interface PurchaseClaims {
  /** The shop's own number of the purchase. */
  reference: string;
}

const purchase: TokenKind<PurchaseClaims> = {
  name: 'purchase',
  reader: 'shop',
  lifetime: 30 * 24 * 3600,
  claims: z.object({ reference: referenceText }),
};

/**
 * Signs a purchase token for 30 days. It shows how far one purchase is, on the page that the shopper comes back to from the payment, also in
 * another browser. It cancels nothing. Put it into the fragment of the link: browsers do not send that part.
 * @throws {TokenError} naming the field that is wrong
 */
export function signPurchase(claims: PurchaseClaims, keys: TokenKeys, now = new Date()): Promise<string> {
  return sign(purchase, claims, keys, now);
}

/** @throws {TokenError} */
export function verifyPurchase(token: unknown, keys: TokenKeys, now = new Date()): Promise<PurchaseClaims> {
  return verify(purchase, token, keys, now);
}

/**
 * What the gateway's answer to an order means for the shop that was paid.
 * - `placed`: final. The service has the order.
 * - `refused`: final. Nothing was ordered, and the same order gets the same answer: the shop's staff or the shopper decide.
 * - `not-yet`: nothing was ordered. Ask again later, under the same reference.
 * - `unknown`: it may be ordered. Ask again later, under the same reference.
 */
export type OrderOutcome = 'placed' | 'refused' | 'not-yet' | 'unknown';

/** Refusals that are about this order. */
const refused: ReadonlySet<unknown> = new Set([
  'price-changed',
  'service-gone',
  'not-placed',
  'invalid-request',
  // The service's own refusals, as the gateway names them.
  'no-courier',
  'location',
  'contact',
  'items',
  'declared-value',
  'cod-unavailable',
  'cod-limit',
  'schedule',
  'pickup-unavailable',
  'insurance-unavailable',
  'proof-of-delivery',
  'service-removed',
  'other',
]);

/** The service is down, or the merchant's account has a problem. */
const notYet: ReadonlySet<unknown> = new Set([
  'service-busy',
  'service-unreachable',
  'service-unreadable',
  'quotes-exhausted',
  'shipping-unavailable',
]);

/**
 * The rule which answers are final. Everything that it does not know is asked again, so that a paid order is never lost.
 * @param answer the body of the gateway's answer, a `GatewayError`, or undefined if there was no answer
 */
export function orderOutcome(answer: unknown): OrderOutcome {
  const { success, reason } = Object(answer) as { success?: unknown; reason?: unknown };
  if (success === true) return 'placed';
  if (refused.has(reason)) return 'refused';
  return notYet.has(reason) ? 'not-yet' : 'unknown';
}
