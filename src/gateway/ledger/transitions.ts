import type { PromisedArrival, Rate, Rupiah } from '../../contract/index.ts';

type ServiceField = 'courier_name' | 'courier_service_name' | 'shipment_duration_range' | 'shipment_duration_unit';

/** Orders and drafts have separate references (contract/README.md §7). */
export type Kind = 'order' | 'draft_order';

/** What is known of an order. */
export type EntryState =
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
  | 'cancelled'
  /** The merchant has confirmed the draft at the service. Its order has an entry of its own under the same reference. */
  | 'confirmed'
  /** All of it was erased but a digest of the reference. It cannot be claimed any more. */
  | 'erased';

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
  /** When the parcel was promised, as the shopper saw it. */
  arrival?: PromisedArrival | undefined;
  /** Names of courier and service, and how long the parcel takes, as the price was asked again. Whether the shop drops it off. */
  service?: (Pick<Rate, ServiceField> & { collection_method?: 'drop_off' }) | undefined;
}

/** One order or draft in the ledger. */
export interface Entry extends EntryKey {
  state: EntryState;
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
  /**
   * Its person asked for its erasure while the delivery was open: what that needs is kept until its end, and at the latest until then.
   * Milliseconds since the epoch. Only the store sets it. Undefined otherwise.
   */
  eraseDue?: number;
}

/** States in which a process works on the entry, or has to. */
export const openStates: readonly EntryState[] = ['claimed', 'sending', 'unknown', 'cancelling'];

/** States in which nothing is to be done, and no merchant has to look. */
export const settledStates: readonly EntryState[] = ['placed', 'refused', 'cancelled', 'confirmed'];

/** Whether its person asked for its erasure. Its reference is not ordered again. */
export const isErased = ({ state, eraseDue }: Pick<Entry, 'state' | 'eraseDue'>): boolean =>
  state === 'erased' || eraseDue !== undefined;

const ownerMark = 'owner ';

/** The permit of an order that belongs to something of the shop's own, such as one of its fulfillments. */
export const permitOf = (owner: string): string => ownerMark + owner;

/** The shop's own id of what the order belongs to. Undefined if a token allowed it. */
export const ownerOf = ({ permit }: Pick<Entry, 'permit'>): string | undefined =>
  permit.startsWith(ownerMark) ? permit.slice(ownerMark.length) : undefined;

/** Whether the shop has called it off before it was sent. Its reference is not ordered again. */
export const isCalledOff = ({ state, order }: Pick<Entry, 'state' | 'order'>): boolean =>
  state === 'cancelled' && order === null;

/** What happens to an entry. */
export type LedgerEvent =
  /** The process that claimed it has ended, and another one continues. Nothing was sent. */
  | { kind: 'take-over' }
  /** It is sent for the first time. */
  | { kind: 'send'; terms: Terms | null }
  /** The identical body is sent again. */
  | { kind: 'send-again' }
  /** The service has it. */
  | { kind: 'placed'; order: string | null; answer: string }
  /** The service refused it. */
  | { kind: 'refused'; answer: string }
  /** No answer, or one that proves nothing. */
  | { kind: 'no-proof' }
  /** The service was not reached, so nothing of this send was read. */
  | { kind: 'not-sent' }
  /** The service has an order under our reference, and it may not be ours. */
  | { kind: 'undecidable' }
  /** The merchant has looked it up at the service. */
  | { kind: 'looked-up'; state: 'placed' | 'refused' | 'cancelled'; order: string | null; answer: string }
  /** It is given up unsent, for example because the price has risen and no shopper is left to accept it. */
  | { kind: 'abandoned'; answer: string }
  | { kind: 'cancel'; body: string }
  | { kind: 'cancelled'; answer: string }
  /** The service does not cancel it. */
  | { kind: 'kept' }
  /** The shop cancels it, and it does not exist at the service. It cannot be claimed any more. */
  | { kind: 'called-off'; answer: string }
  /** The service is asked about the draft. No other process asks before `until`, in milliseconds since the epoch. */
  | { kind: 'wait'; until: number }
  /** The merchant has confirmed the draft at the service. */
  | { kind: 'draft-confirmed'; answer: string }
  /** The service has the draft no more. */
  | { kind: 'draft-gone'; answer: string };

/** Milliseconds. */
export interface SendPolicy {
  /** How long a claim or a send belongs to its process. It is longer than any wait for an answer. */
  lease: number;
  /** The pause before the next send. It doubles with each send. */
  pause: number;
  /** Sends, including the first one, before the merchant has to look. */
  most: number;
}

