import type { PromisedArrival, Rate } from '../contract/index.ts';
import { arrival } from './arrival.ts';
import { type Zone, zones } from './zone.ts';

/** In the order of `Date.getUTCDay`. */
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** On which days a shop hands parcels over, as plain JSON. Times are in the shop's zone. Times and dates have leading zeros. */
export interface ShopCalendar {
  zone: Zone;
  /**
   * Until when an order counts for the day: `15:00`, or with the opening time `09:00-15:00`. `24:00` is the end of that day. A day that
   * is null or missing is closed. Without an opening time the shop opens at 9:00.
   */
  days: { readonly [day in (typeof weekdays)[number]]?: string | null };
  /** Hours of open days from the cut-off to the courier, 0 to 720. 0 by default. */
  prepareHours?: number;
  /** Days on which the shop is closed, too: `2026-12-31`, or a range with both its ends `2027-03-08/2027-03-16`. */
  closed?: readonly string[];
  /** Days on which the shop is open although they are holidays or closed weekdays. They have the week's earliest cut-off. */
  open?: readonly string[];
  /** Whether the shop is closed on national holidays and collective leave. True by default. */
  holidays?: boolean;
  /** Holidays that this version does not know, such as a new decree. Its years replace those of the package, for couriers, too. */
  holidayTable?: Holidays;
}

/** The days off of a country, as `holidays.json` has them: `2026-12-25`. */
export interface Holidays {
  national: readonly string[];
  /** Collective leave (cuti bersama). */
  leave: readonly string[];
  /** The first day of Idul Fitri of each year. */
  idulFitri: readonly string[];
}

/**
 * Whether a courier delivers on Sundays, as it says itself. One that does also delivers on collective leave. Of the others nothing is known: they
 * may work and may rest, so their range is wider.
 */
const onSundays: ReadonlyMap<string | undefined, boolean> = new Map([
  // "J&T Express tetap beroperasi 365 hari", Kompas.com 2023-04-17, looked up 2026-11-27.
  ['jnt', true],
  // Its terms: a business day is one from Monday to Saturday. ninjaxpress.co/en-id/standard-delivery-terms, 1.4, looked up 2026-11-27.
  ['ninja', false],
  // Its terms: its days of delivery are Monday to Saturday. sap-express.id/id/syarat-dan-ketentuan, definition 6, looked up 2026-11-27.
  ['sap', false],
]);
/** Services that count in hours deliver between these hours, `ours`. */
const [dayBegins, dayEnds] = [8 * 60, 21 * 60];
/** Services that take more hours count in days, `ours`. */
const mostHours = 12;
/** Days off in every year, by law: New Year, Labour Day, Pancasila, Independence and Natal. */
const fixedHolidays: ReadonlySet<string> = new Set(['01-01', '05-01', '06-01', '08-17', '12-25']);
/** Parcels may be late for so many days before and after Idul Fitri, `ours`. */
const lateDays = 14;
const opensAt = 9 * 60;
const [quarter, dayLength, year] = [15, 24 * 60, 366];

/** Days since 1970. NaN if there is no such date. */
function dayNumber(date: string): number {
  const day = Date.parse(date) / 86_400_000;
  return /^\d{4}-\d\d-\d\d$/.test(date) && day >= 0 && dateOf(day) === date ? day : Number.NaN;
}
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
const weekdayOf = (day: number) => weekdays[(day + 4) % 7] ?? 'sun';
const dayOf = (minute: number) => Math.floor(minute / dayLength);

const yearOf = (date: string) => date.slice(0, 4);

const timeForm = /^(?:(\d\d:\d\d)-)?(\d\d:\d\d)$/;
/** Minutes since midnight of `15:00`. NaN if there is no such time. `24:00` is the end of the day. */
function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return minute < 60 && hour * 60 + minute <= dayLength ? hour * 60 + minute : Number.NaN;
}
/** Opening time and cut-off of a day. */
function hoursOf(text: string): [opens: number, cutOff: number] {
  const [, opens, cutOff = 'none'] = timeForm.exec(text) ?? [];
  const until = minutesOf(cutOff);
  return [opens ? minutesOf(opens) : Math.min(opensAt, until), until];
}

