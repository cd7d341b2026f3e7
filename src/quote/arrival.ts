import type { PromisedArrival, Rate } from '../contract/index.ts';
import { dayLength, readersZone, wallDay, wallTime, type Zone, zoneOf, zones } from './zone.ts';

/** How long a parcel takes: from `least` to `most`. */
export interface Arrival {
  least: number;
  most: number;
  unit: 'hours' | 'days';
}

/** The fields of a rate that say how long a parcel takes. */
type Duration = Partial<Pick<Rate, 'duration' | 'shipment_duration_range' | 'shipment_duration_unit'>>;

/**
 * The time that a parcel takes, from range and unit. `duration` is free text whose spelling varies, and is read only where
 * they are missing (contract/README.md §2.2). Minutes count as hours, weeks as seven days, months as thirty. Undefined if the service
 * does not say, or names a date or two units.
 */
export function arrival({ duration, shipment_duration_range, shipment_duration_unit }: Duration): Arrival | undefined {
  const range = shipment_duration_range || duration || '';
  const unit = shipment_duration_unit || duration || range;
  const text = `${range}\n${unit}`;
  if (!known.has(text)) known.set(text, readArrival(text));
  return known.get(text);
}

/** Each text is read once: sorting asks for it again and again, and a thousand rates have some twenty. */
const known = new Map<string, Arrival | undefined>();

/** Hours of a unit. "minggu" is a week, and stands before "min". */
const units: Readonly<Record<string, number>> = {
  minggu: 7 * 24,
  pekan: 7 * 24,
  week: 7 * 24,
  bulan: 30 * 24,
  month: 30 * 24,
  hari: 24,
  day: 24,
  jam: 1,
  hour: 1,
  menit: 1 / 60,
  min: 1 / 60,
};
const unitForm = new RegExp(Object.keys(units).join('|'));
const unitIn = (text = '') => units[String(unitForm.exec(text))];

function readArrival(text: string): Arrival | undefined {
  const [range = '', unit] = text
    .normalize('NFKC')
    .toLowerCase()
    // "2 x 24 jam" are two days. "besok sebelum 10.00" is one day.
    .replace(/[x×] ?24\s*jam/g, 'hari')
    .replace(/.*(besok|tomorrow).*/s, '1')
    // "Sampai tanggal 30" is a date.
    .replace(/.*\btanggal\b.*/s, '')
    // A time of day, and a date.
    .replace(/\d\d[.:]\d\d|\d+[/-]\d+[/-]\d+/g, '')
    .replace(/^\D*(hari ini|same.?day)\D*$/, '0')
    .replaceAll(',', '.')
    .split('\n');
  const [, first, between, second = first, after = ''] = /([\d.]*\d)(?:(\D+?)([\d.]*\d))?(\D*)/.exec(range) ?? [];
  const [inner, outer] = [unitIn(between), unitIn(after)];
  // "30 Nov" is a date, and "1 jam 30 menit" has two units.
  if (outer ? inner && inner !== outer : /^ ?[a-z]/.test(after)) return undefined;
  const hours = inner ?? outer ?? unitIn(unit) ?? 24;
  const inHours = hours < 24;
  const [least = 0, most = 0] = [first, second]
    .map((number) => Math.ceil((Number(number) * hours) / (inHours ? 1 : 24)))
    .sort((a, b) => a - b);
  // More than a year is no duration, and no date could be counted from it.
  return least >= 0 && most <= (inHours ? 24 : 1) * 366 ? { least, most, unit: inHours ? 'hours' : 'days' } : undefined;
}

/** The latest arrival in hours, for comparing. Infinity if it is unknown. */
export function latestHours(rate: Rate): number {
  const when = arrival(rate);
  if (!when) return Number.POSITIVE_INFINITY;
  return when.unit === 'hours' ? when.most : when.most * 24;
}

/** When a parcel is expected, as it is told. Days are those of a calendar on the wall, counted since 1970. */
export interface ArrivalSpan {
  readonly first: number;
  readonly last: number;
  /** Milliseconds since 1970, if it comes within hours of one day in which people take parcels. */
  readonly hours: readonly [from: number, to: number] | undefined;
  /** The zone in which it is told. */
  readonly zone: Zone;
  /** It may come later: around Idul Fitri, or because the holidays of that year are not known. */
  readonly later: boolean;
}

