/** Indonesia's time zones, in hours ahead of UTC. None has daylight saving time. */
export const zones = { WIB: 7, WITA: 8, WIT: 9 } as const;
export type Zone = keyof typeof zones;

const hour = 3_600_000;

/** Milliseconds of a day. Every day has as many, because no zone here changes its clocks. */
export const dayLength = 24 * hour;

/** The zone of a promised moment, by its offset: WITA for `2026-11-26T15:00+08:00`. */
export const zoneOf = (moment: string): Zone =>
  (Object.keys(zones) as Zone[]).find((zone) => moment.endsWith(`+0${zones[zone]}:00`)) ?? 'WIB';

/** Milliseconds since 1970 on a clock on the wall. */
export const wallTime = (moment: number, zone: Zone): number => moment + zones[zone] * hour;

/** Days since 1970 on a calendar on the wall. */
export const wallDay = (moment: number, zone: Zone): number => Math.floor(wallTime(moment, zone) / dayLength);

const places: Readonly<Record<string, Zone>> = {
  'Asia/Jakarta': 'WIB',
  'Asia/Pontianak': 'WIB',
  'Asia/Makassar': 'WITA',
  'Asia/Ujung_Pandang': 'WITA',
  'Asia/Jayapura': 'WIT',
};

let known: Zone | undefined;

/** The reader's own zone if it is in Indonesia, else WIB: couriers say times of places in Indonesia. Looked up once, because each row asks. */
export function readersZone(): Zone {
  if (known) return known;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  known = Object.hasOwn(places, timeZone) ? (places[timeZone] as Zone) : 'WIB';
  return known;
}