type Change = Partial<Entry> & { state: EntryState };

/** Milliseconds that two clocks may differ by: `clockSkew` of the tokens, which is not imported, because a database alone needs no `jose`. */
const skew = 300_000;

/** The latest possible end of a lease that starts now. A later end was written before the clock was set back, and does not count. */
export const latestLease = (now: number, { lease, pause, most }: SendPolicy): number =>
  now + Math.max(lease, pause * 2 ** (most - 1)) + skew;

/** Whether its lease has ended. */
export const isOver = ({ lease }: Entry, now: number, policy: SendPolicy): boolean =>
  lease <= now || lease > latestLease(now, policy);

/**
 * The state machine of the ledger. It is pure.
 * @returns the entry after the event. Undefined if the event changes nothing in that state
 */
export function next(entry: Entry, event: LedgerEvent, now: number, policy: SendPolicy): Entry | undefined {
  const change = changeOf(entry, event, now, policy);
  return change && { ...entry, ...change, version: entry.version + 1, changed: now };
}

function changeOf(entry: Entry, event: LedgerEvent, now: number, policy: SendPolicy): Change | undefined {
  const { state, attempts } = entry;
  const over = isOver(entry, now, policy);
  const lease = now + policy.lease;
  const exhausted = attempts >= policy.most;
  /** The order's own result is unknown, not that of its cancellation. */
  const lost = state === 'needs-attention' && entry.order === null;
  const isDraft = state === 'placed' && entry.kind === 'draft_order';
  switch (event.kind) {
    case 'take-over':
      return state === 'claimed' && over ? { state, lease } : undefined;
    case 'send':
      return state === 'claimed' ? { state: 'sending', attempts: 1, lease, terms: event.terms } : undefined;
    case 'send-again':
      if (!over) return undefined;
      if (state !== 'sending' && state !== 'unknown' && state !== 'cancelling') return undefined;
      if (exhausted) return { state: 'needs-attention' };
      return { state: state === 'cancelling' ? state : 'sending', attempts: attempts + 1, lease };
    case 'placed':
      // Proof counts at any time, also after the state became unknown.
      if (state !== 'sending' && state !== 'unknown' && !lost) return undefined;
      return { state: 'placed', body: null, order: event.order, answer: event.answer };
    case 'refused':
      // A refusal is about one send. After an earlier send without an answer, it proves nothing.
      return state === 'sending' && attempts === 1 ? { state: 'refused', body: null, answer: event.answer } : undefined;
    case 'not-sent':
    case 'no-proof':
      // After an earlier send without an answer, the service may have it all the same.
      if (event.kind === 'not-sent' && state === 'sending' && attempts === 1)
        return { state: 'claimed', attempts: 0, lease };
      if (state === 'cancelling' && exhausted) return { state: 'needs-attention' };
      if (state === 'cancelling') return { state, lease: now + policy.pause * 2 ** (attempts - 1) };
      if (state !== 'sending') return undefined;
      if (exhausted) return { state: 'needs-attention' };
      return { state: 'unknown', lease: now + policy.pause * 2 ** (attempts - 1) };
    case 'undecidable':
      return state === 'sending' ? { state: 'needs-attention' } : undefined;
    case 'looked-up':
      if (state !== 'needs-attention' || (event.state === 'refused' && !lost)) return undefined;
      return { state: event.state, body: null, order: event.order, answer: event.answer };
    case 'abandoned':
      return state === 'claimed' ? { state: 'refused', body: null, answer: event.answer } : undefined;
    case 'cancel':
      return state === 'placed' ? { state: 'cancelling', attempts: 1, lease, body: event.body } : undefined;
    case 'cancelled':
      return state === 'cancelling' ? { state: 'cancelled', body: null, answer: event.answer } : undefined;
    case 'kept':
      return state === 'cancelling' ? { state: 'placed', body: null } : undefined;
    case 'called-off':
      return state === 'refused' || (state === 'claimed' && over)
        ? { state: 'cancelled', body: null, answer: event.answer }
        : undefined;
    case 'wait':
      return isDraft ? { state, lease: event.until } : undefined;
    case 'draft-confirmed':
      return isDraft ? { state: 'confirmed', answer: event.answer } : undefined;
    case 'draft-gone':
      return isDraft ? { state: 'cancelled', answer: event.answer } : undefined;
  }
}