function rangeOf(text: string): [from: number, to: number] {
  const [from = '', to = from] = text.split('/');
  return [dayNumber(from), dayNumber(to)];
}

/** The holidays of the country, of which the shop's own table replaces years. */
function holidaysOf({ holidayTable: own }: ShopCalendar, country: Holidays): Holidays {
  if (!own) return country;
  const years = new Set(own.national.map(yearOf));
  const both = (name: keyof Holidays) => [...country[name].filter((date) => !years.has(yearOf(date))), ...own[name]];
  return { national: both('national'), leave: both('leave'), idulFitri: both('idulFitri') };
}

/** The last day of the last year of a table, as a number. -1 if the table is empty. */
function knownUntil({ national }: Holidays): number {
  const last = Math.max(...national.map((date) => Number(yearOf(date))));
  return national.length ? dayNumber(`${last}-12-31`) : -1;
}

/** A calendar that has been read: the days off as numbers. */
interface Days {
  isOpen(day: number): boolean;
  hours(day: number): [opens: number, cutOff: number];
  isHoliday(day: number): boolean;
  /** Sundays, and collective leave: some couriers rest. */
  mayRest(day: number): boolean;
  /** Whether the holidays of the day's year are not known. */
  isUnknown(day: number): boolean;
  /** Whether these days are in the weeks around an Idul Fitri. */
  isLebaran(first: number, last: number): boolean;
}

function daysOf(calendar: ShopCalendar, country: Holidays): Days {
  const { days, closed = [], open = [], holidays = true } = calendar;
  const table = holidaysOf(calendar, country);
  const [ranges, opened] = [closed.map(rangeOf), new Set(open)];
  const [national, leave] = [new Set(table.national), new Set(table.leave)];
  const [end, feasts] = [knownUntil(table), table.idulFitri.map(dayNumber)];
  const week = weekdays.flatMap((name) => days[name] ?? []).map(hoursOf);
  const earliest = week.sort(([, a], [, b]) => a - b)[0] ?? [0, 0];
  const own = (day: number) => days[weekdayOf(day)];
  const isUnknown = (day: number) => day > end;
  const isHoliday = (day: number) =>
    national.has(dateOf(day)) || (isUnknown(day) && fixedHolidays.has(dateOf(day).slice(5)));
  return {
    isHoliday,
    isUnknown,
    isOpen(day) {
      if (ranges.some(([from, to]) => day >= from && day <= to)) return false;
      if (opened.has(dateOf(day))) return true;
      return own(day) != null && !(holidays && (isHoliday(day) || leave.has(dateOf(day))));
    },
    hours(day) {
      const text = opened.has(dateOf(day)) ? null : own(day);
      return text == null ? earliest : hoursOf(text);
    },
    mayRest: (day) => weekdayOf(day) === 'sun' || leave.has(dateOf(day)),
    isLebaran: (first, last) => feasts.some((feast) => first <= feast + lateDays && last >= feast - lateDays),
  };
}

/** The first day from `day` on that fits. Undefined if none does within a year. */
function firstDay(day: number, fits: (day: number) => boolean): number | undefined {
  for (let next = day; next <= day + year; next++) if (fits(next)) return next;
  return undefined;
}

/** Minutes later, of which only those within the hours of fitting days count. */
function later(
  from: number,
  minutes: number,
  [begins, ends]: readonly [number, number],
  fits: (day: number) => boolean,
): number | undefined {
  let [at, left] = [from, minutes];
  for (let day = firstDay(dayOf(from), fits); day !== undefined; day = firstDay(day + 1, fits)) {
    at = Math.max(at, day * dayLength + begins);
    const room = day * dayLength + ends - at;
    // What ends at midnight ends on the next day.
    if (left < room || (left === room && ends < dayLength)) return at + left;
    left -= Math.max(room, 0);
  }
  return undefined;
}

/**
 * When a parcel that is ordered at a moment is promised to arrive. Undefined if the service says no duration, or if the shop does not open
 * within a year. A range never begins on a day on which the courier is known to rest. It ends on a day on which every courier delivers.
 * Where holidays are not known yet, it ends a day later: one of its days may be one.
 * @param calendar one without a fault (`calendarFault`)
 */
