import type { Shipment } from '../../src/index.ts';

/** A scarf from Jakarta to Bandung: 22 couriers serve the lane, some collect cash, some cannot insure. */
export const shipment: Shipment = {
  origin_postal_code: 12440,
  destination_postal_code: 40111,
  items: [{ name: 'Batik scarf', category: 'fashion', value: 185_000, quantity: 1, weight: 250 }],
};

const { destination_postal_code: _unknown, ...unfinished } = shipment;

/** The same while the shopper has not typed a postal code. */
export const unfinishedShipment: Partial<Shipment> = unfinished;

/** Above what couriers collect in cash. */
export const preciousShipment: Shipment = {
  ...shipment,
  items: [{ name: 'Cinema camera', category: 'electronic', value: 18_500_000, quantity: 1, weight: 2_400 }],
};

/** Across Jakarta, from a point on the map that couriers on motorcycles would go from, to none that they could go to. */
export const unpinnedShipment: Shipment = {
  ...shipment,
  destination_postal_code: 12190,
  origin_latitude: -6.2925,
  origin_longitude: 106.7946,
};

export const pinnedShipment: Shipment = {
  ...unpinnedShipment,
  destination_latitude: -6.2264,
  destination_longitude: 106.8085,
};

/** No value for couriers to insure. */
export const undeclaredShipment: Shipment = {
  ...shipment,
  items: shipment.items.map((item) => ({ ...item, value: 0 })),
};

/** Tomorrow at nine. In the small hours of the night, no hour of an arrival is shown. */
export function handover(): Date {
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(9, 0, 0, 0);
  return tomorrow;
}
