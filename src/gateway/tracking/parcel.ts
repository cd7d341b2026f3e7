import { isBehind, isEndState, normalisedStatus, type TrackingResponse } from '../../contract/index.ts';

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
  /** Of the last read, the oldest first. */
  history: readonly ParcelEvent[];
  /** The last read, in milliseconds since the epoch. 0 before the first one. */
  asked: number;
  /** A read after the end was answered: the history is complete. */
  complete?: true;
}

export interface ParcelEvent {
  status: string;
  note: string | null;
  updated_at: string | null;
}

/** Facts of a webhook. */
export interface ParcelNews {
  status?: string | null | undefined;
  waybill_id?: string | null | undefined;
  tracking_id?: string | null | undefined;
  /** The webhook's own time, in milliseconds since the epoch. Undefined if it has none. */
  time?: number | undefined;
  /** Milliseconds since the epoch. */
  received: number;
}

export const parcelOf = (stored: string): Parcel =>
  stored === '' ? { since: 0, history: [], asked: 0 } : JSON.parse(stored);

/** Milliseconds between two reads of a parcel. */
const readPause = 10 * 60_000;

/** Whether the service may be asked: not twice in ten minutes, and after the end until one read is answered. */
export function mayRead({ complete, asked }: Parcel, now: number): boolean {
  if (complete) return false;
  // A read with a later time than now was stored before the clock was set back.
  return now - asked >= readPause || asked > now;
}

/** Webhooks come twice, late and in any order, and most have no time. So an older state never replaces a newer one. */
export function afterNews(parcel: Parcel, { status, waybill_id, tracking_id, time, received }: ParcelNews): Parcel {
  const ids = { ...(waybill_id && { waybill_id }), ...(tracking_id && { tracking_id }) };
  const reported = status ? normalisedStatus(status) : undefined;
  return {
    ...parcel,
    ...ids,
    ...(reported !== undefined && isNewer(parcel, reported, time) && { status: reported, since: time ?? received }),
  };
}

/** An end counts with any time: a read may have been answered before the service knew it. */
function isNewer({ status, since }: Parcel, reported: string, time: number | undefined): boolean {
  if (reported === status || isEndState(status)) return false;
  return isEndState(reported) || (time === undefined ? !isBehind(reported, status) : time >= since);
}

/** Rows and characters that are kept. */
const [mostEvents, longestNote] = [100, 200];

/**
 * The answer counts, unless a webhook has already reported the parcel's end, or came after the question and reported a later state.
 * @param before as it was when the service was asked
 */
export function afterRead(parcel: Parcel, answer: TrackingResponse, before: Parcel): Parcel {
  const read = normalisedStatus(answer.status);
  const isOlder = isEndState(parcel.status) || (parcel.since > before.asked && isBehind(read, parcel.status));
  const status = isOlder && !isEndState(read) ? parcel.status : read;
  const names = namesIn(answer);
  const history = answer.history.slice(-mostEvents).map(({ status, note, updated_at }) => ({
    status: normalisedStatus(status),
    note: note ? cleared(note, names).slice(0, longestNote) : null,
    updated_at: updated_at && !Number.isNaN(Date.parse(updated_at)) ? updated_at : null,
  }));
  return {
    ...parcel,
    status,
    since: status === parcel.status ? parcel.since : before.asked,
    ...((isEndState(read) || isEndState(before.status)) && { complete: true }),
    ...(answer.waybill_id && { waybill_id: answer.waybill_id }),
    ...(isLink(answer.link) && { link: answer.link }),
    history,
  };
}

/** Pages render it as a link, so only http and https pass. */
export const isLink = (link: unknown): link is string => typeof link === 'string' && /^https?:\/\//i.test(link);

/** `0812…`, `+62 812…`, `(021) …`. A waybill has letters or a dash before its digits, and a mobile number may, too: `WA-0812…`. */
const phones = /(?<![\w-])\(?(?:\+?62|0)[\d\s().-]{6,18}\d|(?<!\d)(?:62|0)8\d{7,11}(?!\d)/g;

const hidden = '•••';

/** A note without phone numbers, and without the names that the answer has elsewhere. */
function cleared(note: string, names: readonly string[]): string {
  let text = note.replace(phones, hidden);
  for (const name of names)
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'giu'), hidden);
  return text;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whole names, the longest first, then the parts of people's names. The shop's name is not taken apart. */
function namesIn({ courier, origin, destination }: TrackingResponse): string[] {
  const { name, driver_name } = Object(courier);
  const people = [name, driver_name, Object(destination).contact_name];
  const whole = [...people, Object(origin).contact_name].filter((text): text is string => typeof text === 'string');
  const parts = people.filter((text): text is string => typeof text === 'string').flatMap((text) => text.split(/\s+/));
  const names = [...whole, ...parts].map((text) => text.trim()).filter((text) => text.length > 2);
  return [...new Set(names)].sort((one, other) => other.length - one.length);
}