export function promisedArrival(
  moment: Date,
  calendar: ShopCalendar,
  rate: Partial<Rate>,
  holidays: Holidays,
): PromisedArrival | undefined {
  const duration = arrival(rate);
  if (!duration) return undefined;
  const offset = zones[calendar.zone];
  const now = Math.floor(moment.getTime() / 60_000) + offset * 60;
  const days = daysOf(calendar, holidays);
  const { isOpen, isHoliday, isUnknown, hours } = days;
  const day = firstDay(dayOf(now), (day) => isOpen(day) && now < day * dayLength + hours(day)[1]);
  if (day === undefined) return undefined;
  const [opens, cutOff] = hours(day).map((minute) => day * dayLength + minute) as [number, number];
  const inHours = duration.unit === 'hours' && duration.most <= mostHours;
  // Hours are counted from the next quarter of an hour, so that they stay the same until then.
  const start = inHours ? Math.max((Math.floor(now / quarter) + 1) * quarter, opens) : cutOff;
  const prepare = (calendar.prepareHours ?? 0) * 60;
  // What needs no preparing is handed over on the day, also if that ends with the cut-off at 24:00.
  const ready = prepare ? later(start, prepare, [0, dayLength], isOpen) : Math.min(start, (day + 1) * dayLength - 1);
  if (ready === undefined) return undefined;

  const text = (minute: number) =>
    `${new Date(minute * 60_000).toISOString().slice(0, 16)}+${String(offset).padStart(2, '0')}:00`;
  const rest = {
    hand_over: text(ready),
    cut_off: text(cutOff),
    until: text(Math.min(start, cutOff)),
  };
  const ends = (first: number, last: number) => ({
    first: dateOf(first),
    last: dateOf(last),
    ...rest,
    later: isUnknown(last) || days.isLebaran(first, last),
  });
  if (inHours) {
    const delivers = (day: number) => !isHoliday(day);
    const after = (count: number) => later(ready, count * 60, [dayBegins, dayEnds], delivers);
    const [from, to] = [after(duration.least), after(duration.most)];
    if (from === undefined || to === undefined) return undefined;
    const end = isUnknown(dayOf(to)) ? firstDay(dayOf(to) + 1, delivers) : dayOf(to);
    if (end === undefined) return undefined;
    const spanned = ends(dayOf(from), end);
    if (spanned.first !== spanned.last) return spanned;
    const [first, last] = [Math.floor(from / quarter) * quarter, Math.ceil(to / quarter) * quarter];
    return { ...spanned, first: text(first), last: text(last) };
  }
  const unit = duration.unit === 'hours' ? 24 : 1;
  const [least, most] = [Math.floor(duration.least / unit), Math.ceil(duration.most / unit)];
  const known = onSundays.get(rate.courier_code);
  const rests = (day: number) => isHoliday(day) || (known === false && weekdayOf(day) === 'sun');
  const works = (day: number) => !rests(day) && (known === true || !days.mayRest(day));
  // The earliest: the courier rests on the days that are known. The latest: on every day on which one may rest.
  const first = firstDay(dayOf(ready) + least, (day) => !rests(day));
  let last = firstDay(dayOf(ready), works);
  for (let count = 0; count < most && last !== undefined; count++) last = firstDay(last + 1, works);
  if (first === undefined || last === undefined) return undefined;
  const end = Math.max(first, last);
  const widened = isUnknown(end) ? firstDay(end + 1, works) : end;
  return widened === undefined ? undefined : ends(first, widened);
}

/** Minutes for which promises are made: an offer is valid for 20, and clocks differ. */
const ahead = 30;

/** The promises that hold in the next half hour, and at least two of them. Each holds until its `until`. */
export function promisedArrivals(moment: Date, ...given: Tail<Parameters<typeof promisedArrival>>): PromisedArrival[] {
  const found: PromisedArrival[] = [];
  const end = moment.getTime() + ahead * 60_000;
  for (let at = moment; found.length < 2 || at.getTime() < end; at = new Date(found.at(-1)?.until ?? end)) {
    const promise = promisedArrival(at, ...given);
    if (!promise) break;
    found.push(promise);
  }
  return found;
}

type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** The promise that holds at a moment, of those that were made. */
export const promiseAt = (promises: readonly PromisedArrival[] | null | undefined, now: number) =>
  promises?.find(({ until }) => now < Date.parse(until));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is wrong with a calendar, in a sentence that begins with the field: `calendar.days.sun: "25:00" is no time`.
 * Undefined if nothing is.
 */
