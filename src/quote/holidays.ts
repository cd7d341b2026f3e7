import type { Holidays } from './calendar.ts';
import table from './holidays.json' with { type: 'json' };

/** Indonesia's holidays. `src/package/holidays.ts` writes them. */
export const indonesianHolidays: Holidays & {
  /** The last day whose holidays are decreed. Later ones are computed, and may differ by a day. */
  readonly decreed_until: string;
} = table;
