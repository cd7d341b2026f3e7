import {
  isEndState,
  normalisedStatus,
  OrderResponse,
  type ParcelResponse,
  TrackingResponse,
} from '../../contract/index.ts';
import { isAbout, isLink } from '../http/answers.ts';
import { type GatewayAnswer, Refusal } from '../http/refusal.ts';
import type { Upstream } from '../http/upstream.ts';
import { type Entry, type EntryKey, isErased } from '../ledger/transitions.ts';
import { afterRead, afterReport, orderOf, type Parcel, type ParcelReport, parcelOf, stateOf } from './parcel.ts';

/** Storage of parcels, beside the orders. An empty text is a parcel of which nothing is known. */
export interface ParcelStore {
  find(key: EntryKey): Promise<string>;
  /**
   * @param hasEnded if its erasure was asked for, it is due now
   * @returns false if it was changed meanwhile
   */
  update(key: EntryKey, before: string, after: string, hasEnded?: boolean): Promise<boolean>;
}

/** What tracking needs of the gateway. */
export interface TrackingDeps {
  parcels: ParcelStore;
  upstream: Upstream;
  /** Whether the service is asked. Otherwise what webhooks have told is all there is. */
  reads: boolean;
  /** Milliseconds for a read. */
  timeout: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Stores what a webhook says about a parcel. */
export async function noteParcel(parcels: ParcelStore, key: EntryKey, report: ParcelReport): Promise<void> {
  await change(parcels, key, (parcel) => afterReport(parcel, report));
}

/** Milliseconds for a read while something is known of the parcel: a shopper does not wait for a service that hangs. */
const timeoutWhenKnown = 2_000;

/**
 * Says where the parcel of an order is, in fields that have no personal data. If the service could not be read, the answer is what is known,
 * with the reason for the log.
 * @throws {Refusal} `track-invalid` if the order was not placed
 */
export async function tracked(deps: TrackingDeps, entry: Entry | undefined): Promise<GatewayAnswer> {
  if (!entry || entry.state === 'refused' || isErased(entry)) throw new Refusal('track-invalid');
  const stored = await deps.parcels.find(entry);
  const read =
    deps.reads && entry.order !== null && entry.kind === 'order' ? await readAgain(deps, entry, stored) : undefined;
  const { parcel, reason } = read ?? { parcel: parcelOf(stored) };
  return { status: 200, body: bodyOf(entry, parcel), headers: { 'referrer-policy': 'no-referrer' }, reason };
}

/**
 * Asks the service, if it may be asked. A read that fails leaves what is stored.
 * @returns the parcel, and why the service could not be read
 */
async function readAgain(
  { parcels, upstream, timeout, now }: TrackingDeps,
  entry: Entry,
  stored: string,
): Promise<{ parcel: Parcel; reason?: string | undefined }> {
  const parcel = parcelOf(stored);
  const asked = now();
  if (entry.state === 'cancelled' || !mayRead(parcel, asked)) return { parcel };
  // Of two requests at once, one asks. The time is stored before, so that a service that hangs is not asked again at once either.
  const claimed = { ...parcel, asked };
  if (!(await parcels.update(entry, stored, JSON.stringify(claimed)))) return { parcel };
  const order = orderOf(entry);
  const isKnown = (parcel.status ?? order.status) !== undefined;
  let reason: string | undefined;
  const ask = async (operation: 'readTracking' | 'readOrder', id: string) => {
    const answer = await upstream({ operation, id, timeout: isKnown ? Math.min(timeout, timeoutWhenKnown) : timeout });
    const asked = operation === 'readTracking' ? { id, order_id: entry.order } : { id };
    if (answer.kind === 'accepted' && isAbout(Object(answer.json), asked)) return answer.json;
    const why = answer.kind === 'no-proof' ? answer.why : 'service-unreadable';
    reason ??= answer.kind === 'refused' ? answer.reason : why;
    return undefined;
  };
  const tracking_id = parcel.tracking_id ?? order.courier?.tracking_id;
  // An order that was recovered has no tracking id, because its own answer was lost.
  const found = tracking_id ? { tracking_id } : factsOf(await ask('readOrder', entry.order ?? ''));
  const read = found.tracking_id && TrackingResponse.safeParse(await ask('readTracking', found.tracking_id)).data;
  // No webhook says whether the courier has paid over what it collected.
  const isCollected = Boolean(read && isEndState(normalisedStatus(read.status)) && order.cash_on_delivery?.amount);
  const { payment_status } = isCollected ? factsOf(await ask('readOrder', entry.order ?? '')) : found;
  const changed = await change(parcels, entry, (current) => {
    if (current.erased !== undefined) return current;
    // The answer is as old as its question: a webhook that came meanwhile is newer.
    const known = afterReport(current, { ...found, payment_status, received: asked });
    return read ? afterRead(known, read, claimed) : known;
  });
  return { parcel: changed, reason };
}

/** What the service's answer to `readOrder` says of the parcel. */
function factsOf(answer: unknown): Omit<ParcelReport, 'received'> {
  const { status, courier, destination } = OrderResponse.safeParse(answer).data ?? {};
  const { payment_status } = destination?.cash_on_delivery ?? {};
  return {
    payment_status,
    status,
    waybill_id: courier?.waybill_id,
    tracking_id: courier?.tracking_id,
    link: courier?.link,
  };
}

/** Attempts against webhooks that arrive meanwhile. */
const most = 5;

async function change(parcels: ParcelStore, key: EntryKey, by: (parcel: Parcel) => Parcel): Promise<Parcel> {
  for (let left = most; ; left -= 1) {
    const before = await parcels.find(key);
    const changed = by(parcelOf(before));
    const after = JSON.stringify(changed);
    const hasEnded = isEndState(changed.status);
    if (after === before || left === 0 || (await parcels.update(key, before, after, hasEnded))) return changed;
  }
}

function bodyOf(entry: Entry, parcel: Parcel): Omit<ParcelResponse, 'dropped'> & { object: 'tracking' } {
  const { courier, cash_on_delivery } = orderOf(entry);
  // The states of a draft are none of a parcel.
  const reported = entry.kind === 'order' ? stateOf(entry, parcel) : parcel.status;
  const status = entry.state === 'cancelled' ? 'cancelled' : (reported ?? null);
  const link = parcel.link ?? courier?.link;
  return {
    success: true,
    object: 'tracking',
    status,
    /** No message changes it any more. */
    ended: isEndState(status),
    ordered_at: new Date(entry.created).toISOString(),
    updated_at: parcel.since ? new Date(parcel.since).toISOString() : null,
    courier: { company: courier?.company ?? null, type: courier?.type ?? null, ...entry.terms?.service },
    ...(entry.terms?.arrival && { arrival: entry.terms.arrival }),
    waybill_id: parcel.waybill_id ?? courier?.waybill_id ?? null,
    link: isLink(link) ? link : null,
    ...(cash_on_delivery?.amount && { cash_on_delivery: { amount: cash_on_delivery.amount } }),
    history: [...parcel.history],
  };
}

/** Whether the service is to be asked, because nothing was heard of the parcel for so many milliseconds, and it has not ended. */
export function isUnheard({ reads, now }: TrackingDeps, entry: Entry, parcel: Parcel, unheardFor: number): boolean {
  const heard = Math.max(entry.changed, parcel.since, parcel.asked);
  return reads && entry.state === 'placed' && !isErased(entry) && !parcel.complete && now() - heard >= unheardFor;
}

/** Milliseconds between two reads of a parcel. */
const readPause = 10 * 60_000;

/** Whether the service may be asked: not twice in ten minutes, and after the end until one read is answered. */
function mayRead({ complete, asked }: Parcel, now: number): boolean {
  if (complete) return false;
  // A read with a later time than now was stored before the clock was set back.
  return now - asked >= readPause || asked > now;
}
