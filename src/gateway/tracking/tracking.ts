import {
  isEndState,
  normalisedStatus,
  OrderResponse,
  type ParcelResponse,
  TrackingResponse,
} from '../../contract/index.ts';
import type { Entry, EntryKey } from '../ledger/index.ts';
import { type GatewayAnswer, Refusal, type Upstream } from '../upstream/index.ts';
import { afterNews, afterRead, isLink, mayRead, type Parcel, type ParcelNews, parcelOf } from './parcel.ts';

/** Storage of parcels, beside the orders. An empty text is a parcel of which nothing is known. */
export interface ParcelStore {
  find(key: EntryKey): Promise<string>;
  /** @returns false if it was changed meanwhile */
  update(key: EntryKey, before: string, after: string): Promise<boolean>;
}

export interface TrackingDeps {
  parcels: ParcelStore;
  upstream: Upstream;
  /** Whether the service is asked. Otherwise the webhooks' last state is all there is. */
  reads: boolean;
  /** Milliseconds for a read. */
  timeout: number;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Stores what a webhook says about a parcel. */
export async function noteParcel(parcels: ParcelStore, key: EntryKey, news: ParcelNews): Promise<void> {
  await change(parcels, key, (parcel) => afterNews(parcel, news));
}

/** Milliseconds for a read while something is known of the parcel: a shopper does not wait for a service that hangs. */
const patience = 2_000;

/**
 * Says where the parcel of an order is, in fields that have no personal data. If the service could not be read, the answer is what is known,
 * with the reason for the log.
 * @throws {Refusal} `track-invalid` if the order was not placed
 */
export async function tracked(deps: TrackingDeps, entry: Entry | undefined): Promise<GatewayAnswer> {
  if (!entry || entry.state === 'refused') throw new Refusal('track-invalid');
  const stored = await deps.parcels.find(entry);
  const failures: string[] = [];
  const parcel = deps.reads && entry.order !== null ? await readAgain(deps, entry, stored, failures) : parcelOf(stored);
  const [reason] = failures;
  return { status: 200, body: bodyOf(entry, parcel), headers: { 'referrer-policy': 'no-referrer' }, reason };
}

/**
 * Asks the service, if it may be asked. A read that fails leaves what is stored.
 * @param failures gets the reason
 */
async function readAgain(given: TrackingDeps, entry: Entry, stored: string, failures: string[]): Promise<Parcel> {
  const { parcels } = given;
  const isKnown = parcelOf(stored).status !== undefined || orderOf(entry).status !== undefined;
  const deps = { ...given, timeout: isKnown ? Math.min(given.timeout, patience) : given.timeout };
  const now = deps.now();
  const parcel = parcelOf(stored);
  if (entry.state === 'cancelled' || !mayRead(parcel, now)) return parcel;
  // Of two requests at once, one asks. The time is stored before, so that a service that hangs is not asked again at once either.
  const claimed = { ...parcel, asked: now };
  if (!(await parcels.update(entry, stored, JSON.stringify(claimed)))) return parcel;
  const tracking = parcel.tracking_id ?? orderOf(entry).courier?.tracking_id;
  const found = tracking ? { tracking_id: tracking } : await fromOrder(deps, entry, failures);
  const answer = found.tracking_id && (await ask(deps, 'readTracking', found.tracking_id, failures));
  const read = answer ? TrackingResponse.safeParse(answer).data : undefined;
  return change(parcels, entry, (current) => {
    // The answer is as old as its question: a webhook that came meanwhile is newer.
    const known = afterNews(current, { ...found, received: now });
    return read ? afterRead(known, read, claimed) : known;
  });
}

/** An order that was recovered has no tracking id, because its own answer was lost. */
async function fromOrder(
  deps: TrackingDeps,
  { order }: Entry,
  failures: string[],
): Promise<Omit<ParcelNews, 'received'>> {
  const read = OrderResponse.safeParse(await ask(deps, 'readOrder', order ?? '', failures));
  const { status, courier } = read.data ?? {};
  return { status, waybill_id: courier?.waybill_id, tracking_id: courier?.tracking_id };
}

async function ask(
  deps: TrackingDeps,
  operation: 'readTracking' | 'readOrder',
  id: string,
  failures: string[],
): Promise<unknown> {
  const answer = await deps.upstream({ operation, id, timeout: deps.timeout });
  if (answer.kind === 'accepted') return answer.json;
  failures.push(answer.kind === 'refused' ? answer.reason : answer.why);
  return undefined;
}

/** Attempts against webhooks that arrive meanwhile. */
const most = 5;

async function change(parcels: ParcelStore, key: EntryKey, by: (parcel: Parcel) => Parcel): Promise<Parcel> {
  for (let left = most; ; left -= 1) {
    const before = await parcels.find(key);
    const changed = by(parcelOf(before));
    const after = JSON.stringify(changed);
    if (after === before || left === 0 || (await parcels.update(key, before, after))) return changed;
  }
}

/** The page's answer to the order. */
function orderOf({ answer }: Entry): Partial<OrderResponse> {
  const { body } = JSON.parse(answer ?? '{}') as { body?: Partial<OrderResponse> };
  return body ?? {};
}

function bodyOf(entry: Entry, parcel: Parcel): Omit<ParcelResponse, 'dropped'> & { object: 'tracking' } {
  const {
    courier,
    status: placed,
    cash_on_delivery,
  } = orderOf(entry) as Partial<OrderResponse> & {
    cash_on_delivery?: { amount?: number };
  };
  const reported = parcel.status ?? (placed ? normalisedStatus(placed) : null);
  const status = entry.state === 'cancelled' ? 'cancelled' : reported;
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
    waybill_id: parcel.waybill_id ?? courier?.waybill_id ?? null,
    link: isLink(link) ? link : null,
    ...(cash_on_delivery?.amount && { cash_on_delivery: { amount: cash_on_delivery.amount } }),
    history: [...parcel.history],
  };
}
