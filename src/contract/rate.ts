import { checked, type Maybe, type Rupiah, record, report } from './fields.ts';
import { maybe, needed, then } from './reading.ts';

/** One service's quote for this shipment (contract.md §2). */
export interface Rate {
  courier_code: string;
  courier_service_code: string;
  /** Final, in rupiah: what the service charges, whatever the parts say. */
  price: Rupiah;
  /** The courier's code under its other name. */
  company?: Maybe<string>;
  /** The service's code under its other name. */
  type?: Maybe<string>;
  courier_name?: Maybe<string>;
  courier_service_name?: Maybe<string>;
  description?: Maybe<string>;
  /** Free text whose spelling varies; use range and unit. */
  duration?: Maybe<string>;
  shipment_duration_range?: Maybe<string>;
  shipment_duration_unit?: Maybe<string>;
  service_type?: Maybe<string>;
  shipping_type?: Maybe<string>;
  /** `pickup` where missing. */
  available_collection_method?: Maybe<string[]>;
  available_for_cash_on_delivery?: Maybe<boolean>;
  available_for_proof_of_delivery?: Maybe<boolean>;
  available_for_instant_waybill_id?: Maybe<boolean>;
  available_for_insurance?: Maybe<boolean>;
  /** IDR where missing. */
  currency?: Maybe<string>;
  shipping_fee?: Maybe<Rupiah>;
  shipping_fee_discount?: Maybe<Rupiah>;
  shipping_fee_surcharge?: Maybe<Rupiah>;
  insurance_fee?: Maybe<Rupiah>;
  cash_on_delivery_fee?: Maybe<Rupiah>;
  tax_lines?: Maybe<unknown[]>;
}

type RateOnTheWire = Omit<Rate, 'courier_code' | 'courier_service_code'> & {
  courier_code?: Maybe<string>;
  courier_service_code?: Maybe<string>;
};

const RateOnTheWire = record<RateOnTheWire>({
  courier_code: maybe.text,
  courier_service_code: maybe.text,
  price: needed.number,
  company: maybe.text,
  type: maybe.text,
  courier_name: maybe.text,
  courier_service_name: maybe.text,
  description: maybe.text,
  duration: maybe.text,
  shipment_duration_range: maybe.text,
  shipment_duration_unit: maybe.text,
  service_type: maybe.text,
  shipping_type: maybe.text,
  available_collection_method: maybe.texts,
  available_for_cash_on_delivery: maybe.flag,
  available_for_proof_of_delivery: maybe.flag,
  available_for_instant_waybill_id: maybe.flag,
  available_for_insurance: maybe.flag,
  currency: maybe.text,
  shipping_fee: maybe.number,
  shipping_fee_discount: maybe.number,
  shipping_fee_surcharge: maybe.number,
  insurance_fee: maybe.number,
  cash_on_delivery_fee: maybe.number,
  tax_lines: maybe.list,
});

/** Either of a code's two names will do; a row with neither cannot be ordered and is no row. */
export const Rate = then(
  checked(RateOnTheWire, (row) => {
    const { courier_code, company, courier_service_code, type, price } = row.value;
    if (price < 0) report(row, ['price'], 'is no price');
    if (!(courier_code || company)) report(row, ['courier_code'], 'is missing');
    if (!(courier_service_code || type)) report(row, ['courier_service_code'], 'is missing');
  }),
  (row): Rate => ({
    ...row,
    courier_code: row.courier_code || row.company || '',
    courier_service_code: row.courier_service_code || row.type || '',
  }),
);
