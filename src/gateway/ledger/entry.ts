import type { Rate, Rupiah } from '../../contract/index.ts';

type ServiceField = 'courier_name' | 'courier_service_name' | 'shipment_duration_range' | 'shipment_duration_unit';

/** Orders and drafts have separate references (contract/README.md §7). */
export type Kind = 'order' | 'draft_order';

export type State =
  /** Stored. Nothing was sent. */
  | 'claimed'
  /** Being sent, or its process ended during the send. */
  | 'sending'
  /** Sent, and the result is not known. */
  | 'unknown'
  /** The service has it. */
  | 'placed'
  /** The service does not have it. It refused the only send, the order was given up unsent, or the merchant found nothing. */
  | 'refused'
  /** The result could not be found out. The merchant has to look it up. */
  | 'needs-attention'
  /** A cancellation is being sent, or its process ended during the send. */
  | 'cancelling'
  | 'cancelled';

/** The key of an entry. */
export interface EntryKey {
  /** The shop's account. */
  account: string;
  kind: Kind;
  /** `reference_id`, unique for each order. The service has no other idempotency (contract/README.md §2.3). */
  reference: string;
}

/** The accepted price of an order, and the confirmed one. */
export interface Terms {
  /** Rupiah that the shopper has accepted. */
  price_max: Rupiah;
  /** Price of the goods in rupiah, for the shop's own rates. */
  subtotal: Rupiah;
  /** COD amount in rupiah that the price was asked with, if the courier collects another sum. */
  quoted_cash_on_delivery?: Rupiah | undefined;
  /** Rupiah that the shopper pays, after the price was asked again. */
  offered?: Rupiah;
  /** Names of courier and service, and how long the parcel takes, as the price was asked again. */
  service?: Pick<Rate, ServiceField> | undefined;
}

/** One order or draft in the ledger. */
export interface Entry extends EntryKey {
  state: State;
  /** Counts changes. A write succeeds only if the version is still the one that was read. */
  version: number;
  /** Digest of the body. Another body under the same reference is another order. */
  fingerprint: string;
  /** Digest of the token that allowed it, or `permitOf` its owner. */
  permit: string;
  /** The JSON body, identical in each send. It has personal data and is erased when the order is complete. */
  body: string | null;
  terms: Terms | null;
  /** JSON of the page's answer, for later requests. No personal data. */
  answer: string | null;
  /** The service's id of it. */
  order: string | null;
  /** Sends so far, of the order or of its cancellation. */
  attempts: number;
  /** End of the lease, or of the pause before the next send. Milliseconds since the epoch. No other process works on it before. */
  lease: number;
  /** Milliseconds since the epoch. */
  created: number;
  /** Milliseconds since the epoch. */
  changed: number;
}

/** States in which a process works on the entry, or has to. */
export const openStates: readonly State[] = ['claimed', 'sending', 'unknown', 'cancelling'];

const ownerMark = 'owner ';

/** The permit of an order that belongs to something of the shop's own, such as one of its fulfillments. */
export const permitOf = (owner: string): string => ownerMark + owner;

/** The shop's own id of what the order belongs to. Undefined if a token allowed it. */
export const ownerOf = ({ permit }: Pick<Entry, 'permit'>): string | undefined =>
  permit.startsWith(ownerMark) ? permit.slice(ownerMark.length) : undefined;
