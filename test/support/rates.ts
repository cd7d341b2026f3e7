import type { Rate } from '../../src/contract/index.ts';
import { rate } from './fixtures.ts';

const row = (code: string, name: string, price: number, more: Partial<Rate> = {}) =>
  rate({ courier_code: code, company: code, courier_name: name, price, shipping_fee: price, ...more });

const wide = (code: string, name: string, service: string, price: number, more: Partial<Rate> = {}) =>
  row(code, name, price, { courier_service_name: service, ...more });

/** One row of each kind: plain, without cash on delivery, with a discount, in hours, always insured. */
export const fiveRates = [
  row('jne', 'JNE', 15_000),
  row('wahana', 'Wahana', 13_000, { available_for_cash_on_delivery: false }),
  row('anteraja', 'Anteraja', 12_000, { shipping_fee: 15_000, shipping_fee_discount: 3_000 }),
  row('gojek', 'GoSend', 30_000, {
    courier_service_name: 'Instant',
    shipment_duration_range: '1 - 3',
    shipment_duration_unit: 'hours',
  }),
  row('jntcargo', 'J&T Cargo', 45_000, { shipping_fee: 40_000, insurance_fee: 5_000 }),
];

/** Rows with the longest real names, the highest prices and every remark. */
export const wideRates = [
  wide('jne', 'JNE', 'Reguler', 15_000),
  wide('sentral', 'Sentral Cargo', 'Land Non Electronic Door to Door', 1_250_000, { available_for_insurance: false }),
  wide('wahana', 'Wahana Prestasi Logistik', 'Tarif Khusus Antarpulau', 12_345_000, {
    available_for_cash_on_delivery: false,
    available_for_insurance: false,
  }),
  wide('anteraja', 'Anteraja', 'Pertanggungjawabanselamapengiriman', 1_212_000, {
    shipping_fee: 1_515_000,
    shipping_fee_discount: 303_000,
    shipment_duration_range: '14 - 21',
  }),
  wide('jntcargo', 'J&T Cargo', 'Fast Track', 4_545_000, {
    shipping_fee: 4_000_000,
    shipping_fee_surcharge: 500_000,
    insurance_fee: 45_000,
  }),
];

const word = 'Pertanggungjawabankeselamatanpengirimanbarangantarpulauseluruhwilayahnusantara'.padEnd(80, 'n');
const words = 'Layanan pengiriman barang antarpulau untuk seluruh wilayah nusantara '.repeat(4).trim();

/** Names longer than any courier has: a word of 80 letters, and a sentence. One courier always insures. */
export const longRates = [
  wide('kata', word, word, 12_345_000, { shipping_fee: 15_000_000, shipping_fee_discount: 2_655_000 }),
  wide('kalimat', words, words, 2_345_000, { available_for_cash_on_delivery: false, available_for_insurance: false }),
  wide('jntcargo', word, words, 4_545_000, { shipping_fee: 4_500_000, insurance_fee: 45_000 }),
];

/** A service that always quotes these rows and places every order. */
export const serviceOf =
  (pricing: readonly Rate[] = fiveRates) =>
  async (request: Request): Promise<Response> => {
    if (request.method === 'GET') return Response.json({ success: true, couriers: pricing });
    if (request.url.endsWith('/v1/rates/couriers')) return Response.json({ success: true, pricing });
    return Response.json({
      success: true,
      id: '65f1a2b3c4d5e6f708192a3b',
      courier: { waybill_id: '0112233445566778' },
    });
  };
