import type { Rate } from '../contract/index.ts';

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
  if (!known.has(text)) known.set(text, read(text));
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

function read(text: string): Arrival | undefined {
  const [range = '', unit] = text
    .normalize('NFKC')
    .toLowerCase()
    // "2 x 24 jam" are two days. "besok sebelum 10.00" is one day.
    .replace(/[x×] ?24\s*jam/g, 'hari')
    .replace(/.*(besok|tomorrow).*/s, '1')
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

/** When a parcel is expected. */
export interface ArrivalSpan {
  from: Date;
  to: Date;
  /** With `days` the time of day means nothing. */
  precision: 'days' | 'hours';
}

const [minute, hour] = [60_000, 3_600_000];

/** Times of day are rounded to a quarter of an hour: a courier's hours are no appointment. */
const quarter = 15 * minute;

/**
 * The dates of an arrival, counted from the moment at which the shop hands the parcel over. Days are counted from noon to noon,
 * because 24 hours later is not always the next day where clocks change.
 * @param minuteOfDay minutes since midnight at `readyAt`, in the time zone of the reader
 */
export function arrivalSpan({ least, most, unit }: Arrival, readyAt: Date, minuteOfDay: number): ArrivalSpan {
  const ready = readyAt.getTime();
  const after = (start: number, hours: number) => new Date(start + hours * hour);
  if (unit === 'days') {
    const noon = ready + (12 * 60 - minuteOfDay) * minute;
    return { from: after(noon, least * 24), to: after(noon, most * 24), precision: 'days' };
  }
  // More than 24 hours are told as days.
  if (most > 24) return { from: after(ready, least), to: after(ready, most), precision: 'days' };
  const [first, last] = [Math.floor((ready + least * hour) / quarter), Math.ceil((ready + most * hour) / quarter)];
  return { from: new Date(first * quarter), to: new Date(last * quarter), precision: 'hours' };
}

/** Whether the parcel would have arrived by now, or on no date that there is. Such dates are not shown. */
export function isOver({ to, precision }: ArrivalSpan, now: number): boolean {
  return !(now <= to.getTime() + (precision === 'days' ? 12 * hour : 0));
}
