import * as z from 'zod/mini';
import type { Named } from './fields.ts';

const promisedArrival = z.object({
  /** A date, `2026-11-26`. Both ends are moments if the parcel comes within the hours of one day. */
  first: z.string(),
  last: z.string(),
  /** When the shop hands the parcel over. 23:59 if the cut-off is the end of that day. */
  hand_over: z.string(),
  /** Until when an order is handed over then. The end of a day is 00:00 of the next one. */
  cut_off: z.string(),
  /** Until when the promise holds: the cut-off, or a quarter of an hour for services that count in hours. */
  until: z.string(),
  /** It may come later: it is sent in the weeks around Idul Fitri, or in a year whose holidays are not known yet. */
  later: z.boolean(),
});

/** When a parcel is promised, as plain JSON. `ours`. Moments are in the shop's zone: `2026-11-26T15:00+07:00`. */
export interface PromisedArrival extends z.output<typeof promisedArrival> {}
export const PromisedArrival: Named<typeof promisedArrival, PromisedArrival> = promisedArrival;
