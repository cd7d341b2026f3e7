import { type Entry, openStates } from '../ledger/transitions.ts';
import type { GatewayStore, PurchaseRow, Records } from '../store/store.ts';

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
  /** Its order and its draft, and the orders of the other parcels of its purchase. */
  orders: readonly ExportedOrder[];
  /** The purchase of `ship-elements/purchases`. Null if there is none. */
  purchase: ExportedPurchase | null;
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

interface ExportedPurchase extends Pick<PurchaseRow, 'visit' | 'taken' | 'givenBack' | 'stands'> {
  /** The provider's transactions. */
  payments: unknown;
  /** When it was begun, and when it last changed, in ISO 8601. */
  created: string;
  changed: string;
  /** Its parcels and payments. Null if it was erased. */
  story: unknown;
  /** What its couriers need, with the person's data. Null once nobody needs it. */
  parcels: unknown;
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

const sumsLeft = 'The sums of the purchase stay for your books, without the person.';

const inTheLog =
  'Another program reads the database file, so its -wal still has what was erased. The gateway empties it within seconds after that program has ended.';

/**
 * Erases the order and the draft of a reference from all tables. Of a purchase it erases the orders of all its parcels.
 * @param options.now milliseconds since the epoch
 * @param options.hears whether the shop's server receives news: then it has to have all of the order, or it would never know its end
 * @throws {EraseError}
 */
export async function eraseOrder(
  { records, purchases }: Pick<GatewayStore, 'records' | 'purchases'>,
  account: string,
  reference: string,
  { now, hears }: { now: number; hears: boolean },
): Promise<Erased> {
  const purchase = await purchases.find(account, reference);
  if (purchase?.isOpen) throw new EraseError('order-open', unfinished(reference));
  // The purchase is erased with the first of them, so that one goes last: it names the others.
  const references = [...new Set([reference, ...(purchase?.deliveries ?? [])])].reverse();
  let again = true;
  let isOverwritten = true;
  let erased = 0;
  for (const one of references) {
    const before = await records.find(account, one);
    const entries = one === reference ? known(before, reference) : before.entries;
    const open = entries.find(isOpen);
    if (open) throw new EraseError('order-open', whyOpen(open));
    if (hears && entries.some(({ news }) => news)) throw new EraseError('order-open', unheard(one));
    again &&= entries.every(({ state }) => state === 'erased') && !before.purchase?.story;
    isOverwritten = (await records.erase(account, one, now, !hears)) && isOverwritten;
    const after = await records.find(account, one);
    // Another process may have cancelled it, or claimed a draft, in between.
    if (after.entries.some(({ state }) => state !== 'erased') || after.purchase?.story)
      throw new EraseError(
        'order-open',
        `${one} has changed just now: nothing of it was erased. Erase ${reference} again.`,
      );
    erased = Math.max(erased, after.purchase?.changed ?? 0, ...after.entries.map(({ changed }) => changed));
  }
  const remains = [left, ...(purchase ? [sumsLeft] : []), ...(isOverwritten ? [] : [inTheLog]), ...elsewhere];
  return { reference, erased, again, remains };
}

/**
 * Lists all that is kept of a reference.
 * @throws {EraseError} if nothing is
 */
export async function exportOrder(
  { records, purchases }: Pick<GatewayStore, 'records' | 'purchases'>,
  account: string,
  reference: string,
): Promise<OrderExport> {
  const purchase = await purchases.find(account, reference);
  const references = [...new Set([reference, ...(purchase?.deliveries ?? [])])];
  const found = await Promise.all(references.map((one) => records.find(account, one)));
  if (found[0]) known(found[0], reference);
  return {
    reference,
    orders: found.flatMap(exported),
    purchase: purchase ? exportedPurchase(purchase) : null,
    elsewhere,
  };
}

const exported = ({ entries, webhooks: early }: Records): ExportedOrder[] =>
  entries.map((entry) => {
    const { kind, state, attempts, fingerprint, permit, terms, order: id, created, changed, news } = entry;
    const webhooks = early.filter(({ order }) => order === id).map(({ webhook }) => read(webhook));
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

const exportedPurchase = (row: PurchaseRow): ExportedPurchase => {
  const { visit, taken, givenBack, stands, created, changed, story, parcels } = row;
  return {
    ...{ visit, taken, givenBack, stands, payments: read(row.payments) },
    created: new Date(created).toISOString(),
    changed: new Date(changed).toISOString(),
    story: read(story),
    parcels: read(parcels),
  };
};

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
  { days, now, signal }: { days: number; now: number; signal?: AbortSignal | undefined },
): Promise<void> {
  for (const reference of await records.expired(account, now - days * day, mostExpired)) {
    if (signal?.aborted) return;
    await records.erase(account, reference, now, true);
  }
}

function known({ entries, purchase }: Records, reference: string): Records['entries'] {
  if (!entries.length && !purchase)
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

const unfinished = (reference: string) =>
  `The purchase ${reference} is not over: ship it or cancel it, give back what is owed, and erase it then.`;

const unheard = (reference: string) =>
  `Your server has not received all news of ${reference} yet: erase it when they have arrived at the URL of \`notify\`.`;

const read = (stored: string | null): unknown => (stored ? JSON.parse(stored) : null);
