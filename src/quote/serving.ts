import { calledVehicles, coordinateOf, type Locators, type Rate, sides } from '../contract/index.ts';

/** Why a courier that was asked has no rate: it is told by the map where to go, or it does not go there. */
export type Absence = 'map-pin' | 'not-here';

/**
 * Why a courier serves no lane; undefined where it does, or was not asked.
 * @param asked the codes that were asked
 * @param rates what was answered
 */
export function absenceOf(
  courier: string,
  { asked, rates, shipment }: { asked: readonly string[]; rates: readonly Rate[]; shipment: Partial<Locators> },
): Absence | undefined {
  if (!asked.includes(courier) || rates.some(({ courier_code }) => courier_code === courier)) return undefined;
  const pinned = sides.every((side) => coordinateOf(shipment, side));
  return !pinned && calledVehicles.includes(courier) ? 'map-pin' : 'not-here';
}
