import { shopCalendar } from '../../src/index.ts';

/** On weekdays, an order before 15:00 is handed over on the same day. */
export const calendar = shopCalendar({
  zone: 'WIB',
  days: { mon: '15:00', tue: '15:00', wed: '15:00', thu: '15:00', fri: '15:00', sat: '12:00' },
});

/** Who sends, and who receives: your page fills them in from its own form. */
export const contacts = {
  shipper_contact_name: 'Rumah Teduh',
  shipper_contact_phone: '02175901234',
  origin_contact_name: 'Rumah Teduh',
  origin_contact_phone: '02175901234',
  origin_address: 'Jl. RS Fatmawati Raya 29, Cilandak, Jakarta Selatan',
  destination_contact_name: 'Sari Wulandari',
  destination_contact_phone: '081234567890',
  destination_address: 'Jl. Braga 12, Bandung',
};