const [minute, hour] = [60_000, 3_600_000];

/** Times of day are rounded to a quarter of an hour: a courier's hours are no appointment. */
const quarter = 15 * minute;

/** The time of day between which people take parcels. */
const [morning, night] = [6 * hour, 22 * hour];

/** From late in the evening to the next morning. */
const overnight = 8 * hour;

/** The dates of an arrival, counted from the moment at which the shop hands the parcel over. More than 24 hours are told as days. */
export function arrivalSpan({ least, most, unit }: Arrival, readyAt: Date, zone: Zone): ArrivalSpan {
  const ready = readyAt.getTime();
  const day = wallDay(ready, zone);
  const rest = { zone, later: false };
  if (unit === 'days') return { first: day + least, last: day + most, hours: undefined, ...rest };
  const [from, to] = [ready + least * hour, ready + most * hour];
  if (most > 24) return { first: wallDay(from, zone), last: wallDay(to, zone), hours: undefined, ...rest };
  return hoursSpan(Math.floor(from / quarter) * quarter, Math.ceil(to / quarter) * quarter, zone, false);
}

/** A parcel that would come at 23:00 comes the next day, and nobody takes one at 4:00: then only the day is told. */
function hoursSpan(from: number, to: number, zone: Zone, later: boolean): ArrivalSpan {
  const timeOfDay = (moment: number) => wallTime(moment, zone) % dayLength;
  const dayOf = (moment: number) => wallDay(timeOfDay(moment) > night ? moment + overnight : moment, zone);
  const isAwake = (moment: number) => timeOfDay(moment) >= morning && timeOfDay(moment) <= night;
  const [first, last] = [dayOf(from), dayOf(to)];
  const isOneDay = first === last && wallDay(from, zone) === wallDay(to, zone);
  return { first, last, hours: isOneDay && isAwake(from) && isAwake(to) ? [from, to] : undefined, zone, later };
}

/** The dates of a promise, in the zone of the shop. */
function promisedSpan({ first, last, later, hand_over }: PromisedArrival): ArrivalSpan {
  const zone = zoneOf(hand_over);
  if (first.includes('T')) return hoursSpan(Date.parse(first), Date.parse(last), zone, later);
  return { first: Date.parse(first) / dayLength, last: Date.parse(last) / dayLength, hours: undefined, zone, later };
}

/** Milliseconds since 1970 at which a parcel has arrived at the latest. */
export const endOf = ({ last, hours, zone }: ArrivalSpan): number =>
  hours ? hours[1] : (last + 1) * dayLength - zones[zone] * hour;

/** Whether there is no such date, or the parcel would have arrived by now. Such dates are not shown. */
const isNotShown = (span: ArrivalSpan, now: number): boolean =>
  !(span.first <= span.last && now <= endOf(span)) || Number.isNaN(new Date(endOf(span) + dayLength).getTime());

/** What says when a rate arrives: the shop's promise, or else the moment at which the page hands the parcel over. */
export interface ArrivalSource {
  readonly promise?: PromisedArrival | undefined;
  readonly readyAt?: Date | undefined;
  /** The zone that it is counted in from there: the reader's by default. A promise has its own. */
  readonly zone?: Zone;
}

/** The span of a rate, so that its row is not rendered again. */
const spans = new WeakMap<Duration, ArrivalSource & { zone: Zone; span: ArrivalSpan | undefined }>();

/** When a rate arrives, as its row says it. Undefined without dates, and once they are over. */
export function spanOf(
  rate: Duration,
  { promise, readyAt, ...given }: ArrivalSource,
  now: number,
): ArrivalSpan | undefined {
  if (!promise && !readyAt) return undefined;
  const zone = promise ? zoneOf(promise.hand_over) : (given.zone ?? readersZone());
  let kept = spans.get(rate);
  if (!kept || kept.promise !== promise || kept.readyAt !== readyAt || kept.zone !== zone) {
    const when = arrival(rate);
    const counted = when && readyAt && arrivalSpan(when, readyAt, zone);
    kept = { promise, readyAt, zone, span: promise ? promisedSpan(promise) : counted };
    spans.set(rate, kept);
  }
  return kept.span && !isNotShown(kept.span, now) ? kept.span : undefined;
}
