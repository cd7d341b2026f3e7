import type { PromisedArrival, Rate } from '../../contract/index.ts';
import { type ArrivalSpan, arrival, dayLength, wallDay, wallTime, type Zone, zoneOf } from '../../quote/index.ts';
import type { Words } from './words.ts';

/** How dates are written. */
export interface DateStyle {
  words: Pick<Words, 'today' | 'tomorrow' | 'orLater'>;
  /** BCP 47. */
  language: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** In a receipt: days have their month, and none is called tomorrow. */
  kept?: boolean;
  /** Days have their month, because a list crosses its end. By default those of another month, and with `false` no near one. */
  monthly?: boolean;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** One formatter a language. It is made when the first date is shown, after the rates were asked for. */
function formatter(language: string): Intl.DateTimeFormat {
  const known = formatters.get(language);
  if (known) return known;
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    // Other languages have digits or a calendar of their own. Amounts have none.
    numberingSystem: 'latn',
    calendar: 'gregory',
    // What is formatted is the time on the wall, so no zone moves it.
    timeZone: 'UTC',
  };
  const made = new Intl.DateTimeFormat(language, options);
  formatters.set(language, made);
  return made;
}

/** From then on, a date has its year. */
const halfYear = 183;

/** A time on the wall in pieces. Engines differ in what they write between two dates, so the pieces are joined here. */
function pieces(wall: number, { language, now }: Pick<DateStyle, 'language' | 'now'>) {
  const parts = formatter(language).formatToParts(wall);
  const part = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const isFar = Math.abs(wall - now) > halfYear * dayLength;
  // Some languages count months, and have a word behind the number: 12月.
  const behindMonth = parts[parts.findIndex(({ type }) => type === 'month') + 1]?.value ?? '';
  const named = /^\d+$/.test(part('month')) ? part('month') + (/^\p{L}+/u.exec(behindMonth)?.[0] ?? '') : part('month');
  const month = isFar ? `${named} ${part('year')}` : named;
  const separator = parts[parts.findIndex(({ type }) => type === 'hour') + 1]?.value ?? ':';
  const day = `${part('weekday')} ${part('day')}`;
  return {
    day,
    month,
    date: `${day} ${month}`,
    dateOnly: `${part('day')} ${month}`,
    time: `${part('hour')}${separator}${part('minute')}`,
    midnight: `24${separator}00`,
  };
}

/** Each time of day names its zone. */
const inZone = (time: string, zone: Zone) => `${time}\u00a0${zone}`;

/** Days within which a weekday and a day name a date without its month. */
const nearDays = 20;

/** "Thu 26", or with its month if that is far ahead, kept, or not that of today or of the whole list. */
function dayText(day: number, today: number, style: DateStyle): string {
  const { day: near, date } = pieces(day * dayLength, style);
  const isNear = day - today < nearDays && (style.monthly === false || monthOf(day) === monthOf(today));
  return isNear && !style.kept && !style.monthly ? near : date;
}

/** "Wed 25 – Thu 26", "Tomorrow, Tue 24", "Today, 14:00–16:00 WIB". In a receipt "Wed 25 – Thu 26 Nov": it is read on other days, too. */
export function datesText({ first, last, hours, zone, later }: ArrivalSpan, style: DateStyle): string {
  const { words, now, kept } = style;
  const today = wallDay(now, zone);
  const name = kept ? undefined : { [today]: words.today, [today + 1]: words.tomorrow }[last];
  const lastName = dayText(last, today, style);
  const end = (text: string) => (later ? words.orLater(text) : text);
  if (first !== last) {
    const [from, to] = [first, last].map((day) => pieces(day * dayLength, style)) as [Pieces, Pieces];
    // In a row there is no room for weekdays, too.
    const monthly = ({ date, dateOnly }: Pieces) => (kept ? date : dateOnly);
    return end(from.month === to.month ? `${from.day} – ${lastName}` : `${monthly(from)} – ${monthly(to)}`);
  }
  // No line breaks after this dash: "Tomorrow, 15:00–" says something else.
  const span = (moments: readonly number[]) =>
    inZone([...new Set(moments.map((moment) => pieces(wallTime(moment, zone), style).time))].join('–\u2060'), zone);
  return end([name, name && hours ? '' : lastName, hours && span(hours)].filter(Boolean).join(', '));
}

