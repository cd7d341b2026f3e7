/**
 * Reads rows as a shopper does, and judges their sentences by the other rows. It knows the words of both languages and a calendar on the
 * wall, and nothing of the code that has written them.
 */
import { textOf } from './inside.ts';

/** What one row says. */
export interface ReadRow {
  key: string;
  price: number;
  /** Its badge or the reason of its recommendation. Empty without one. */
  praise: string;
  /** It lacks what is switched on. */
  isLacking: boolean;
  /** What it says of the arrival, and that as a number: dates and durations are not compared with each other. */
  lead: string;
  arrival: { kind: 'date' | 'duration'; latest: number; later: boolean } | undefined;
}

const day = 86_400_000;
const hour = 3_600_000;

const months = [
  ...['jan', 'feb|peb', 'mar', 'apr', 'may|mei', 'jun', 'jul', 'aug|agu', 'sep', 'oct|okt', 'nov|nop', 'dec|des'],
].map((names) => new RegExp(`^(${names})`, 'i'));

/** The date that a text names last, in milliseconds of its midnight on the wall. Texts are near: the next such date is meant. */
function lastDate(text: string, today: number): number | undefined {
  const names = /(\d{1,2})(?: ([A-Z][a-z]+))?(?: (\d{4}))?$/.exec(text);
  if (!names) return undefined;
  const [, number = '', month, year] = names;
  for (let ahead = -1; ahead < 400; ahead += 1) {
    const date = new Date(today + ahead * day);
    const isMonth = !month || months[date.getUTCMonth()]?.test(month);
    if (date.getUTCDate() === Number(number) && isMonth && (!year || Number(year) === date.getUTCFullYear()))
      return date.getTime();
  }
  return undefined;
}

/** "today, 14:00–16:00 WIB", "Wed 25 – Thu 26, or later", "2–3 hari", as its latest moment. */
export function readArrival(lead: string, wall: number): ReadRow['arrival'] {
  const text = lead.replaceAll('\u00a0', ' ').replace(/, (or later|atau lebih lambat)$/, '');
  const later = text !== lead.replaceAll('\u00a0', ' ');
  const [, most, unit] = /^(?:\d+–)?(\d+) (hours?|jam|days?|hari)$/.exec(text) ?? [];
  if (most) return { kind: 'duration', latest: Number(most) * (/^(hour|jam)/.test(unit ?? '') ? hour : day), later };
  if (/^(today|hari ini)$/i.test(text)) return { kind: 'duration', latest: 0, later };
  const today = Math.floor(wall / day) * day;
  const [, dates = '', hours, minutes] =
    /^(.*?)(?:, (?:\d\d[:.]\d\d–)?(\d\d)[:.](\d\d) WI(?:B|TA|T))?$/.exec(text) ?? [];
  const isToday = /^(today|hari ini)\b/i.test(dates);
  const isTomorrow = /^(tomorrow|besok)\b/i.test(dates);
  const named = lastDate(dates, today);
  const date = isToday ? today : isTomorrow ? today + day : named;
  if (date === undefined) return undefined;
  // The word and the number mean one day.
  if (named !== undefined && named !== date) throw new Error(`“${lead}” on ${new Date(wall).toISOString()}`);
  return { kind: 'date', latest: date + (hours ? Number(hours) * hour + Number(minutes) * 60_000 : day), later };
}

/** The rows of a comparison, in their order. @param wall the time on the wall, in milliseconds */
export function readRows(root: ParentNode, wall: number): ReadRow[] {
  return [...root.querySelectorAll<HTMLElement>('[part=row]')].flatMap((element) => {
    const input = element.querySelector<HTMLInputElement>('input');
    if (!input) return [];
    const text = (selector: string) =>
      textOf(element.querySelector<HTMLElement>(selector) ?? document.createElement('i'));
    const lead = text('.lead');
    return {
      ...{ key: input.value, lead, isLacking: element.matches('.lacking') },
      price: Number(text('[part=price]').replace(/\D/g, '')),
      praise: text('[part=badge]'),
      arrival: readArrival(lead, wall),
    };
  });
}

/** What is not true of the rows that can be chosen, in sentences. @param insurable the services that can be insured */
export function untruths(
  rows: readonly ReadRow[],
  all: readonly ReadRow[],
  wall: number,
  insurable: ReadonlySet<string>,
) {
  const today = Math.floor(wall / day) * day;
  const selectable = all.filter(({ isLacking }) => !isLacking);
  const timed = selectable.filter(({ arrival }) => arrival);
  const isComparable = new Set(timed.map(({ arrival }) => arrival?.kind)).size < 2;
  /** Whether it arrives by the end of a day. */
  const by = (end: number) => (row: ReadRow) => row.arrival !== undefined && row.arrival.latest <= end;
  const isTrue = (row: ReadRow): boolean => {
    const { praise, price, arrival } = row;
    const cheaper = selectable.filter((other) => other.price < price);
    const [, reason] = /^(?:Recommended|Rekomendasi): (.*)$/.exec(praise) ?? [];
    const claim = (reason ?? praise).toLowerCase();
    if (/^(cheapest|termurah)$/.test(claim)) return !cheaper.length;
    if (/(insurable|diasuransikan)$/.test(claim) && /^(cheapest|termurah)/.test(claim))
      return insurable.has(row.key) && !cheaper.some(({ key }) => insurable.has(key));
    if (/3 (days|hari)$/.test(claim)) {
      const end = arrival?.kind === 'date' ? today + 4 * day : 3 * day;
      return isComparable && by(end)(row) && !arrival?.later && !cheaper.some(by(end));
    }
    const [, insured, date] =
      /^(?:cheapest|termurah yang) (insurable |bisa diasuransikan, )?(?:by|tiba s\.d\.) (.*)$/.exec(claim) ?? [];
    const isRival = ({ key }: ReadRow) => !insured || insurable.has(key);
    if (date) {
      const last = lastDate((reason ?? '').replace(/^.*?(by|s\.d\.) /, ''), today) ?? Number.NaN;
      return (
        isComparable &&
        by(last + day)(row) &&
        !arrival?.later &&
        isRival(row) &&
        !cheaper.filter(isRival).some(by(last + day))
      );
    }
    if (/^(fastest|tercepat)$/.test(claim))
      return (
        isComparable &&
        timed.every((other) => (arrival?.latest ?? Number.POSITIVE_INFINITY) <= (other.arrival?.latest ?? 0))
      );
    // "Recommended" alone, and what the row itself can do.
    return true;
  };
  const said = ({ key, price, lead, praise }: ReadRow) => `${key} ${price} “${lead}” ${praise}`;
  return rows.filter((row) => !isTrue(row) || (row.isLacking && row.praise)).map(said);
}
