import type { Entry, EntryKey, State } from '../ledger/index.ts';

/** Types of messages. The last three are the service's own webhooks, passed on. */
export type NewsType =
  | `order.${'placed' | 'unconfirmed' | 'needs-attention' | 'refused' | 'cancelled'}`
  | `order.${'status' | 'price' | 'waybill_id'}`;

/** One message, as it is stored and sent. No personal data. */
export interface NewsMessage {
  /** Equal in every attempt, so that the receiver recognises a repetition. */
  id: string;
  type: NewsType;
  /** When it happened, in ISO 8601. */
  timestamp: string;
  data: { reference: string; id: string | null } & Record<string, unknown>;
}

/** Messages of one order that are not delivered yet, the oldest first. */
export interface Undelivered {
  key: EntryKey;
  /** JSON, one line for each message. */
  lines: string;
  /** Failed attempts at the first of them. */
  tries: number;
  /** Time of the next attempt, in milliseconds since the epoch. */
  due: number;
}

/** Storage of messages. `LedgerStore.replace` writes a message together with the change that it reports. */
export interface NewsStore {
  /** Adds a line to an existing order. */
  append(key: EntryKey, line: string): Promise<void>;
  /** Orders whose next attempt is due by `until`, in milliseconds since the epoch. The longest due first, at most `most`. */
  due(account: string, until: number, most: number): Promise<Undelivered[]>;
  /** @returns false if the messages or the time of their next attempt have changed meanwhile */
  update(before: Undelivered, after: Pick<Undelivered, 'lines' | 'tries' | 'due'>): Promise<boolean>;
  /** Finds the order by the service's id. */
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

/** Returns the message about a change of the ledger as one line. An empty text means none. */
export function newsOf(before: Entry, after: Entry): string {
  const type = told[after.state];
  // Drafts cost nothing, so there is no news of them. An order without an answer is reported once, not after each send. If the service
  // refuses a cancellation, nothing has changed.
  const silent =
    after.kind !== 'order' ||
    (after.state === 'unknown' && after.attempts > 1) ||
    (after.state === 'placed' && before.state === 'cancelling');
  if (!type || silent || before.state === after.state) return '';
  const { reference, order: id, changed } = after;
  const timestamp = new Date(changed).toISOString();
  return lineOf({ id: `msg_${crypto.randomUUID()}`, type, timestamp, data: { reference, id, ...factsOf(after) } });
}

/** Numbers and amounts of the page's answer. */
function factsOf({ answer }: Entry): Record<string, unknown> {
  const { body } = JSON.parse(answer ?? '{}') as { body?: Record<string, unknown> };
  const { reason, price, courier, cash_on_delivery } = body ?? {};
  const { waybill_id, tracking_id, insurance } = Object(courier) as Record<string, unknown>;
  const facts = { reason, price, waybill_id, tracking_id, insurance, cash_on_delivery };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}
