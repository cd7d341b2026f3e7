import type { Item, OrderRequest, Rate, RatesRequest } from '../../src/contract/index.ts';
import type { OrderContacts, Shipment } from '../../src/quote/index.ts';

/** Two mugs: 150,000 rupiah and 800 grams altogether. */
export const item: Item = {
  name: 'Enamel mug',
  description: 'White, 350 ml',
  sku: 'MUG-WHITE',
  category: 'home_accessories',
  value: 75_000,
  quantity: 2,
  weight: 400,
  length: 12,
  width: 9,
  height: 8.5,
};

/** From South Jakarta to Bandung. */
export const shipment: Shipment = {
  origin_postal_code: 12440,
  destination_postal_code: 40111,
  items: [item],
};

export const ratesRequest: RatesRequest = { ...shipment, couriers: 'jne,sicepat' };

export const contacts: OrderContacts = {
  origin_contact_name: 'Toko Kopi Senja',
  origin_contact_phone: '+622155512345',
  origin_address: 'Jalan Fatmawati 10, Cilandak',
  destination_contact_name: 'Ratna Wulandari',
  destination_contact_phone: '081298765432',
  destination_contact_email: 'ratna@pembeli.test',
  destination_address: 'Jalan Braga 99, Sumur Bandung',
};

export const orderRequest: OrderRequest = {
  ...contacts,
  ...shipment,
  delivery_type: 'now',
  courier_company: 'jne',
  courier_type: 'reg',
};

/** A row of a quote: `jne/reg` for 15,000 rupiah, with insurance and cash on delivery available. */
export function rate(overrides: Partial<Rate> = {}): Rate {
  const row = {
    courier_code: 'jne',
    courier_service_code: 'reg',
    courier_name: 'JNE',
    courier_service_name: 'Reguler',
    company: 'jne',
    type: 'reg',
    description: 'Regular service',
    duration: '2 - 3 days',
    shipment_duration_range: '2 - 3',
    shipment_duration_unit: 'days',
    service_type: 'standard',
    shipping_type: 'parcel',
    available_collection_method: ['pickup', 'drop_off'],
    available_for_cash_on_delivery: true,
    available_for_proof_of_delivery: false,
    available_for_instant_waybill_id: true,
    available_for_insurance: true,
    currency: 'IDR',
    price: 15_000,
    shipping_fee: 15_000,
    shipping_fee_discount: 0,
    shipping_fee_surcharge: 0,
    insurance_fee: 0,
    cash_on_delivery_fee: 0,
    tax_lines: [],
    // The compiler asks for every field here, so that the tests of what is read know it.
  } satisfies Record<Exclude<keyof Rate, 'offer' | 'estimate' | 'arrivals' | 'cash_on_delivery_limits'>, unknown>;
  return { ...row, ...overrides };
}

export function json(body: unknown, init?: ResponseInit): Response {
  return Response.json(body, init);
}
