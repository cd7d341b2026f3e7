import type { PromisedArrival, Rate } from '../contract/index.ts';
import { calendarFault, promiseAt, promisedArrival, type ShopCalendar } from './calendar.ts';
import { indonesianHolidays } from './holidays.ts';

/** What elements ask for dates. */
export interface ArrivalCalendar {
  /** A copy of what was given. Elements take two with equal ones as the same. */
  readonly calendar: ShopCalendar;
  /**
   * When a rate is promised to arrive. Undefined if its service says no duration, or if the shop does not open within a year.
   * @param now milliseconds since the epoch
   */
  promise(rate: Rate, now: number): PromisedArrival | undefined;
}

/**
 * The calendar of a shop without a gateway, for the property `calendar` of the checkout. It knows Indonesia's holidays.
 * @throws {TypeError} with a sentence that begins with the wrong field: `calendar.days.sun: "25:00" is no time`
 */
export function shopCalendar(given: ShopCalendar): ArrivalCalendar {
  const fault = calendarFault(given, indonesianHolidays);
  if (fault) throw new TypeError(fault);
  const calendar: ShopCalendar = JSON.parse(JSON.stringify(given));
  // A promise is the same object until it ends, so that its row is not rendered again.
  const known = new WeakMap<Rate, readonly [from: number, promises: PromisedArrival[]]>();
  return {
    calendar,
    promise(rate, now) {
      const [from = 0, promises] = known.get(rate) ?? [];
      const kept = now >= from && promiseAt(promises, now);
      if (kept) return kept;
      const promise = promisedArrival(new Date(now), calendar, rate, indonesianHolidays);
      known.set(rate, [now, promise ? [promise] : []]);
      return promise;
    },
  };
}
