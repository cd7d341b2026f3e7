import type { Coordinate } from '../../contract/index.ts';

const earthRadius = 6_371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** As the crow flies, on a sphere (haversine). */
export function kilometresBetween(from: Coordinate, to: Coordinate): number {
  const rise = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const run = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const chord = rise + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * run;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
