import type { Clock } from '../../client/index.ts';
import { isEndState } from '../../contract/index.ts';
import { forEach } from '../for-each.ts';
import { type Entry, openStates } from '../ledger/transitions.ts';
import type { NewsMessage } from '../news/news.ts';
import { parcelOf, reducedAnswer, reducedParcel, stateOf } from '../parcels/parcel.ts';
import type { GatewayStore, PurchaseRow, Records } from '../store/interfaces.ts';

/** What `erase` did, for the person who asked for it. */
export interface Erased {
  /** `reference_id`: the shop's own number of the order. */
  reference: string;
  /** When it was erased, in milliseconds since the epoch. */
  erased: number;
  /** It was erased before this call. */
  again: boolean;
  /**
   * Its delivery is open, so what its label and its cancellation need is kept until its end, and at the latest until then, in milliseconds since
   * the epoch. Undefined if all is erased.
   */
  until?: number;
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
  /** Its erasure was asked for, and what is left is erased at the end of its delivery, at the latest then. ISO 8601. */
  until?: string;
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
  'The gateway keeps digests of the reference and of the service’s number and the time of the erasure, so that the order is never made again and late webhooks are dropped. A reference that can be guessed can be recognised by its digest.';

const keptUntil = (until: number) =>
  `Its delivery is open: the gateway keeps your number, the service’s number, the waybill and the state, which its label and its cancellation need. It erases them when the delivery ends, at the latest on ${new Date(until).toISOString().slice(0, 10)}.`;

const sumsLeft = 'The sums of the purchase stay for your books, without the person.';

const inTheLog =
  'Another program reads the database file, so its -wal still has what was erased. The gateway empties it within seconds after that program has ended.';

/** Milliseconds after an order. No delivery is open for longer, also if nobody has heard of its end. */
const longestDelivery = 30 * 24 * 3_600_000;

interface EraseOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /** Whether the shop's server receives news: then it has to have all of the order, or it would never know its end. */
  hears: boolean;
  /** That server is gone for good: what it has not received is lost. */
  anyway?: boolean | undefined;
}

/**
 * Erases the order and the draft of a reference from all tables. Of a purchase, by the number of any of its parcels, it erases the orders of
 * all of them. Of an open delivery it leaves what its label and its cancellation need, until it ends.
 * @throws {EraseError}
 */
export async function eraseOrder(
  { records }: Pick<GatewayStore, 'records'>,
  account: string,
  reference: string,
  options: EraseOptions,
): Promise<Erased> {
  const { purchase, references } = await known(records, account, reference);
  if (purchase?.isOpen) throw new EraseError('order-open', unfinished(purchase.reference));
  for (const one of references) erasable(one, await records.find(account, one), options);
  // Its couriers have their labels. It names the orders, so the rest goes with the last of them.
  const hasPerson = Boolean(purchase?.parcels || purchase?.visit);
  const isOverwritten = purchase && hasPerson ? await records.reducePurchase(purchase, options.now) : true;
  if (isOverwritten === undefined) throw changedNow(reference);
  const all: Omit<Erased, 'reference'>[] = [];
  for (const one of references) all.push(await eraseOne(records, account, one, options));
  const until = Math.max(...all.map((one) => one.until ?? 0));
  const { purchase: after } = await records.find(account, reference);
  if (after?.story && !until) throw changedNow(reference);
  return {
    reference,
    erased: Math.max(after && !after.story ? after.changed : 0, ...all.map(({ erased }) => erased)),
    again: !hasPerson && Boolean(purchase?.story) === Boolean(after?.story) && all.every(({ again }) => again),
    ...(until > 0 && { until }),
    remains: [
      ...new Set([
        ...all.flatMap(({ remains }) => remains),
        ...(isOverwritten ? [] : [inTheLog]),
        ...(purchase ? [sumsLeft] : []),
        ...elsewhere,
      ]),
    ],
  };
}

/**
 * Reads of which purchase a reference is, and all references that go with it.
 * @throws {EraseError} if nothing is kept of it
 */
async function known(records: GatewayStore['records'], account: string, reference: string) {
  const { entries, purchase } = await records.find(account, reference);
  if (!entries.length && !purchase)
    throw new EraseError('order-not-found', `There is no order ${reference} in the ledger: is the reference right?`);
  return { purchase, references: [...new Set([...(purchase?.deliveries ?? []), reference])] };
}

