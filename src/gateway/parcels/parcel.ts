import {
  isBehind,
  isEndState,
  normalisedStatus,
  type OrderResponse,
  type Rupiah,
  type TrackingEvent,
  type TrackingResponse,
} from '../../contract/index.ts';
import { isLink, pick } from '../http/answers.ts';
import type { GatewayAnswer } from '../http/refusal.ts';
import type { Entry } from '../ledger/transitions.ts';
import { noteOf, personalIn } from './notes.ts';

/** What the service charges for, in rupiah, as an `order.price` webhook says. */
export interface ChargedParts {
  shipment_fee?: Rupiah;
  cash_on_delivery_fee?: Rupiah;
  proof_of_delivery_fee?: Rupiah;
}

/** What is stored of a parcel beside the answer to its order. No personal data. */
export interface Parcel {
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
  parts?: ChargedParts | undefined;
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
export interface ParcelReport {
  status?: string | null | undefined;
  waybill_id?: string | null | undefined;
  tracking_id?: string | null | undefined;
  /** The courier's page. */
  link?: string | null | undefined;
  /** Rupiah. */
  price?: Rupiah | null | undefined;
  parts?: ChargedParts | undefined;
  payment_status?: string | null | undefined;
  /** The webhook's own time, in milliseconds since the epoch. Undefined if it has none. */
  time?: number | undefined;
  /** Milliseconds since the epoch. */
  received: number;
}

/** A parcel as it is stored. An empty text is one of which nothing is known. */
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

/** The page's answer to the order. */
export function orderOf({
  answer,
}: Pick<Entry, 'answer'>): Partial<OrderResponse> & { cash_on_delivery?: { amount?: number } } {
  const { body } = JSON.parse(answer ?? '{}') as { body?: Partial<OrderResponse> };
  return body ?? {};
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

/** Rows that are kept. */
const mostEvents = 100;

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
        note: noteOf(status, note, personal),
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
