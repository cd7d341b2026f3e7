import type { ShopRate } from '../src/gateway/index.ts';

/** The shop's own address. */
export const warehouse = { origin_postal_code: 12440, origin_latitude: -6.3031, origin_longitude: 106.7795 };

/** The sender. */
export const sender = {
  shipper_contact_name: 'Rumah Teduh',
  shipper_contact_phone: '02175901234',
  origin_contact_name: 'Rumah Teduh',
  origin_contact_phone: '02175901234',
  origin_address: 'Jl. RS Fatmawati Raya 29, Cilandak, Jakarta Selatan',
};

/** The shop's own rates: Pos is free from half a million on, and not for a camera. */
export const freeDelivery: ShopRate[] = [
  { type: 'free', courier: 'pos', service: 'reguler', subtotalFrom: 500_000, subtotalTo: 2_000_000 },
];
