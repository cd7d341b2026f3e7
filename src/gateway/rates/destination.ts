import { calledVehicles } from '../../contract/index.ts';
import type { Destination } from '../../tokens/index.ts';

/** These also take a postal code, and use coordinates if there are any (contract/README.md §3.6). */
const byEither = ['paxel'];

/** Returns the postal code that sets the price. The area id counts first. Undefined if there is no postal code. */
export function postalCodeOf({
  destination_area_id: area,
  destination_postal_code: postal,
}: Destination): number | undefined {
  if (!area) return Number(postal) || undefined;
  const [, digits] = /Z(\d{5})$/.exec(area) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether coordinates set a courier's price. Rules by postal code or area do not apply then. */
export function goesByCoordinates(courier: string, { destination_latitude: latitude }: Destination): boolean {
  return calledVehicles.includes(courier) || (byEither.includes(courier) && typeof latitude === 'number');
}
