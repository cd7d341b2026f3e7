import type { Rate } from '../contract/index.ts';
import { latestHours } from './arrival.ts';

/** How fast a service is, fastest first, freight last; `overnight` arrives the next day, `standard` within three. */
export const speeds = ['instant', 'same_day', 'overnight', 'standard', 'economy', 'cargo'] as const;
export type Speed = (typeof speeds)[number];

/** The service's words for how fast it is; it may add others (contract/README.md §2.1). */
const kinds: readonly unknown[] = ['instant', 'same_day', 'overnight', 'standard'];

/** Hours within which what is `instant` arrives, as the service publishes them (contract/README.md §2.1). */
const instantHours = 4;

/** Hours within which a regular parcel arrives: what takes longer is the economy of it. */
export const regularHours = 72;

/**
 * How fast a service is. Its arrival says it where it is known: among those that are listed as `same_day` are vehicles that
 * come within the hour, and freight that is three days on the road (contract/README.md §2.1). Freight is `cargo`, however fast.
 * A word of the service's that is none of ours stands as it is; undefined where nothing is said.
 */
export function speedOf(rate: Rate): Speed | (string & {}) | undefined {
  const said = rate.service_type || undefined;
  if (rate.shipping_type === 'freight') return 'cargo';
  const hours = latestHours(rate);
  if (!Number.isFinite(hours) || (said && !kinds.includes(said))) return said;
  if (hours > regularHours) return 'economy';
  if (hours > 24) return 'standard';
  // One day may be the one on which it is picked up.
  if (hours === 24) return said === 'same_day' ? said : 'overnight';
  // 0 days are today, which is not at once.
  return hours && hours <= instantHours ? 'instant' : 'same_day';
}