/**
 * Returns the news that the shop's server has to hear first.
 * @throws {EraseError} if it cannot be erased now
 */
function erasable(reference: string, { entries }: Records, { hears, anyway = false }: EraseOptions): readonly string[] {
  const open = entries.find(isOpen);
  if (open) throw new EraseError('order-open', whyOpen(open));
  const waiting = hears ? entries.flatMap(({ news }) => linesOf(news)) : [];
  if (waiting.length && !anyway) throw new EraseError('order-open', unheard(reference, waiting));
  return waiting;
}

/** The order and the draft of one reference. */
async function eraseOne(
  records: GatewayStore['records'],
  account: string,
  reference: string,
  options: EraseOptions,
): Promise<Omit<Erased, 'reference'>> {
  const { now, hears, anyway = false } = options;
  const found = await records.find(account, reference);
  const { entries: before } = found;
  const waiting = erasable(reference, found, options);
  const lost = waiting.length ? [`Your server never hears of: ${typesOf(waiting)}.`] : [];
  const delivery = before.find((entry) => isUnderWay(entry, now));
  if (delivery) {
    const until = delivery.created + longestDelivery;
    const whole = before.filter(({ eraseDue }) => eraseDue === undefined);
    let isOverwritten = true;
    for (const entry of whole) {
      const parcel = JSON.stringify(reducedParcel(entry, parcelOf(entry.parcel), now, anyway));
      const reduced = await records.reduce(entry, { answer: reducedAnswer(entry), parcel, until, now });
      if (reduced === undefined) throw changedNow(reference);
      isOverwritten &&= reduced;
    }
    const erased = parcelOf(delivery.parcel).erased ?? now;
    return {
      erased,
      again: !whole.length,
      until,
      remains: [...lost, keptUntil(until), ...(isOverwritten ? [] : [inTheLog])],
    };
  }
  const isOverwritten = await records.erase(account, reference, now, !hears || anyway);
  const { entries: after } = await records.find(account, reference);
  // Another process may have cancelled it, or claimed a draft, in between.
  if (after.some(({ state }) => state !== 'erased')) throw changedNow(reference);
  return {
    erased: Math.max(0, ...after.map(({ changed }) => changed)),
    again: before.every(({ state }) => state === 'erased'),
    remains: [...lost, left, ...(isOverwritten ? [] : [inTheLog])],
  };
}

/** Whether the service has it, and its parcel has not ended. */
function isUnderWay(entry: Records['entries'][number], now: number): boolean {
  const { kind, state, order, created } = entry;
  const hasParcel = kind === 'order' && state === 'placed' && order !== null;
  return hasParcel && now < created + longestDelivery && !isEndState(stateOf(entry, parcelOf(entry.parcel)));
}

/**
 * Lists all that is kept of a reference.
 * @throws {EraseError} if nothing is
 */
export async function exportOrder(
  { records }: Pick<GatewayStore, 'records'>,
  account: string,
  reference: string,
): Promise<OrderExport> {
  const { purchase, references } = await known(records, account, reference);
  const found = await Promise.all(references.map((one) => records.find(account, one)));
  return {
    reference,
    orders: found.flatMap(exported),
    purchase: purchase ? exportedPurchase(purchase) : null,
    elsewhere,
  };
}

/** When what is left of an order is erased at the latest. Its `eraseDue` is past once its delivery has ended. */
const latestOf = (entries: Records['entries']): number =>
  (entries.find(({ kind, eraseDue }) => kind === 'order' && eraseDue !== undefined)?.created ?? 0) + longestDelivery;

const exported = ({ entries, webhooks: early }: Records): ExportedOrder[] =>
  entries.map((entry) => {
    const { kind, state, attempts, fingerprint, permit, terms, order: id, created, changed, news, eraseDue } = entry;
    const webhooks = early.filter(({ order }) => order === id).map(({ webhook }) => readStored(webhook));
    return {
      ...{ kind, state, attempts, fingerprint, permit, terms, id },
      created: new Date(created).toISOString(),
      changed: new Date(changed).toISOString(),
      body: readStored(entry.body),
      answer: readStored(entry.answer),
      parcel: readStored(entry.parcel),
      news: linesOf(news).map(readStored),
      webhooks,
      ...(eraseDue !== undefined && { until: new Date(latestOf(entries)).toISOString() }),
    };
  });

