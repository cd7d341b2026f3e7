import type { ShopRate } from '../src/gateway/index.ts';
import type { ShopCalendar } from '../src/quote/index.ts';

/** A number of an order that a shopper can read out: without letters that look like others. */
export const orderNumberOf = (length: number): string => {
  const letters = crypto.getRandomValues(new Uint8Array(length));
  return `RT-${Array.from(letters, (byte) => 'ACDEFHJKMNPRTVWXY34679'[byte % 22]).join('')}`;
};

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

/** Who sends the basket of two places: each has one product of the catalogue. */
export const vendors = [
  { name: 'Rumah Teduh', city: 'Jakarta Selatan', sku: 'RT-SCARF', origin: { origin_postal_code: 12440 }, sender },
  {
    name: 'Kopi Senja',
    city: 'Bandung',
    sku: 'RT-GAYO',
    origin: { origin_postal_code: 40132 },
    sender: {
      origin_contact_name: 'Kopi Senja',
      origin_contact_phone: '0222501234',
      origin_address: 'Jl. Ir. H. Juanda 21, Coblong, Bandung',
    },
  },
];

/** When the shop hands parcels over. An order before that time leaves on that day. */
export const calendar: ShopCalendar = {
  zone: 'WIB',
  days: { mon: '15:00', tue: '15:00', wed: '15:00', thu: '15:00', fri: '15:00', sat: '12:00' },
};

/** The shop's own rates: Pos is free from half a million on, and not for a camera. */
export const freeDelivery: ShopRate[] = [
  { type: 'free', courier: 'pos', service: 'reguler', subtotalFrom: 500_000, subtotalTo: 2_000_000 },
];
