import {
  isBehind,
  isEndState,
  normalisedStatus,
  OrderResponse,
  type ParcelResponse,
  type Rupiah,
  type TrackingEvent,
  TrackingResponse,
} from '../contract/index.ts';
import { isAbout, isLink, pick } from './http/answers.ts';
import { type GatewayAnswer, Refusal } from './http/refusal.ts';
import type { Upstream } from './http/upstream.ts';
import { type Entry, type EntryKey, isErased } from './ledger/transitions.ts';

/** What the service charges for, in rupiah, as an `order.price` webhook says. */
export interface PriceParts {
  shipment_fee?: Rupiah;
  cash_on_delivery_fee?: Rupiah;
  proof_of_delivery_fee?: Rupiah;
}

/** What is stored of a parcel beside the answer to its order. No personal data. */
interface Parcel {
  /** As `normalisedStatus` returns it. Undefined before the first message. */
  status?: string | undefined;
  /** When the status was reached or heard of, in milliseconds since the epoch. */
  since: number;
  tracking_id?: string | undefined;
  /** The courier may change it on the way. */
  waybill_id?: string | undefined;
  /** The courier's page. */
  link?: string | undefined;
  /** Rupiah that the service charges the shop by now, and when that was by the service's own clock, in milliseconds since the epoch. */
  price?: Rupiah | undefined;
  priced?: number | undefined;
  parts?: PriceParts | undefined;
  /** Whether the service has the collected money, in its own word: `pending`. */
  payment_status?: string | undefined;
  /** Of the last read, and each other state that was heard of, the oldest first. */
  history: readonly ParcelEvent[];
  /** The last read, in milliseconds since the epoch. 0 before the first one. */
  asked: number;
  /** A read after the end was answered: the history is complete. */
  complete?: true;
  /** When its person asked for the erasure, in milliseconds since the epoch. From then on, only the state is stored. */
  erased?: number;
  /** The shop's server is gone, so it need not hear the end before what is left is erased. */
  anyway?: true;
}

interface ParcelEvent {
  status: string;
  note: string | null;
  updated_at: string | null;
}

/** Facts of a webhook. */
interface ParcelReport {
  status?: string | null | undefined;
  waybill_id?: string | null | undefined;
  tracking_id?: string | null | undefined;
  /** The courier's page. */
  link?: string | null | undefined;
  /** Rupiah. */
  price?: Rupiah | null | undefined;
  parts?: PriceParts | undefined;
  payment_status?: string | null | undefined;
  /** The webhook's own time, in milliseconds since the epoch. Undefined if it has none. */
  time?: number | undefined;
  /** Milliseconds since the epoch. */
  received: number;
}

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

