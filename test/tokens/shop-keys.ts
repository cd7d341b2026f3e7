import { expect } from 'chai';
import type { Cart, Destination, TokenKeys, TokenProblem } from '../../src/server.ts';
import { isTokenError } from '../../src/server.ts';
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

export const order = {
  ...contacts,
  ...cart.origin,
  ...destination,
  items: [item],
  delivery_type: 'now' as const,
  courier_company: 'jne',
  courier_type: 'reg',
};

/** The code that a token is turned away with. */
export async function problem(work: Promise<unknown>): Promise<TokenProblem | 'accepted'> {
  try {
    await work;
    return 'accepted';
  } catch (thrown) {
    expect(isTokenError(thrown), String(thrown)).to.equal(true);
    return (thrown as { code: TokenProblem }).code;
  }
}
