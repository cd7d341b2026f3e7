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

/** The latest arrival in hours, for comparing; last of all where unknown. */
export function latestHours(rate: Rate): number {
  const when = arrival(rate);
  if (!when) return Number.POSITIVE_INFINITY;
  return when.unit === 'hours' ? when.most : when.most * 24;
}
