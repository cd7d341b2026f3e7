import type { Item, OrderRequest, RatesRequest } from '../../src/contract/index.ts';

export const item: Item = {
  name: 'Rice cooker',
  description: '1.8 l',
  value: 350_000,
  quantity: 1,
  weight: 2_500,
  length: 30,
  width: 30,
  height: 28,
};

/** From South Jakarta to Bandung, by postal code. */
export const rates: RatesRequest = {
  origin_postal_code: 12440,
  destination_postal_code: 40111,
  couriers: 'jne,sicepat,jnt',
  items: [item],
};

export const order: OrderRequest = {
  shipper_contact_name: 'Toko Dapur',
  shipper_contact_phone: '081234500001',
  origin_contact_name: 'Toko Dapur',
  origin_contact_phone: '081234500001',
  origin_address: 'Jalan Fatmawati 10, Cilandak',
  origin_postal_code: 12440,
  destination_contact_name: 'Rina Kartika',
  destination_contact_phone: '+6281234500002',
  destination_address: 'Jalan Braga 21',
  destination_postal_code: 40111,
  courier_company: 'jne',
  courier_type: 'reg',
  delivery_type: 'now',
  items: [{ ...item, category: 'home_accessories' }],
};

/** A `reference_id` that is unused, on a live service too. */
export const freshReference = () => `conformance-${crypto.randomUUID()}`;
