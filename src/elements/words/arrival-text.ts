import type { Rate } from '../../contract/index.ts';
import { type ArrivalSpan, arrival, arrivalSpan, isOver } from '../../quote/index.ts';
import type { Words } from './words.ts';

/** How dates are written. */
export interface Calendar {
  words: Words;
  /** BCP 47. */
  language: string;
  /** When the shop hands the parcel over. */
  readyAt: Date | undefined;
  /** IANA. The browser's own zone by default. */
  zone?: string;
  /** Milliseconds. */
  now?: number;
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
    ...{ day, month, date: `${day} ${month}`, time: `${hour}${separator}${part('minute')}` },
    minuteOfDay: Number(hour) * 60 + Number(part('minute')),
  };
}

/** Days within which a weekday and a day name a date without its month. */
const nearDays = 20;

const day = 24 * 3_600_000;

/** "Wed 25 – Thu 26", "Tomorrow, Tue 24", "Today, 14:00–16:00". */
function spanText(
  { from, to, precision }: ArrivalSpan,
  format: Intl.DateTimeFormat,
  words: Words,
  now: number,
): string {
  const [first, last] = [pieces(from, format), pieces(to, format)];
  const isNear = to.getTime() - now < nearDays * day;
  const nameOf = ({ day, date }: typeof first) => (isNear ? day : date);
  const relative = ({ date }: typeof first): string | undefined => {
    if (date === pieces(new Date(now), format).date) return words.today;
    return date === pieces(new Date(now + day), format).date ? words.tomorrow : undefined;
  };
  const isOneDay = first.date === last.date;
  if (precision === 'days') {
    if (!isOneDay) return `${first.month === last.month ? first.day : nameOf(first)} – ${nameOf(last)}`;
    return [relative(first), nameOf(first)].filter(Boolean).join(', ');
  }
  const dayOf = (moment: typeof first) => relative(moment) ?? nameOf(moment);
  if (!isOneDay) return `${dayOf(first)}, ${first.time} – ${dayOf(last)}, ${last.time}`;
  return `${dayOf(first)}, ${first.time === last.time ? '' : `${first.time}–`}${last.time}`;
}

/** The arrival of a rate: dates if the page says when the parcel is handed over, else days. Empty if the service says nothing. */
export function arrivalText(rate: Rate, { words, language, readyAt, zone, now = Date.now() }: Calendar): string {
  const when = arrival(rate);
  if (!when) return '';
  if (!readyAt) return words.arrival(when);
  const format = formatter(language, zone);
  const span = arrivalSpan(when, readyAt, pieces(readyAt, format).minuteOfDay);
  return isOver(span, now) ? words.arrival(when) : spanText(span, format, words, now);
}
