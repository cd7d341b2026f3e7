import type { Rate } from '../contract/index.ts';

export interface Arrival {
  least: number;
  most: number;
  unit: 'hours' | 'days';
}

/**
 * When a parcel arrives, from range and unit; `duration` is free text whose spelling varies and only helps out where
 * they are missing (contract/README.md §2.2). Undefined where the service does not say.
 */
export function arrival(rate: Rate): Arrival | undefined {
  const range = rate.shipment_duration_range || rate.duration || '';
  const [least, most = least] = range.match(/\d+/g) ?? [];
  if (least === undefined) return undefined;
  const words = rate.shipment_duration_unit || rate.duration || '';
  return { least: Number(least), most: Number(most), unit: /hour|jam/i.test(words) ? 'hours' : 'days' };
}

/** The service's words for how fast it is; it may add others. */
const kinds: readonly unknown[] = ['instant', 'same_day', 'overnight', 'standard'];

/** Hours within which what is `instant` arrives, as the service publishes them (contract/README.md §2.1). */
const instantHours = 4;

/**
 * How fast a service is, in its own words for it. Its arrival says it where it is known: among those that are listed as
 * `same_day` are vehicles that come within the hour, and freight that is three days on the road (contract/README.md §2.1). A
 * word that is none of the four stands as it is; undefined where nothing is said.
 */
export function speedOf(rate: Rate): string | undefined {
  const said = rate.service_type || undefined;
  const hours = latestHours(rate);
  if (!Number.isFinite(hours) || (said && !kinds.includes(said))) return said;
  if (hours > 24) return 'standard';
  // One day may be the one on which it is picked up.
  if (hours === 24) return said === 'same_day' ? said : 'overnight';
  // 0 days are today, which is not at once.
  return hours && hours <= instantHours ? 'instant' : 'same_day';
}

/** The latest arrival in hours, for comparing; last of all where unknown. */
export function latestHours(rate: Rate): number {
  const when = arrival(rate);
  if (!when) return Number.POSITIVE_INFINITY;
  return when.unit === 'hours' ? when.most : when.most * 24;
}
