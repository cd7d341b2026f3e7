import type { Rate } from '../../contract/index.ts';
import { type Arrival, type ArrivalSpan, arrival, arrivalSpan, isOver } from '../../quote/index.ts';
import type { Words } from './words.ts';

/** How dates are written. */
export interface Calendar {
  words: Pick<Words, 'arrival' | 'today' | 'tomorrow'>;
  /** BCP 47. */
  language: string;
  /** When the shop hands the parcel over. */
  readyAt: Date | undefined;
  /** IANA. The browser's own zone by default. */
  zone?: string;
  /** Milliseconds. */
  now?: number;
  /** In a receipt: days have their month, and none is called tomorrow. */
  kept?: boolean;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One formatter a language and zone. It is made when the first date is shown, after the rates were asked for. */
function formatter(language: string, timeZone: string | undefined): Intl.DateTimeFormat {
  const name = `${language} ${timeZone}`;
  const known = formatters.get(name);
  if (known) return known;
  const [day, clock] = [
    { weekday: 'short', day: 'numeric', month: 'short' },
    { hour: '2-digit', minute: '2-digit' },
  ] as const;
  const options = { ...day, ...clock, hourCycle: 'h23', timeZone } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat(language, options);
  } catch {
    made = new Intl.DateTimeFormat('en', options);
  }
  formatters.set(name, made);
  return made;
}

/** A moment in pieces. Engines differ in what they write between two dates, so the pieces are joined here. */
function pieces(moment: Date, format: Intl.DateTimeFormat) {
  const parts = format.formatToParts(moment);
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const [hour, month] = [part('hour'), part('month')];
  const separator = parts[parts.findIndex(({ type }) => type === 'hour') + 1]?.value ?? ':';
  const day = `${part('weekday')} ${part('day')}`;
  return {
    ...{
      day,
      month,
      date: `${day} ${month}`,
      dateOnly: `${part('day')} ${month}`,
      time: `${hour}${separator}${part('minute')}`,
    },
    minuteOfDay: Number(hour) * 60 + Number(part('minute')),
  };
}

/** Days within which a weekday and a day name a date without its month. */
const nearDays = 20;

const day = 24 * 3_600_000;

/** Minutes of the day between which people take parcels. A time outside of them is shown as a day. */
const [morning, night] = [6 * 60, 22 * 60];

/** From late in the evening to the next morning. */
const overnight = 8 * 3_600_000;

/** "Wed 25 – Thu 26", "Tomorrow, Tue 24", "Today, 14:00–16:00". In a receipt "Wed 25 – Thu 26 Nov": it is read on other days, too. */
function spanText(
  span: ArrivalSpan,
  format: Intl.DateTimeFormat,
  { words, now = Date.now(), kept }: Omit<Calendar, 'readyAt'>,
): string {
  const timed = [pieces(span.from, format), pieces(span.to, format)] as const;
  const isAwake = ({ minuteOfDay }: (typeof timed)[0]) => minuteOfDay >= morning && minuteOfDay <= night;
  const inHours = span.precision === 'hours' && timed[0].date === timed[1].date && timed.every(isAwake);
  // A parcel that would come at 23:00 comes the next day.
  const dayOf = (moment: Date, { minuteOfDay }: (typeof timed)[0]) =>
    span.precision === 'hours' && minuteOfDay > night
      ? pieces(new Date(moment.getTime() + overnight), format)
      : pieces(moment, format);
  const [first, last] = [dayOf(span.from, timed[0]), dayOf(span.to, timed[1])];
  const isNear = !kept && span.to.getTime() - now < nearDays * day;
  const nameOf = ({ day, date }: typeof first) => (isNear ? day : date);
  const today = pieces(new Date(now), format);
  // Noon to noon, because 24 hours later may be the day after tomorrow where clocks change.
  const tomorrow = pieces(new Date(now + (12 * 60 - today.minuteOfDay) * 60_000 + day), format);
  // In a row there is no room for weekdays, too.
  const monthly = ({ date, dateOnly }: typeof first) => (kept ? date : dateOnly);
  const relative = ({ date }: typeof first): string | undefined => {
    if (kept) return undefined;
    return date === today.date ? words.today : date === tomorrow.date ? words.tomorrow : undefined;
  };
  if (first.date !== last.date)
    return first.month === last.month ? `${first.day} – ${nameOf(last)}` : `${monthly(first)} – ${monthly(last)}`;
  if (!inHours) return [relative(first), nameOf(first)].filter(Boolean).join(', ');
  const [from, to] = timed;
  return `${relative(first) ?? nameOf(first)}, ${from.time === to.time ? '' : `${from.time}–`}${to.time}`;
}

/** The dates of an arrival. Undefined once they are over. */
export function arrivalDates(when: Arrival, readyAt: Date, calendar: Omit<Calendar, 'readyAt'>): string | undefined {
  const { language, zone, now = Date.now() } = calendar;
  const format = formatter(language, zone);
  const span = arrivalSpan(when, readyAt, pieces(readyAt, format).minuteOfDay);
  return isOver(span, now) ? undefined : spanText(span, format, calendar);
}

/** The arrival of a rate: dates if the page says when the parcel is handed over, else days. Empty if the service says nothing. */
export function arrivalText(rate: Rate, calendar: Calendar): string {
  const { words, readyAt } = calendar;
  const when = arrival(rate);
  if (!when) return '';
  return (readyAt && arrivalDates(when, readyAt, calendar)) || words.arrival(when);
}

/** "Wed 25 Nov, 06:48", and "Wed 25 Nov" alone. Lines break after the comma only. */
export function momentText(moment: Date, language: string, zone: string): { date: string; time: string } {
  const { date: spaced, time } = pieces(moment, formatter(language, zone));
  const date = spaced.replaceAll(' ', '\u00a0');
  return { date, time: `${date}, ${time}` };
}