export function calendarFault(value: unknown, country: Holidays, now = new Date()): string | undefined {
  if (!isObject(value)) return 'calendar: must be an object';
  const { zone, days, prepareHours = 0, closed = [], open = [], holidays = true, holidayTable, ...unknown } = value;
  const [field] = Object.keys(unknown);
  if (field) return `calendar.${field}: is no field of a calendar`;
  if (!Object.keys(zones).includes(String(zone))) return `calendar.zone: must be WIB, WITA or WIT`;
  if (!isObject(days)) return 'calendar.days: must have a cut-off for each open day, such as {"mon": "15:00"}';
  for (const [name, hours] of Object.entries(days)) {
    const fault = dayFault(name, hours);
    if (fault) return `calendar.days.${name}: ${fault}`;
  }
  if (!Object.values(days).some((hours) => hours != null)) return 'calendar.days: no day is open';
  if (typeof prepareHours !== 'number' || !Number.isInteger(prepareHours) || prepareHours < 0 || prepareHours > 720)
    return 'calendar.prepareHours: must be a whole number from 0 to 720';
  if (typeof holidays !== 'boolean') return 'calendar.holidays: must be true or false';
  const fault = holidayTable == null ? undefined : tableFault(holidayTable);
  if (fault) return `calendar.holidayTable${fault}`;
  const ranges: [from: number, to: number, text: string][] = [];
  for (const [name, list] of Object.entries({ closed, open })) {
    if (!Array.isArray(list)) return `calendar.${name}: must be a list of dates`;
    for (const text of list) {
      const fault = dateFault(text, name, ranges);
      if (fault) return `calendar.${name}: ${fault}`;
    }
  }
  const { isOpen } = daysOf(value as unknown as ShopCalendar, country);
  const today = dayOf(Math.floor(now.getTime() / 60_000));
  return firstDay(today, isOpen) === undefined ? 'calendar: the shop does not open within a year' : undefined;
}

function dayFault(name: string, hours: unknown): string | undefined {
  if (!weekdays.some((day) => day === name)) return 'is no day: write mon, tue, wed, thu, fri, sat or sun';
  if (hours == null) return undefined;
  const [opens, cutOff] = typeof hours === 'string' ? hoursOf(hours) : [0, Number.NaN];
  if (Number.isNaN(opens + cutOff)) return `${JSON.stringify(hours)} is no time, such as 15:00 or 09:00-15:00`;
  if (cutOff === 0) return `${JSON.stringify(hours)} is no open day: write null, or 24:00 for the end of the day`;
  return opens > cutOff || (opens === cutOff && String(hours).includes('-'))
    ? `${JSON.stringify(hours)} ends before it begins`
    : undefined;
}

function tableFault(table: unknown): string | undefined {
  if (!isObject(table)) return ': must have the lists national, leave and idulFitri';
  for (const name of ['national', 'leave', 'idulFitri']) {
    const list = table[name];
    if (!Array.isArray(list)) return `.${name}: must be a list of dates`;
    const wrong = list.find((date) => typeof date !== 'string' || Number.isNaN(dayNumber(date)));
    if (wrong !== undefined) return `.${name}: ${JSON.stringify(wrong)} is no date, such as 2026-12-31`;
  }
  return (table.national as unknown[]).length ? undefined : '.national: has no date';
}

/** Adds the range of a text to those of both lists. */
function dateFault(
  text: unknown,
  list: string,
  ranges: [from: number, to: number, text: string][],
): string | undefined {
  const shown = JSON.stringify(text);
  const isRange = typeof text === 'string' && list === 'closed' && text.split('/').length === 2;
  const [from, to] = typeof text === 'string' && (isRange || !text.includes('/')) ? rangeOf(text) : [Number.NaN, 0];
  if (Number.isNaN(from + to)) return `${shown} is no date, such as 2026-12-31`;
  if (to < from) return `${shown} ends before it begins`;
  const other = ranges.find(([start, end]) => from <= end && to >= start);
  if (other) return `${shown} overlaps ${JSON.stringify(other[2])}`;
  ranges.push([from, to, String(text)]);
  return undefined;
}
