import type { Rate } from '../../src/contract/index.ts';
import { rate } from './fixtures.ts';

const row = (code: string, courier: string, service: string, price: number, more: Partial<Rate> = {}) =>
  rate({
    courier_code: code,
    company: code,
    courier_name: courier,
    courier_service_name: service,
    price,
    shipping_fee: price,
    ...more,
  });

/** Rows with the longest names and the highest prices that a row has to hold, and all that can be said in one. */
export const wideRates = [
  row('jne', 'JNE', 'Reguler', 15_000),
  row('sentral', 'Sentral Cargo', 'Land Non Electronic Door to Door', 1_250_000, { available_for_insurance: false }),
  row('wahana', 'Wahana Prestasi Logistik', 'Tarif Khusus Antarpulau', 12_345_000, {
    available_for_cash_on_delivery: false,
    available_for_insurance: false,
  }),
  row('anteraja', 'Anteraja', 'Pertanggungjawabanselamapengiriman', 1_212_000, {
    shipping_fee: 1_515_000,
    shipping_fee_discount: 303_000,
    shipment_duration_range: '14 - 21',
  }),
  row('jntcargo', 'J&T Cargo', 'Fast Track', 4_545_000, {
    shipping_fee: 4_000_000,
    shipping_fee_surcharge: 500_000,
    insurance_fee: 45_000,
  }),
];
