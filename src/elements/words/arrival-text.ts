import type { PromisedArrival, Rate } from '../../contract/index.ts';
import { type Arrival, type ArrivalSpan, arrival, arrivalSpan, isOver } from '../../quote/index.ts';
import type { Words } from './words.ts';

/** How dates are written. */
interface DateStyle {
  words: Pick<Words, 'today' | 'tomorrow'>;
  /** BCP 47. */
  language: string;
  /** IANA. The browser's own zone by default. */
  zone?: string;
  /** Milliseconds. */
  now?: number;
  /** In a receipt: days have their month, and none is called tomorrow. */
  kept?: boolean;
}

/** What is known of an arrival, and how it is written. */
export interface Calendar extends DateStyle {
  words: Pick<Words, 'arrival' | 'today' | 'tomorrow' | 'orLater'>;
  /** When the shop hands the parcel over. */
  readyAt?: Date | undefined;
  /** What the shop promises. It comes before `readyAt`. */
  promise?: PromisedArrival | undefined;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One formatter a language and zone. It is made when the first date is shown, after the rates were asked for. */
function formatter(language: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const name = `${language} ${timeZone}`;
  const known = formatters.get(name);
  if (known) return known;
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    // Other languages have digits or a calendar of their own. Amounts have none, and the hour is read as a number.
    numberingSystem: 'latn',
    calendar: 'gregory',
    timeZone,
  };
  const made = new Intl.DateTimeFormat(language, options);
  formatters.set(name, made);
  return made;
}

const day = 24 * 3_600_000;

/** From then on, a date has its year. */
const halfYear = 183 * day;

/** A moment in pieces. Engines differ in what they write between two dates, so the pieces are joined here. */
function pieces(moment: Date, format: Intl.DateTimeFormat, now: number) {
  const parts = format.formatToParts(moment);
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const isFar = Math.abs(moment.getTime() - now) > halfYear;
  const [hour, month] = [part('hour'), isFar ? `${part('month')} ${part('year')}` : part('month')];
  const separator = parts[parts.findIndex(({ type }) => type === 'hour') + 1]?.value ?? ':';
  const day = `${part('weekday')} ${part('day')}`;
  return {
    day,
    month,
    date: `${day} ${month}`,
    dateOnly: `${part('day')} ${month}`,
    time: `${hour}${separator}${part('minute')}`,
    minuteOfDay: Number(hour) * 60 + Number(part('minute')),
  };
}

/** Days within which a weekday and a day name a date without its month. */
const nearDays = 20;

/** Minutes of the day between which people take parcels. A time outside of them is shown as a day. */
const [morning, night] = [6 * 60, 22 * 60];

/** From late in the evening to the next morning. */
const overnight = 8 * 3_600_000;

/** "Wed 25 – Thu 26", "Tomorrow, Tue 24", "Today, 14:00–16:00". In a receipt "Wed 25 – Thu 26 Nov": it is read on other days, too. */
function spanText(
  span: ArrivalSpan,
  format: Intl.DateTimeFormat,
  { words, now = Date.now(), kept }: DateStyle,
): string {
  const at = (moment: Date | number) => pieces(new Date(moment), format, now);
  const isInHours = span.precision === 'hours';
  const [from, to] = [at(span.from), at(span.to)];
  // A parcel that would come at 23:00 comes the next day.
  const dayOf = (moment: Date, piece: typeof from) =>
    isInHours && piece.minuteOfDay > night ? at(moment.getTime() + overnight) : piece;
  const [first, last] = [dayOf(span.from, from), dayOf(span.to, to)];
  // In a row there is no room for weekdays, too.
  const monthly = ({ date, dateOnly }: typeof from) => (kept ? date : dateOnly);
  const lastName = !kept && span.to.getTime() - now < nearDays * day ? last.day : last.date;
  if (first.date !== last.date)
    return first.month === last.month ? `${first.day} – ${lastName}` : `${monthly(first)} – ${monthly(last)}`;
  const today = at(now);
  // Noon to noon, because 24 hours later may be the day after tomorrow where clocks change.
  const tomorrow = at(now + (12 * 60 - today.minuteOfDay) * 60_000 + day);
  const names: Record<string, string> = { [today.date]: words.today, [tomorrow.date]: words.tomorrow };
  const name = kept ? undefined : names[last.date];
  const isAwake = ({ minuteOfDay }: typeof from) => minuteOfDay >= morning && minuteOfDay <= night;
  if (!isInHours || from.date !== to.date || !isAwake(from) || !isAwake(to))
    return [name, lastName].filter(Boolean).join(', ');
  return `${name ?? lastName}, ${from.time === to.time ? '' : `${from.time}–`}${to.time}`;
}

