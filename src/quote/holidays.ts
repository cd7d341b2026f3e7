import type { Holidays } from './calendar.ts';
import table from './holidays.json' with { type: 'json' };

/** Indonesia's holidays. `src/package/holidays.ts` writes them. */
export const indonesianHolidays: Holidays & {
  /** The last day whose holidays are decreed. Later ones are computed, and may differ by a day. */
  readonly decreed_until: string;
} = table;

/**
 * A sentence from September of the last year whose holidays are decreed: by then, the next year is usually decreed.
 * @param own the shop's own table, if it has one
 */
export function holidaysProblem(
  now: number,
  { decreed_until: decreed } = indonesianHolidays,
  own?: Holidays,
): string | undefined {
  const years = [decreed, ...(own?.national ?? [])].map((date) => Number(date.slice(0, 4)));
  const last = Math.max(...years);
  return now >= Date.UTC(last, 8)
    ? `calendar: holidays after ${last}-12-31 are not decreed in this version, and may be a day off: update the package, or give them in calendar.holidayTable.`
    : undefined;
}
