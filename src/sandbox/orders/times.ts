import type { OrderDetails } from '../../contract/index.ts';
import type { Refuse } from '../refusal.ts';
import { bookingCodes as codes } from './codes.ts';

const sevenHours = 7 * 3_600_000;

/** `YYYY-MM-DDTHH:mm+07:00`, the format of orders. Drafts have ISO with Z (contract/README.md §1.5). */
export function jakartaTime(moment: Date, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const time = new Date(moment.getTime() + sevenHours).toISOString();
  return `${time.slice(0, precision === 'minutes' ? 16 : 19)}+07:00`;
}

/** When the courier comes: now, or at the requested day and time in Jakarta. */
export function deliveryMoment(request: OrderDetails, now: Date, refuse: Refuse): Date {
  const { delivery_type: type, delivery_date: date, delivery_time: time } = request;
  if (type === 'now') return now;
  const moment = new Date(`${date}T${time}:00+07:00`);
  if (moment < now)
    throw refuse({
      field: 'delivery_date',
      code: codes.timePassed,
      reason: `has passed with delivery_time: send a moment after ${jakartaTime(now)}`,
    });
  return moment;
}
