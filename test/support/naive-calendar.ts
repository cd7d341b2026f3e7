/** The promise of a shop's calendar, found without the code under test: by walking through days and minutes one by one. */
import type { PromisedArrival, Rate } from '../../src/contract/index.ts';
import type { Holidays, ShopCalendar } from '../../src/quote/index.ts';

const names = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const everyYear = ['01-01', '05-01', '06-01', '08-17', '12-25'];
const minutesIn = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

interface Day {
  date: string;
  name: (typeof names)[number];
  isUnknown: boolean;
  isNational: boolean;
  isLeave: boolean;
  isOpen: boolean;
  opens: number;
  cutOff: number;
}

/** What each day is. Days are counted from 1970. */
function tableOfDays(calendar: ShopCalendar, country: Holidays): (day: number) => Day {
  const { closed = [], open = [], days, holidayTable: own } = calendar;
  const ownYears = (own?.national ?? []).map((date) => date.slice(0, 4));
  const list = (name: keyof Holidays) =>
    country[name].filter((date) => !ownYears.includes(date.slice(0, 4))).concat(own?.[name] ?? []);
  const [national, leave] = [list('national'), list('leave')];
  const lastYear = [...national].sort().at(-1)?.slice(0, 4) ?? '';
  const byCutOff = Object.values(days)
    .flatMap((text) => text ?? [])
    .sort((a, b) => minutesIn(a.slice(-5)) - minutesIn(b.slice(-5)));
  const known = new Map<number, Day>();
  const describe = (number: number): Day => {
    const at = new Date(number * 86_400_000);
    const date = at.toISOString().slice(0, 10);
    const name = names[at.getUTCDay()] ?? 'sun';
    const isUnknown = date.slice(0, 4) > lastYear;
    const isNational = national.includes(date) || (isUnknown && everyYear.includes(date.slice(5)));
    const isLeave = leave.includes(date);
    const isClosed = closed.some((text) => text.slice(0, 10) <= date && date <= text.slice(-10));
    const isExtra = open.includes(date);
    const isOff = calendar.holidays !== false && (isNational || isLeave);
    const hours = (isExtra ? undefined : days[name]) ?? byCutOff[0] ?? '00:00';
    const cutOff = minutesIn(hours.slice(-5));
    return {
      ...{ date, name, isUnknown, isNational, isLeave, cutOff },
      isOpen: !isClosed && (isExtra || (typeof days[name] === 'string' && !isOff)),
      opens: hours.includes('-') ? minutesIn(hours) : Math.min(cutOff, 9 * 60),
    };
  };
  return (number) => {
    const day = known.get(number) ?? describe(number);
    known.set(number, day);
    return day;
  };
}

/**
 * @param rate whose duration is a number or two, in `days`, `hours` or `minutes`
 * @returns undefined if there is no duration, or if the shop does not open for a year
 */
export function naivePromise(
  moment: Date,
  calendar: ShopCalendar,
  rate: Partial<Rate>,
  country: Holidays,
): PromisedArrival | undefined {
  const range = rate.shipment_duration_range ?? '';
  if (!range) return undefined;
  const table = tableOfDays(calendar, country);
  const offset = { WIB: 7, WITA: 8, WIT: 9 }[calendar.zone];
  /** Minutes since 1970 on the wall clock of the shop. */
  const now = Math.floor(moment.getTime() / 60_000) + offset * 60;
  const dayAt = (minute: number) => Math.floor(minute / 1440);
  const text = (minute: number) => `${new Date(minute * 60_000).toISOString().slice(0, 16)}+0${offset}:00`;

  let [least = 0, most = least] = range.split(' - ').map(Number);
  let unit = rate.shipment_duration_unit;
  if (unit === 'minutes') [least, most, unit] = [Math.ceil(least / 60), Math.ceil(most / 60), 'hours'];
  if (unit === 'hours' && most > 12) [least, most, unit] = [Math.floor(least / 24), Math.ceil(most / 24), 'days'];

  // The first cut-off that is still ahead.
  let day = dayAt(now);
  while (!(table(day).isOpen && now < day * 1440 + table(day).cutOff)) if (++day > dayAt(now) + 366) return undefined;
  const cutOff = day * 1440 + table(day).cutOff;
  const start = unit === 'hours' ? Math.max(now - (now % 15) + 15, day * 1440 + table(day).opens) : cutOff;
  // Minutes of open days pass. The last minute of a day is the last at which it is handed over on it.
  let ready = Math.min(start, day * 1440 + 1439);
  if (calendar.prepareHours) {
    ready = start;
    let closedFor = 0;
    for (let left = calendar.prepareHours * 60; left > 0 || !table(dayAt(ready)).isOpen; ) {
      if (table(dayAt(ready)).isOpen) {
        closedFor = 0;
        left--;
        ready++;
      } else if (++closedFor > 366) return undefined;
      else ready = (dayAt(ready) + 1) * 1440;
    }
  }
  const feasts = (calendar.holidayTable?.idulFitri ?? []).concat(
    country.idulFitri.filter(
      (date) => !calendar.holidayTable?.national.some((own) => own.slice(0, 4) === date.slice(0, 4)),
    ),
  );
  const answer = (first: number, last: number): PromisedArrival => ({
    ...{ first: table(first).date, last: table(last).date, hand_over: text(ready), cut_off: text(cutOff) },
    until: text(Math.min(start, cutOff)),
    later:
      table(last).isUnknown ||
      feasts.some((feast) => {
        const number = Date.parse(feast) / 86_400_000;
        return first - number <= 14 && number - last <= 14;
      }),
  });

  if (unit === 'hours') {
    const isTime = (minute: number) => minute % 1440 >= 8 * 60 && minute % 1440 <= 21 * 60;
    const after = (hours: number) => {
      let minute = ready;
      let left = hours * 60;
      while (left > 0 || !isTime(minute) || table(dayAt(minute)).isNational) {
        const counts = minute % 1440 >= 8 * 60 && minute % 1440 < 21 * 60 && !table(dayAt(minute)).isNational;
        minute++;
        if (counts) left--;
      }
      return minute;
    };
    const [from, to] = [after(least), after(most)];
    let last = dayAt(to);
    if (table(last).isUnknown)
      do last++;
      while (table(last).isNational);
    const promise = answer(dayAt(from), last);
    return dayAt(from) === last
      ? { ...promise, first: text(from - (from % 15)), last: text(Math.ceil(to / 15) * 15) }
      : promise;
  }

  const isSixDays = rate.courier_code === 'ninja' || rate.courier_code === 'sap';
  const surelyRests = ({ name, isNational }: Day) => isNational || (isSixDays && name === 'sun');
  const mayRest = (one: Day) =>
    surelyRests(one) || (rate.courier_code !== 'jnt' && (one.name === 'sun' || one.isLeave));
  let first = dayAt(ready) + least;
  while (surelyRests(table(first))) first++;
  // The days on which every courier works, from the hand-over on.
  const working: number[] = [];
  for (let one = dayAt(ready); working.length <= most; one++) if (!mayRest(table(one))) working.push(one);
  let last = Math.max(first, working[most] ?? first);
  if (table(last).isUnknown)
    do last++;
    while (mayRest(table(last)));
  return answer(first, last);
}
