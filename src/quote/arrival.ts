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
 * does not say.
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

function read(text: string): Arrival | undefined {
  // "2 x 24 jam" are two days. "besok sebelum 10.00" is one day, and its time is no duration.
  const plain = text.replace(/x ?24\s*jam/gi, 'hari').replace(/.*(besok|tomorrow).*/is, '1');
  const [range = '', unit = ''] = plain.replace(/\d\d[.:]\d\d/g, '').split('\n');
  const numbers = (range.match(/\d+(?:[.,]\d+)?/g) ?? []).slice(0, 2).map((text) => Number(text.replace(',', '.')));
  if (!numbers.length) return undefined;
  // "minggu" is a week, "bulan" a month.
  const days = /week|minggu/i.test(unit) ? 7 : /month|bulan/i.test(unit) ? 30 : 1;
  const inMinutes = days === 1 && /min|menit/i.test(unit);
  const round = (value: number) => Math.ceil(inMinutes ? value / 60 : value * days);
  const inHours = inMinutes || /hour|jam/i.test(unit);
  const [least, most] = [round(Math.min(...numbers)), round(Math.max(...numbers))];
  // More than a year is no duration, and no date could be counted from it.
  return most > (inHours ? 24 : 1) * 366 ? undefined : { least, most, unit: inHours ? 'hours' : 'days' };
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