const exportedPurchase = (row: PurchaseRow): ExportedPurchase => {
  const { visit, taken, givenBack, stands, created, changed, story, parcels } = row;
  return {
    ...{ visit, taken, givenBack, stands, payments: readStored(row.payments) },
    created: new Date(created).toISOString(),
    changed: new Date(changed).toISOString(),
    story: readStored(story),
    parcels: readStored(parcels),
  };
};

/** Most references in one call of `settle`. The next call goes on. */
const mostExpired = 100;

const day = 24 * 3_600_000;

/** Milliseconds that a message waits for the shop's server beyond the retention of its order: it may say that money is owed. */
const longestUnheard = 7 * day;

/** Failed attempts before it is given up, or a gateway that starts after a year would erase what it has never told. */
const leastTries = 10;

interface ExpiryOptions extends Omit<EraseOptions, 'anyway'> {
  /** As the option `retention`. */
  days: number;
  clock: Clock;
  signal?: AbortSignal | undefined;
}

/**
 * Erases what was ordered longer ago than the shop wants to keep it, and what was left of erased orders whose delivery has ended.
 * The shop's server has to hear the end first, unless it is gone or has not heard it for long.
 */
export async function eraseExpired(
  { records }: GatewayStore,
  account: string,
  { days, now, hears, clock, signal }: ExpiryOptions,
): Promise<void> {
  const options = { atOnce: 1, clock, signal };
  const due = await records.due(account, now, mostExpired);
  const eraseDue = async (reference: string) => {
    const { entries } = await records.find(account, reference);
    const isLate = now >= latestOf(entries);
    const isGone = entries.some(({ parcel }) => parcelOf(parcel).anyway);
    await records.erase(account, reference, now, !hears || isLate || isGone);
  };
  await forEach(due, eraseDue, options);
  const expired = await records.expired(account, now - days * day, mostExpired);
  const eraseOld = async (reference: string) => {
    const waiting = (await records.find(account, reference)).entries.filter(({ news }) => news !== '');
    const isDeaf = ({ changed, newsTries }: (typeof waiting)[number]) =>
      now >= changed + longestUnheard && newsTries >= leastTries;
    // Without any, the store looks again at the moment of the write.
    await records.erase(account, reference, now, !hears || (waiting.length > 0 && waiting.every(isDeaf)));
  };
  await forEach(expired, eraseOld, options);
}

const isOpen = ({ state }: Entry): boolean => state === 'needs-attention' || openStates.includes(state);

function whyOpen({ reference, kind, state }: Entry): string {
  const name = kind === 'order' ? reference : `The draft of ${reference}`;
  if (state === 'needs-attention')
    return `${name} needs your attention: look it up at the service, resolve it with "npx ship-elements gateway orders resolve REFERENCE --placed ID", or --cancelled ID, or --not-placed, in your own server with ./gateway.js before resolve, and erase it then.`;
  const what =
    state === 'cancelling' ? 'being cancelled' : state === 'unknown' ? 'waiting for its answer' : 'being sent';
  return `${name} is ${what}: erase it when it is placed, refused or cancelled.`;
}

const linesOf = (news: string) => news.split('\n').filter(Boolean);

const typesOf = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as NewsMessage).type).join(', ');

const unheard = (reference: string, waiting: readonly string[]) =>
  `Your server has not received all news of ${reference} yet: erase it when they have arrived at the URL of \`notify\`. If that server is gone for good, erase it with --anyway, or { anyway: true }: it will never hear of ${typesOf(waiting)}.`;
const changedNow = (reference: string) =>
  new EraseError('order-open', `${reference} has changed just now, and not all of it was erased. Erase it again.`);

const unfinished = (reference: string) =>
  `The purchase ${reference} is not over: ship it or cancel it, give back what is owed, and erase it then.`;

const readStored = (stored: string | null): unknown => (stored ? JSON.parse(stored) : null);
