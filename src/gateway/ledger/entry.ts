import type { Rupiah } from '../../contract/index.ts';

/** What is made once: orders and drafts have references of their own (contract/README.md §7). */
export type Kind = 'order' | 'draft_order';

export type State =
  /** Written down; nothing was sent. */
  | 'claimed'
  /** Being sent, or was when its process ended. */
  | 'sending'
  /** Sent, and the result is not known. */
  | 'unknown'
  /** It is there. */
  | 'placed'
  /** It is not there: the service said no to the only send. */
  | 'refused'
  /** The result could not be found out: the merchant has to look it up. */
  | 'needs-attention'
  /** A cancellation is on its way, or was when its process ended. */
  | 'cancelling'
  | 'cancelled';

/** What tells an entry from all others. */
export interface EntryKey {
  /** The shop's account. */
  account: string;
  kind: Kind;
  /** `reference_id`, unique an order: the only idempotency there is (contract/README.md §2.3). */
  reference: string;
}

/** What an order may cost the shopper, and did. */
export interface Terms {
  /** Rupiah that the shopper has accepted. */
  price_max: Rupiah;
  /** Rupiah that the goods cost, for the shop's own rates. */
  subtotal: Rupiah;
  /** Rupiah of COD that the price was asked with, where the courier collects another sum. */
  quoted_cash_on_delivery?: Rupiah | undefined;
  /** Rupiah that the shopper pays, once the price was asked again. */
  offered?: Rupiah;
}

/** One order's, or one draft's, line in the ledger. */
export interface Entry extends EntryKey {
  state: State;
  /** Counts changes. Each write names the version that it has read. */
  version: number;
  /** Of the body: another body under the same reference is another order. */
  fingerprint: string;
  /** Digest of the token that allowed it. */
  permit: string;
  /** JSON that is sent, word for word each time: personal data, erased once it is settled. */
  body: string | null;
  terms: Terms | null;
  /** JSON of the answer to the page, for later requests. No personal data. */
  answer: string | null;
  /** The service's id of it. */
  order: string | null;
  /** Sends so far, of the order or of its cancellation. */
  attempts: number;
  /** Milliseconds since the epoch: until then it belongs to the process that works on it. */
  lease: number;
  /** Milliseconds since the epoch. */
  created: number;
  /** Milliseconds since the epoch. */
  changed: number;
}

/** Not settled: a process works on it, or has to. */
export const openStates: readonly State[] = ['claimed', 'sending', 'unknown', 'cancelling'];
