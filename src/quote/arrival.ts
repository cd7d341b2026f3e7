import type { Rate } from '../contract/index.ts';

export interface Arrival {
  least: number;
  most: number;
  unit: 'hours' | 'days';
}

/**
 * When a parcel arrives, from range and unit; `duration` is free text whose spelling varies and only helps out where
 * they are missing (contract/README.md §2.2). Undefined where the service does not say.
 */
export function arrival(rate: Rate): Arrival | undefined {
  if (!known.has(rate)) known.set(rate, read(rate));
  return known.get(rate);
}

/** Of every rate it is wanted again and again: for its group, for its badges, between equal prices. */
const known = new WeakMap<Rate, Arrival | undefined>();

function read(rate: Rate): Arrival | undefined {
  const range = rate.shipment_duration_range || rate.duration || '';
  const [least, most = least] = range.match(/\d+/g) ?? [];
  if (least === undefined) return undefined;
  const words = rate.shipment_duration_unit || rate.duration || '';
  return { least: Number(least), most: Number(most), unit: /hour|jam/i.test(words) ? 'hours' : 'days' };
}

/** The latest arrival in hours, for comparing; last of all where unknown. */
export function latestHours(rate: Rate): number {
  const when = arrival(rate);
  if (!when) return Number.POSITIVE_INFINITY;
  return when.unit === 'hours' ? when.most : when.most * 24;
}

/** When a parcel is expected. */
export interface ArrivalSpan {
  from: Date;
  to: Date;
  /** Of `days` only the day counts, not the time of day. */
  precision: 'days' | 'hours';
}

const [minute, hour] = [60_000, 3_600_000];

/** Times of day are said in quarters of an hour: a courier's hours are no appointment. */
const quarter = 15 * minute;

/**
 * The dates of an arrival, from the moment at which the shop hands the parcel over. Days are counted by the calendar, noon to
 * noon: 24 hours more are not always the next day where clocks are put forward and back.
 * @param minuteOfDay minutes since midnight at `readyAt`, in the zone whose days are counted
 */
export function arrivalSpan({ least, most, unit }: Arrival, readyAt: Date, minuteOfDay: number): ArrivalSpan {
  const ready = readyAt.getTime();
  const after = (start: number, hours: number) => new Date(start + hours * hour);
  if (unit === 'days') {
    const noon = ready + (12 * 60 - minuteOfDay) * minute;
    return { from: after(noon, least * 24), to: after(noon, most * 24), precision: 'days' };
  }
  // Beyond a day nobody counts hours.
  if (most > 24) return { from: after(ready, least), to: after(ready, most), precision: 'days' };
  const [first, last] = [Math.floor((ready + least * hour) / quarter), Math.ceil((ready + most * hour) / quarter)];
  return { from: new Date(first * quarter), to: new Date(last * quarter), precision: 'hours' };
}

/** Whether a parcel that was handed over then would be there by now: such dates say nothing. */
export function isOver({ to, precision }: ArrivalSpan, now: number): boolean {
  return now > to.getTime() + (precision === 'days' ? 12 * hour : 0);
}