type Pieces = ReturnType<typeof pieces>;

/** Whether a span ends in another month than today's. */
export const isOfAnotherMonth = ({ last, zone }: ArrivalSpan, now: number): boolean =>
  monthOf(last) !== monthOf(wallDay(now, zone));

const monthOf = (day: number): number => new Date(day * dayLength).getUTCMonth();

/** The last date of a span, as its text names it: "Thu 26". No line breaks within it. */
export const lastDayText = ({ last, zone }: ArrivalSpan, style: DateStyle): string =>
  dayText(last, wallDay(style.now, zone), style).replaceAll(' ', '\u00a0');

/**
 * The arrival of a rate: its dates, or else its duration. Empty if the service says nothing, and if the shop's promises are over: its
 * calendar knows better than the service's hours.
 */
export function arrivalText(
  rate: Rate,
  span: ArrivalSpan | undefined,
  style: DateStyle & { words: Pick<Words, 'arrival'> },
): string {
  if (span) return datesText(span, style);
  const when = rate.arrivals?.length ? undefined : arrival(rate);
  return when ? style.words.arrival(when) : '';
}

/**
 * Until when an order counts: "15:00 WIB" of today, or "Sat 28 Nov, 15:00 WIB". The end of a day is its 24:00.
 * @returns also whether it is today
 */
export function cutOffTime(
  { cut_off }: PromisedArrival,
  style: Pick<DateStyle, 'language' | 'now'>,
): { isToday: boolean; text: string } {
  const [zone, moment] = [zoneOf(cut_off), Date.parse(cut_off)];
  const wall = wallTime(moment, zone);
  const isMidnight = wall % dayLength === 0;
  const day = Math.floor(wall / dayLength) - (isMidnight ? 1 : 0);
  const { time, midnight } = pieces(wall, style);
  const text = inZone(isMidnight ? midnight : time, zone);
  const isToday = day === wallDay(style.now, zone);
  return { isToday, text: isToday ? text : `${pieces(day * dayLength, style).date}, ${text}` };
}

/** "Order before 15:00 WIB (2 hours left)". A cut-off of another day has its date instead of the hours. */
export function cutOffText(
  promise: PromisedArrival,
  style: Pick<DateStyle, 'language' | 'now'> & { words: Pick<Words, 'orderBefore'> },
): string {
  const { words, language, now } = style;
  const { isToday, text } = cutOffTime(promise, style);
  if (!isToday) return words.orderBefore(text, '');
  const minutes = Math.max(1, Math.floor((Date.parse(promise.cut_off) - now) / 60_000));
  const hours = Math.floor(minutes / 60);
  const unit = {
    style: 'unit',
    unit: hours ? 'hour' : 'minute',
    unitDisplay: 'long',
    numberingSystem: 'latn',
  } as const;
  const left = new Intl.NumberFormat(language, unit).format(hours || minutes);
  return words.orderBefore(text, left);
}

/** "Wed 25 Nov, 06:48 WIB", "Wed 25 Nov, 06:48" where the zone is said above, and "Wed 25 Nov" alone. Lines break after the comma only. */
export function momentText(
  moment: Date,
  zone: Zone,
  style: Pick<DateStyle, 'language' | 'now'>,
): { date: string; time: string; inZone: string } {
  const { date: spaced, time: timeOfDay } = pieces(wallTime(moment.getTime(), zone), style);
  const date = spaced.replaceAll(' ', '\u00a0');
  const time = `${date}, ${timeOfDay}`;
  return { date, time, inZone: inZone(time, zone) };
}
