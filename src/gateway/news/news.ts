import { type Clock, machineClock, randomReference, within } from '../../client/index.ts';
import { forEach } from '../for-each.ts';
import type { Entry, EntryKey, EntryState } from '../ledger/transitions.ts';

/** Types of messages. Those of `status`, `price` and `waybill_id` are the service's own webhooks, passed on. */
export type NewsType =
  | 'draft.gone'
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

interface NewsUpdate extends Pick<Undelivered, 'tries' | 'due'> {
  /** The first line, if it was delivered. */
  delivered?: string;
}

/** Storage of messages. `LedgerStore.replace` writes a message together with the change that it reports. */
export interface NewsStore {
  /**
   * Adds a line to an existing order.
   * @param ofErased the line if its erasure was asked for. An empty text adds none
   * @returns false if too many of its messages are waiting
   */
  append(key: EntryKey, line: string, ofErased?: string): Promise<boolean>;
  /**
   * Orders whose next attempt is due by `until`, in milliseconds since the epoch, or later than any pause lasts: that was written before the
   * clock was set back. The longest due first, at most `most`.
   */
  due(account: string, until: number, most: number): Promise<Undelivered[]>;
  /**
   * Sets the next attempt, and removes a delivered line. Lines that were added meanwhile stay.
   * @param before as it was read. After a delivery the time of the next attempt is 0 again, so the lines are compared, too
   * @returns false if another process has set the next attempt, or delivered a line meanwhile
   */
  update(before: Pick<Undelivered, 'key' | 'lines' | 'due'>, after: NewsUpdate): Promise<boolean>;
  /** Finds the order by the service's id. */
  keyOf(account: string, order: string): Promise<EntryKey | 'erased' | undefined>;
  /**
   * Keeps a webhook of an order that is not known yet. The same one again changes nothing. If too many are kept, the oldest one is
   * deleted: another program may order with the merchant's key, and an own order is known within minutes.
   */
  keepEarly(account: string, early: EarlyWebhook): Promise<void>;
  /** Kept webhooks whose order is known now, with its key. The oldest first. */
  matched(account: string, most: number): Promise<Matched[]>;
  forgetEarly(account: string, id: string): Promise<void>;
}

/** A kept webhook, and the order that it is about. */
export interface Matched {
  early: EarlyWebhook;
  key: EntryKey;
}

/** A webhook that came before the answer to its order. */
interface EarlyWebhook {
  id: string;
  /** The service's id of the order. */
  order: string;
  /** JSON. No personal data. */
  webhook: string;
  /** Milliseconds since the epoch. */
  received: number;
}

/** A message as it is stored and signed. */
export const lineOf = (message: NewsMessage): string => `${JSON.stringify(message)}\n`;

const types: Partial<Record<EntryState, NewsType>> = {
  placed: 'order.placed',
  unknown: 'order.unconfirmed',
  refused: 'order.refused',
  'needs-attention': 'order.needs-attention',
  cancelled: 'order.cancelled',
};

/** Returns the message about a change of the ledger as one line. An empty text means none. */
export function newsOf(before: Entry, after: Entry, { random }: Pick<Clock, 'random'> = machineClock): string {
  const type = types[after.state];
  if (after.kind === 'draft_order') return draftNewsOf(before, after, random);
  // An order without an answer is reported once, not after each send. If the service
  // refuses a cancellation, nothing has changed. If the shop cancels an order that was not placed, it needs no news of it.
  const silent =
    (after.state === 'unknown' && after.attempts > 1) ||
    (after.state === 'placed' && before.state === 'cancelling') ||
    (after.state === 'cancelled' && after.order === null);
  if (!type || silent || before.state === after.state) return '';
  return messageOf(after, type, { id: after.order, ...orderFacts(after) }, random);
}

/** A draft costs nothing, so its saving is no news. Its end at the service is: it has become an order, or the service has it no more. */
function draftNewsOf(before: Entry, after: Entry, random: Clock['random']): string {
  if (before.state !== 'placed' && before.state !== 'needs-attention') return '';
  const { order: draft_order_id, answer } = after;
  if (after.state === 'cancelled') return messageOf(after, 'draft.gone', { id: null, draft_order_id }, random);
  if (after.state !== 'confirmed') return '';
  const { body } = JSON.parse(answer ?? '{}') as { body?: { order_id?: string } };
  const data = { id: body?.order_id ?? null, draft_order_id, ...orderFacts(after) };
  return messageOf(after, 'order.placed', data, random);
}

