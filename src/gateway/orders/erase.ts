import type { Clock } from '../../client/index.ts';
import { type Entry, openStates } from '../ledger/transitions.ts';
import type { GatewayStore, Records } from '../store/store.ts';
import { forEach } from '../turns.ts';

/** What `erase` did, for the person who asked for it. */
export interface Erased {
  /** `reference_id`: the shop's own number of the order. */
  reference: string;
  /** When it was erased, in milliseconds since the epoch. */
  erased: number;
  /** It was erased before this call. */
  again: boolean;
  /** What is left and why, and who else has the data. One sentence each. */
  remains: readonly string[];
}

/** All that the gateway keeps of a reference, for the person whom it is about. */
export interface OrderExport {
  /** `reference_id`: the shop's own number of the order. */
  reference: string;
  /** Its order and its draft. */
  orders: readonly ExportedOrder[];
  /** Who else has data of it. One sentence each. */
  elsewhere: readonly string[];
}

interface ExportedOrder extends Pick<Entry, 'kind' | 'state' | 'attempts' | 'fingerprint' | 'permit' | 'terms'> {
  /** The service's id of it. Null if there is none. */
  id: string | null;
  /** When it was ordered, and when it last changed, in ISO 8601. */
  created: string;
  changed: string;
  /** What is sent to the service, with the person's data. Null once the order has an answer. */
  body: unknown;
  /** What the page was answered. */
  answer: unknown;
  /** What is known of the parcel. */
  parcel: unknown;
  /** Messages that the shop's server has not received yet. */
  news: readonly unknown[];
  /** Webhooks that are not added to the parcel yet. */
  webhooks: readonly unknown[];
}

/** The order cannot be erased or listed. The message tells the shop why, and what to do. */
export class EraseError extends Error {
  readonly reason: 'order-not-found' | 'order-open';

  constructor(reason: EraseError['reason'], message: string) {
    super(message);
    this.name = 'EraseError';
    this.reason = reason;
  }
}

const elsewhere: readonly string[] = [
  'The shipping service and its courier have name, phone, address and waybill of each order that was sent: ask the service to erase them.',
  'Your shop has the order, and the news of it that the gateway has sent.',
  'Backups and write-ahead logs of your database have them until they end.',
];

const left =
  'The gateway keeps a digest of the reference and the time of the erasure, so that the order is never made again. A reference that can be guessed can be recognised by its digest.';

const inTheLog =
  'Another program reads the database file, so its -wal still has what was erased. The gateway empties it within seconds after that program has ended.';

/**
 * Erases the order and the draft of a reference from all tables.
 * @param options.now milliseconds since the epoch
 * @param options.hears whether the shop's server receives news: then it has to have all of the order, or it would never know its end
 * @throws {EraseError}
 */
export async function eraseOrder(
  { records }: GatewayStore,
  account: string,
  reference: string,
  { now, hears }: { now: number; hears: boolean },
): Promise<Erased> {
  const before = known(await records.find(account, reference), reference);
  const open = before.find(isOpen);
  if (open) throw new EraseError('order-open', whyOpen(open));
  if (hears && before.some(({ news }) => news)) throw new EraseError('order-open', unheard(reference));
  const again = before.every(({ state }) => state === 'erased');
  const isOverwritten = await records.erase(account, reference, now, !hears);
  const after = (await records.find(account, reference)).entries;
  // Another process may have cancelled it, or claimed a draft, in between.
  if (after.some(({ state }) => state !== 'erased'))
    throw new EraseError('order-open', `${reference} has changed just now: nothing was erased. Erase it again.`);
  const erased = Math.max(...after.map(({ changed }) => changed));
  return { reference, erased, again, remains: [left, ...(isOverwritten ? [] : [inTheLog]), ...elsewhere] };
}

/**
 * Lists all that is kept of a reference.
 * @throws {EraseError} if nothing is
 */
export async function exportOrder({ records }: GatewayStore, account: string, reference: string): Promise<OrderExport> {
  const found = await records.find(account, reference);
  const orders = known(found, reference).map((entry): ExportedOrder => {
    const { kind, state, attempts, fingerprint, permit, terms, order: id, created, changed, news } = entry;
    const webhooks = found.webhooks.filter(({ order }) => order === id).map(({ webhook }) => read(webhook));
    return {
      ...{ kind, state, attempts, fingerprint, permit, terms, id },
      created: new Date(created).toISOString(),
      changed: new Date(changed).toISOString(),
      body: read(entry.body),
      answer: read(entry.answer),
      parcel: read(entry.parcel),
      news: news.split('\n').filter(Boolean).map(read),
      webhooks,
    };
  });
  return { reference, orders, elsewhere };
}

/** Most references in one call of `settle`. The next call goes on. */
const mostExpired = 100;

const day = 24 * 3_600_000;

/**
 * Erases what was ordered longer ago than the shop wants to keep it.
 * @param days as the option `retention`
 * @param now milliseconds since the epoch
 */
export async function eraseExpired(
  { records }: GatewayStore,
  account: string,
  { days, now, clock, signal }: { days: number; now: number; clock: Clock; signal?: AbortSignal | undefined },
): Promise<void> {
  const expired = await records.expired(account, now - days * day, mostExpired);
  await forEach(expired, (reference) => records.erase(account, reference, now, true), { atOnce: 1, clock, signal });
}

function known({ entries }: Records, reference: string): Records['entries'] {
  if (!entries.length)
    throw new EraseError('order-not-found', `There is no order ${reference} in the ledger: is the reference right?`);
  return entries;
}

const isOpen = ({ state }: Entry): boolean => state === 'needs-attention' || openStates.includes(state);

function whyOpen({ reference, kind, state }: Entry): string {
  const name = kind === 'order' ? reference : `The draft of ${reference}`;
  if (state === 'needs-attention')
    return `${name} needs your attention: look it up at the service, resolve it with "npx ship-elements gateway orders resolve", and erase it then.`;
  const what =
    state === 'cancelling' ? 'being cancelled' : state === 'unknown' ? 'waiting for its answer' : 'being sent';
  return `${name} is ${what}: erase it when it is placed, refused or cancelled.`;
}

const unheard = (reference: string) =>
  `Your server has not received all news of ${reference} yet: erase it when they have arrived at the URL of \`notify\`.`;

const read = (stored: string | null): unknown => (stored ? JSON.parse(stored) : null);
