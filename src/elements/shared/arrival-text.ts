import type { Rate } from '../../contract/index.ts';
import { type ArrivalSpan, arrival, arrivalSpan, isOver } from '../../quote/index.ts';
import type { Words } from './words.ts';

/** In whose words, when and where dates are said. */
export interface Calendar {
  words: Words;
  /** BCP 47. */
  language: string;
  /** When the shop hands the parcel over. */
  readyAt: Date | undefined;
  /** IANA; the browser's own where not given. */
  zone?: string;
  /** Milliseconds. */
  now?: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One formatter a language and zone, made when the first date is shown: by then the rates have been asked for. */
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

/** A moment in the pieces that are put together here: engines differ in what they put between two dates. */
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

function spanText({ from, to, precision }: ArrivalSpan, format: Intl.DateTimeFormat, today: string, now: number) {
  const [first, last] = [pieces(from, format), pieces(to, format)];
  const oneDay = first.date === last.date;
  if (precision === 'days') {
    if (oneDay) return first.date;
    return `${first.month === last.month ? first.day : first.date} – ${last.date}`;
  }
  const current = pieces(new Date(now), format);
  const dayOf = ({ date }: typeof current) => (date === current.date ? today : date);
  if (!oneDay) return `${dayOf(first)}, ${first.time} – ${dayOf(last)}, ${last.time}`;
  return `${dayOf(first)}, ${first.time === last.time ? '' : `${first.time}–`}${last.time}`;
}

/** The dates of an arrival; undefined where they are not known, or are over. */
function datesOf(rate: Rate, { words, language, readyAt, zone, now = Date.now() }: Calendar): string | undefined {
  const when = readyAt && arrival(rate);
  if (!when) return undefined;
  const format = formatter(language, zone);
  const span = arrivalSpan(when, readyAt, pieces(readyAt, format).minuteOfDay);
  return isOver(span, now) ? undefined : spanText(span, format, words.today, now);
}

/** How long it takes, where that is all that is known. */
function durationOf(rate: Rate, { words }: Calendar): string {
  const when = arrival(rate);
  return when ? words.arrival(when) : '';
}

/** When a rate arrives, as its row says it: "Arrives Tue 24 – Wed 25 Nov", or "2–3 days"; empty where nobody says. */
export function arrivalSentence(rate: Rate, calendar: Calendar): string {
  const dates = datesOf(rate, calendar);
  return dates ? calendar.words.arrives(dates) : durationOf(rate, calendar);
}

/** The same beside a label that says already that it is an arrival. */
export function arrivalText(rate: Rate, calendar: Calendar): string {
  return datesOf(rate, calendar) ?? durationOf(rate, calendar);
}
