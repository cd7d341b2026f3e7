import type { Entry } from '../../../src/gateway/ledger/transitions.ts';

/** An order of the ledger: claimed, and its lease has ended. */
export const now = 1_000_000;

export const entryOf = (changes: Partial<Entry> = {}): Entry => ({
  account: 'shop',
  kind: 'order',
  reference: 'CART-1',
  state: 'claimed',
  version: 7,
  fingerprint: 'f',
  permit: 'p',
  body: '{"destination_contact_name":"Siti"}',
  terms: { price_max: 10_000, subtotal: 50_000 },
  answer: null,
  order: null,
  attempts: 1,
  lease: now,
  created: now - 1,
  changed: now - 1,
  ...changes,
});
