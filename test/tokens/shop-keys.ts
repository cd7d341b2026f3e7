import { expect } from 'chai';
import type { Cart, Destination, Offer, TokenKeys } from '../../src/tokens/index.ts';
import { cartFingerprint, destinationFingerprint, isTokenError } from '../../src/tokens/index.ts';
import { contacts, item } from '../support/fixtures.ts';

export const keys: TokenKeys = {
  account: 'toko-senja',
  current: { kid: '2026-11', secret: 'a-secret-of-the-shop-and-its-gateway-only' },
};

export const now = new Date('2026-11-22T05:00:00Z');

export const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

export const cart: Cart = {
  items: [item],
  origin: { origin_postal_code: 12440 },
  subtotal: 140_000,
  session: 'visit-1',
};

export const destination: Destination = { destination_postal_code: 40111 };

/** `jne/reg` for 24,000 rupiah with both extras. */
export const offer = {
  cart: await cartFingerprint(cart),
  destination: await destinationFingerprint(destination),
  courier: 'jne',
  service: 'reg',
  price: 24_000,
  asked: { insured: true, cash_on_delivery: true },
  parts: {
    shipping: 15_000,
    insurance: { fee: 750, amount: 150_000 },
    cash_on_delivery: { fee: 8_250, amount: 140_000, type: '3_days' },
  },
} as const satisfies Offer;

export const order = {
  ...contacts,
  ...cart.origin,
  ...destination,
  items: [item],
  delivery_type: 'now' as const,
  courier_company: 'jne',
  courier_type: 'reg',
};

/** The code of the error that reading or signing a token ends with. */
export async function problem(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (thrown) {
    expect(isTokenError(thrown), String(thrown)).to.equal(true);
    return (thrown as { code: string }).code;
  }
}