function messageOf(
  { reference, changed }: Entry,
  type: NewsType,
  data: Omit<NewsMessage['data'], 'reference'> & { id: string | null },
  random: Clock['random'],
): string {
  const timestamp = new Date(changed).toISOString();
  return lineOf({ id: `msg_${randomReference({ random })}`, type, timestamp, data: { reference, ...data } });
}

/** Numbers and amounts of the page's answer, and the promised arrival. Of what was erased, the state alone is told. */
function orderFacts({ answer, terms, eraseDue }: Entry): Record<string, unknown> {
  if (eraseDue !== undefined) return {};
  const { body } = JSON.parse(answer ?? '{}') as { body?: Record<string, unknown> };
  const { reason, price, courier, cash_on_delivery } = body ?? {};
  const { waybill_id, tracking_id, insurance } = Object(courier) as Record<string, unknown>;
  const arrival = terms?.arrival;
  const facts = { reason, price, waybill_id, tracking_id, insurance, cash_on_delivery, arrival };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

/** The shop's server that receives news of orders. */
export interface Notify {
  url: string;
  /** `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks defines it. */
  secret: string;
}

interface DeliveryOptions {
  account: string;
  store: NewsStore;
  notify: Notify;
  fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  now: () => number;
  clock: Clock;
  /** Hears, as a sentence, that the shop's server refuses a message. */
  found?: ((sentence: string) => void) | undefined;
}

/** Orders in one call. */
const batch = 50;

/** Orders whose messages are sent at the same time. */
const atOnce = 6;

/** Milliseconds for the shop's server to answer. */
const timeout = 10_000;

/** Milliseconds that the messages of an order belong to one process, for each message. */
const lease = 30_000;

/** Milliseconds before the second attempt; twice as long after each. */
const pause = 5_000;
const longestPause = 3_600_000;

/**
 * Sends the waiting messages to the shop's server, at least once, by the Standard Webhooks scheme. The messages of one order keep
 * their sequence. A failed attempt is repeated after a pause, without an end.
 */
export async function deliverNews(options: DeliveryOptions, signal?: AbortSignal): Promise<void> {
  const sign = await signerOf(options.notify.secret);
  const waiting = await options.store.due(options.account, options.now(), batch);
  const deliver = (next: Undelivered) => deliverOrder(next, options, sign, signal);
  await forEach(waiting, deliver, { atOnce, clock: options.clock, signal });
}

type Sign = (text: string) => Promise<string>;

/** Signs as Standard Webhooks defines it. @param secret `whsec_` and base64 */
async function signerOf(secret: string): Promise<Sign> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (text) => {
    const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
    return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
  };
}

async function deliverOrder(
  waiting: Undelivered,
  options: DeliveryOptions,
  sign: Sign,
  signal?: AbortSignal,
): Promise<void> {
  const { store, now } = options;
  const { key } = waiting;
  let { lines, tries, due } = waiting;
  /** Writes the next attempt. False if another process has taken over. */
  const update = async (after: NewsUpdate) => {
    const before = { key, lines, due };
    ({ tries, due } = after);
    lines = lines.slice(after.delivered?.length ?? 0);
    return store.update(before, after);
  };
  let delivered = '';
  for (const line of waiting.lines.match(/[^\n]*\n/g) ?? []) {
    // Each message gets a lease of its own, which is longer than its timeout. So no other process sends it meanwhile.
    if (!(await update({ delivered, tries: delivered ? 0 : tries, due: now() + lease }))) return;
    delivered = (await send(JSON.parse(line), options, sign, signal)) ? line : '';
    if (!delivered) {
      const next = now() + Math.min(longestPause, pause * 2 ** Math.min(tries, 20));
      return void (await update({ tries: tries + 1, due: next }));
    }
  }
  await update({ delivered, tries: 0, due: 0 });
}

const refusedWith = (status: number) =>
  `The shop's server does not take the news of its orders, with the status ${status}: compare notify.url and notify.secret with what it has.`;

async function send(
  { id, ...message }: NewsMessage,
  { notify, fetch, now, clock, found }: DeliveryOptions,
  sign: Sign,
  signal?: AbortSignal,
): Promise<boolean> {
  const seconds = Math.floor(now() / 1000);
  const body = JSON.stringify(message);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': await sign(`${id}.${seconds}.${body}`),
  };
  const init = { method: 'POST', headers, body, redirect: 'manual' } as const;
  try {
    const answer = await within(timeout, signal, (end) => fetch(notify.url, { ...init, signal: end }), clock);
    await answer.body?.cancel();
    const { ok, status } = answer;
    // A server that is overloaded or restarts takes it later.
    if (!ok && status < 500 && status !== 429) found?.(refusedWith(status));
    return ok;
  } catch {
    return false;
  }
}