/** The dates of an arrival. Undefined once they are over. */
export function arrivalDates(when: Arrival, readyAt: Date, calendar: DateStyle): string | undefined {
  const { language, zone, now = Date.now() } = calendar;
  const format = formatter(language, zone);
  const span = arrivalSpan(when, readyAt, pieces(readyAt, format, now).minuteOfDay);
  return isOver(span, now) ? undefined : spanText(span, format, calendar);
}

/** The dates of a promise. Its days are those of a calendar on the wall: no zone moves them. Undefined once they are over. */
export function promisedDates(
  { first, last, later, hand_over }: PromisedArrival,
  calendar: Calendar,
): string | undefined {
  const { language, zone, words, now = Date.now() } = calendar;
  const isInHours = first.includes('T');
  const noon = `T12:00${zone ? hand_over.slice(-6) : ''}`;
  const [from, to] = [first, last].map((text) => new Date(isInHours ? text : text + noon)) as [Date, Date];
  const span: ArrivalSpan = { from, to, precision: isInHours ? 'hours' : 'days' };
  if (!(from <= to) || isOver(span, now)) return undefined;
  const text = spanText(span, formatter(language, zone), calendar);
  return later ? words.orLater(text) : text;
}

/**
 * The arrival of a rate: dates if they are promised, or if the page says when the parcel is handed over, else days. Empty if the service
 * says nothing.
 */
export function arrivalText(rate: Rate, calendar: Calendar): string {
  const { words, readyAt, promise } = calendar;
  const when = arrival(rate);
  if (!when) return '';
  const dates = promise && promisedDates(promise, calendar);
  return dates || (readyAt && arrivalDates(when, readyAt, calendar)) || words.arrival(when);
}

/** Date and time of a cut-off. Midnight is the end of a day: "24:00" of the day before. */
function cutOffPieces(cutOff: number, format: Intl.DateTimeFormat, now: number): [date: string, time: string] {
  const { time, minuteOfDay } = pieces(new Date(cutOff), format, now);
  return [pieces(new Date(cutOff - 1), format, now).date, minuteOfDay ? time : time.replace('00', '24')];
}

/** "Order before 15:00 (2 hours left), arrives Thu 26 – Fri 27 Nov". A cut-off of another day has its date instead of the hours. */
export function cutOffText(
  rate: Rate,
  calendar: Calendar & { words: Pick<Words, 'orderBefore'>; promise: PromisedArrival },
): string {
  const { words, language, zone, now = Date.now(), promise } = calendar;
  const cutOff = Date.parse(promise.cut_off);
  const format = formatter(language, zone);
  const [date, time] = cutOffPieces(cutOff, format, now);
  const dates = arrivalText(rate, { ...calendar, kept: true });
  if (date !== pieces(new Date(now), format, now).date) return words.orderBefore(`${date}, ${time}`, '', dates);
  const minutes = Math.max(1, Math.floor((cutOff - now) / 60_000));
  const hours = Math.floor(minutes / 60);
  const style = { style: 'unit', unit: hours ? 'hour' : 'minute', unitDisplay: 'long' } as const;
  const left = new Intl.NumberFormat(language, style).format(hours || minutes);
  return words.orderBefore(time, left, dates);
}

/** "15:00", if a cut-off is today. Undefined if it is on another day. */
export function cutOffToday(
  cutOff: string,
  { language, zone, now }: { language: string; zone: string; now: number },
): string | undefined {
  const format = formatter(language, zone);
  const [date, time] = cutOffPieces(Date.parse(cutOff), format, now);
  return date === pieces(new Date(now), format, now).date ? time : undefined;
}

/** "Wed 25 Nov, 06:48", and "Wed 25 Nov" alone. Lines break after the comma only. */
export function momentText(
  moment: Date,
  { language, zone, now }: { language: string; zone: string; now: number },
): { date: string; time: string } {
  const { date: spaced, time } = pieces(moment, formatter(language, zone), now);
  const date = spaced.replaceAll(' ', '\u00a0');
  return { date, time: `${date}, ${time}` };
}
