import type { Holidays } from './calendar.ts';
import table from './holidays.json' with { type: 'json' };

/** Indonesia's holidays. `src/package/holidays.ts` writes them. */
export const indonesianHolidays: Holidays & {
  /** The last day whose holidays are decreed. Later ones are computed, and may differ by a day. */
  readonly decreed_until: string;
} = table;

const warnedBefore = 60 * 86_400_000;

/** A sentence from 60 days before the last day whose holidays are decreed. */
export function holidaysProblem(now: number, { decreed_until: end } = indonesianHolidays): string | undefined {
  return now > Date.parse(end) - warnedBefore
    ? `calendar: holidays after ${end} are not decreed in this version, and may be a day off: update the package, or add them to closed.`
    : undefined;
}