/** The page's answer to the order. */
function orderOf({
  answer,
}: Pick<Entry, 'answer'>): Partial<OrderResponse> & { cash_on_delivery?: { amount?: number } } {
  const { body } = JSON.parse(answer ?? '{}') as { body?: Partial<OrderResponse> };
  return body ?? {};
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

export const parcelOf = (stored: string): Parcel =>
  stored === '' ? { since: 0, history: [], asked: 0 } : JSON.parse(stored);

/** The newest state of the parcel of an order. Undefined if there is none yet. */
export function stateOf(entry: Pick<Entry, 'answer'>, parcel: Parcel): string | undefined {
  const { status } = orderOf(entry);
  return parcel.status ?? (status ? normalisedStatus(status) : undefined);
}

/** What its label and its cancellation need of a parcel: state and waybill. */
export const reducedParcel = (
  entry: Pick<Entry, 'answer'>,
  { since, asked, ...parcel }: Parcel,
  now: number,
  anyway: boolean,
): Parcel => ({
  status: stateOf(entry, { since, asked, ...parcel }),
  since,
  ...(parcel.waybill_id && { waybill_id: parcel.waybill_id }),
  history: [],
  asked,
  erased: now,
  ...(anyway && { anyway }),
});

/** The same of the page's answer to an order or a draft. */
export function reducedAnswer({ answer }: Pick<Entry, 'answer'>): string | null {
  if (answer === null) return null;
  const { status, body = {}, reason } = JSON.parse(answer) as GatewayAnswer & { body?: Partial<OrderResponse> };
  const courier = body.courier && pick(body.courier, ['company', 'type', 'waybill_id']);
  const left = pick(body, ['success', 'object', 'id', 'status', 'reference_id']);
  return JSON.stringify({ status, body: { ...left, ...(courier && { courier }) }, ...(reason && { reason }) });
}

/** Milliseconds between two reads of a parcel. */
const readPause = 10 * 60_000;

/** Whether the service may be asked: not twice in ten minutes, and after the end until one read is answered. */
function mayRead({ complete, asked }: Parcel, now: number): boolean {
  if (complete) return false;
  // A read with a later time than now was stored before the clock was set back.
  return now - asked >= readPause || asked > now;
}

/**
 * Webhooks come twice, late and in any order. Their times are of another clock than ours, so a state moves by what it is: an end is final, a hold
 * comes and goes, and none of the others goes back. A time is for the history alone.
 */
export function afterReport(parcel: Parcel, report: ParcelReport): Parcel {
  const { status, waybill_id, tracking_id, link, price, parts, payment_status, time, received } = report;
  const heard = time ?? received;
  const ids = { ...(waybill_id && { waybill_id }), ...(tracking_id && { tracking_id }), ...(isLink(link) && { link }) };
  const reported = status ? normalisedStatus(status) : undefined;
  const isLast = reported !== undefined && isNewer(parcel, reported, report);
  const state = { ...(isLast && { status: reported, since: heard }) };
  if (parcel.erased !== undefined) return { ...parcel, ...state };
  return {
    ...parcel,
    ...ids,
    ...(isPrice(price) &&
      !(time !== undefined && time < (parcel.priced ?? 0)) && { price, priced: time ?? parcel.priced, parts }),
    ...(isWord(payment_status) && { payment_status }),
    ...state,
    // An older state without a time of its own has no place in the history.
    ...(reported !== undefined &&
      (isLast || time !== undefined) && { history: withHeard(parcel.history, reported, heard, isLast) }),
  };
}

/**
 * A history with a state that was heard of, once.
 * @param isLast the parcel is in it now, so it is the last one, whatever its time
 */
function withHeard(
  history: readonly ParcelEvent[],
  status: string,
  moment: number,
  isLast: boolean,
): readonly ParcelEvent[] {
  if (history.some((event) => event.status === status)) return history;
  const event = { status, note: null, updated_at: new Date(moment).toISOString() };
  return (isLast ? [...history, event] : withEvent(history, event)).slice(-mostEvents);
}

/** Puts an event at its place: by what it is, and where that says nothing, by its time. */
function withEvent(history: readonly ParcelEvent[], event: ParcelEvent): readonly ParcelEvent[] {
  const moment = momentOf(event.updated_at) ?? Number.POSITIVE_INFINITY;
  const behind = history.map(({ status }) => isBehind(status, event.status)).lastIndexOf(true);
  const isLater = (other: ParcelEvent) =>
    isBehind(event.status, other.status) || (momentOf(other.updated_at) ?? Number.NEGATIVE_INFINITY) > moment;
  const later = history.findIndex((other, index) => index > behind && isLater(other));
  const at = later < 0 ? history.length : later;
  return [...history.slice(0, at), event, ...history.slice(at)];
}

const isWord = (word: unknown): word is string => typeof word === 'string' && /^[a-z_]{1,40}$/i.test(word);

const isPrice = (price: unknown): price is Rupiah => Number.isSafeInteger(price) && Number(price) >= 0;

/** Milliseconds in which a webhook without a time may be the one of before again: the service repeats it until it is answered. */
const repeatedWithin = 3_600_000;

function isNewer({ status, history }: Parcel, reported: string, { time, received }: ParcelReport): boolean {
  const heard = history.map((event) => event.status);
  // The same webhook again, which would end a hold.
  const isRepeated = history.some((event) => {
    const moment = momentOf(event.updated_at) ?? Number.NEGATIVE_INFINITY;
    const isSame = time === undefined ? status === 'on_hold' && received - moment < repeatedWithin : moment === time;
    return event.status === reported && isSame;
  });
  return reported !== status && !isRepeated && !isBehind(reported, status, heard);
}

/** Rows and characters that are kept. */
const [mostEvents, longestNote] = [100, 200];

/**
 * The answer counts, unless a webhook has already reported the parcel's end, or came after the question and reported a later state. The clocks
 * of two processes do not tell which came first.
 * @param before as it was when the service was asked
 */
export function afterRead(parcel: Parcel, answer: TrackingResponse, before: Parcel): Parcel {
  const read = normalisedStatus(answer.status);
  const isOlder = isEndState(parcel.status) || (parcel.status !== before.status && isBehind(read, parcel.status));
  const status = isOlder && !isEndState(read) ? parcel.status : read;
  const personal = personalIn(answer);
  const rows = inOrder(answer.history)
    .slice(-mostEvents)
    .map((event) => {
      const { note } = event;
      const moment = momentOf(event.updated_at);
      const status = normalisedStatus(event.status);
      return {
        status,
        note: note && !receipts.includes(status) ? cleared(note, personal) : null,
        updated_at: moment === undefined ? null : new Date(moment).toISOString(),
      };
    });
  const others = parcel.history.filter((event) => !rows.some((row) => row.status === event.status));
  const history = others.reduce(withEvent, rows).slice(-mostEvents);
  return {
    ...parcel,
    status,
    since: status === parcel.status ? parcel.since : before.asked,
    ...((isEndState(read) || isEndState(before.status)) && { complete: true }),
    ...(answer.waybill_id && { waybill_id: answer.waybill_id }),
    ...(isLink(answer.link) && { link: answer.link }),
    history: status === read ? withHeard(history, read, before.asked, true) : history,
  };
}

/** Sorts a history, the oldest first. A row without a time stays behind the row before it. */
function inOrder<Event extends Pick<TrackingEvent, 'updated_at'>>(history: readonly Event[]): readonly Event[] {
  let before = Number.NEGATIVE_INFINITY;
  const rows = history.map((event) => {
    before = momentOf(event.updated_at) ?? before;
    return { event, moment: before };
  });
  // Two moments before any time are equal, and their difference is no number.
  return rows.sort((a, b) => (a.moment === b.moment ? 0 : a.moment - b.moment)).map(({ event }) => event);
}

/** States whose notes name the person who took the parcel, who may be a neighbour or a guard. */
const receipts = ['delivered', 'returned'];

/**
 * `0812…`, `+62 812…`, `(021) …`, `+65 …`, whatever signs are in between, but no date. A waybill has letters or a dash before its digits.
 * A mobile number may, too: `WA-0812…`.
 */
const phones =
  /(?<![\w-]|\d[./])(?!\d\d([-./])\d\d\1(?:19|20)\d\d)\(?(?:\+\d|62|0)[\d\s().,/*_\p{Pd}]{6,24}\d|(?<!\d)(?:62|0)8\d{7,11}(?!\d)/gu;

/** Pages, for example with the picture of a delivery, and e-mail addresses. */
const addresses = /https?:\/\/\S+|www\.\S+|\S+@\S+/gi;

const hidden = '•••';

/** A note without addresses and phone numbers, and without the personal data that the answer has elsewhere. */
function cleared(note: string, personal: readonly string[]): string {
  // Digits of other widths become usual ones, and signs that have no width are left out.
  const plain = note
    .slice(0, 5 * longestNote)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '');
  let text = plain.replace(addresses, hidden).replace(phones, hidden);
  for (const word of personal)
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'giu'), hidden);
  return text.slice(0, longestNote);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whole names, addresses and number plates, the longest first, then the parts of people's names. The shop's name is not taken apart. */
function personalIn({ courier, origin, destination }: TrackingResponse): string[] {
  const { name, driver_name, driver_plate_number } = Object(courier);
  const [{ contact_name: shop }, { contact_name, address }] = [Object(origin), Object(destination)];
  const isText = (value: unknown): value is string => typeof value === 'string';
  const people = [name, driver_name, contact_name].filter(isText);
  const whole = [...people, ...[shop, address, driver_plate_number].filter(isText)];
  const words = [...whole, ...people.flatMap((text) => text.split(/\s+/))];
  const found = words.map((text) => text.normalize('NFKC').trim()).filter((text) => text.length > 2);
  return [...new Set(found)].sort((one, other) => other.length - one.length);
}

const timePattern =
  /^\s*(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(?:WIB|(Z|[+-]\d\d):?(\d\d)?)?\s*$/i;

/**
 * Reads a time of the service. One without a zone is a time of Jakarta, wherever the gateway runs.
 * @returns milliseconds since the epoch. Undefined for other texts
 */
export function momentOf(text: string | null | undefined): number | undefined {
  const [, day, time = '00:00', zone = '+07', minutes = '00'] = timePattern.exec(text ?? '') ?? [];
  if (!day) return undefined;
  const moment = Date.parse(`${day}T${time}${/z/i.test(zone) ? 'Z' : `${zone}:${minutes}`}`);
  return Number.isNaN(moment) ? undefined : moment;
}
