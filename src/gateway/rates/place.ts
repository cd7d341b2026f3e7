import { calledVehicles } from '../../contract/index.ts';
import type { Destination } from '../../tokens/index.ts';

/** These take a postal code too, and go by the coordinates if there are any (contract/README.md §3.6). */
const byEither = ['paxel'];

/** The postal code that the price of a parcel goes by: that of the area id if there is one, else the postal code itself. */
export function postalCodeOf({
  destination_area_id: area,
  destination_postal_code: postal,
}: Destination): number | undefined {
  if (!area) return Number(postal) || undefined;
  const [, digits] = /Z(\d{5})$/.exec(area) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether a courier's price goes by the coordinates, which no rule by postal code or area can judge. */
export function goesByCoordinates(courier: string, { destination_latitude: latitude }: Destination): boolean {
  return calledVehicles.includes(courier) || (byEither.includes(courier) && typeof latitude === 'number');
}
