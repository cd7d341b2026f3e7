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

function spanText({ from, to, precision }: ArrivalSpan, format: Intl.DateTimeFormat, words: Words, now: number) {
  const [first, last] = [pieces(from, format), pieces(to, format)];
  const today = pieces(new Date(now), format).date;
  const tomorrow = pieces(new Date(now + 24 * 3_600_000), format).date;
  const oneDay = first.date === last.date;
  if (precision === 'days') {
    if (!oneDay) return `${first.month === last.month ? first.day : first.date} – ${last.date}`;
    if (first.date === today) return `${words.today}, ${first.date}`;
    return first.date === tomorrow ? `${words.tomorrow}, ${first.date}` : first.date;
  }
  const dayOf = ({ date }: { date: string }) => (date === today ? words.today : date);
  if (!oneDay) return `${dayOf(first)}, ${first.time} – ${dayOf(last)}, ${last.time}`;
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
