import type { Entry, EntryKey, State } from '../ledger/index.ts';

/** What the shop's server hears of. The last three are the service's own webhooks, handed on. */
export type NewsType =
  | `order.${'placed' | 'unconfirmed' | 'needs-attention' | 'refused' | 'cancelled'}`
  | `order.${'status' | 'price' | 'waybill_id'}`;

/** One message, as it is kept and sent. No personal data. */
export interface NewsMessage {
  /** The same in every attempt, so that the receiver can tell a repetition. */
  id: string;
  type: NewsType;
  /** ISO 8601: when it happened. */
  timestamp: string;
  data: { reference: string; id: string | null } & Record<string, unknown>;
}

/** Messages of one order that were not delivered yet, the oldest first. */
export interface Undelivered {
  key: EntryKey;
  /** A line of JSON each. */
  lines: string;
  /** Failed attempts at the first of them. */
  tries: number;
  /** Milliseconds since the epoch: the next attempt. */
  due: number;
}

/** Where messages wait. They are written together with the change of the order that they tell of (`LedgerStore.replace`). */
export interface NewsStore {
  /** Adds a line to an order that is there. */
  append(key: EntryKey, line: string): Promise<void>;
  /** Those with an attempt due by then; the longest due first. */
  due(account: string, until: number, most: number): Promise<Undelivered[]>;
  /** @returns false if the messages or the time of their next attempt have changed meanwhile */
  update(before: Undelivered, after: Pick<Undelivered, 'lines' | 'tries' | 'due'>): Promise<boolean>;
  /** The order with that id at the service. */
  keyOf(account: string, order: string): Promise<EntryKey | undefined>;
}

export const lineOf = (message: NewsMessage): string => `${JSON.stringify(message)}\n`;

const told: Partial<Record<State, NewsType>> = {
  placed: 'order.placed',
  unknown: 'order.unconfirmed',
  refused: 'order.refused',
  'needs-attention': 'order.needs-attention',
  cancelled: 'order.cancelled',
};

/** The line that tells of a change of the ledger; an empty text if there is nothing to tell. */
export function newsOf(before: Entry, after: Entry): string {
  const type = told[after.state];
  // Drafts cost nothing and are no orders. An order without an answer is told of once, and not after each further send. The service
  // did not cancel an order: then it is as placed as before.
  const silent =
    after.kind !== 'order' ||
    (after.state === 'unknown' && after.attempts > 1) ||
    (after.state === 'placed' && before.state === 'cancelling');
  if (!type || silent || before.state === after.state) return '';
  const { reference, order: id, changed } = after;
  const timestamp = new Date(changed).toISOString();
  return lineOf({ id: `msg_${crypto.randomUUID()}`, type, timestamp, data: { reference, id, ...factsOf(after) } });
}

/** Numbers and amounts of the answer that the page was given. */
function factsOf({ answer }: Entry): Record<string, unknown> {
  const { body } = JSON.parse(answer ?? '{}') as { body?: Record<string, unknown> };
  const { reason, price, courier, cash_on_delivery } = body ?? {};
  const { waybill_id, tracking_id, insurance } = Object(courier) as Record<string, unknown>;
  const facts = { reason, price, waybill_id, tracking_id, insurance, cash_on_delivery };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}
