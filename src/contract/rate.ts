import * as z from 'zod/mini';
import { type Checked, lenient, looseObject, maybe, type Named, report } from './fields.ts';
import { amount, inRupiah, maybeAmount } from './money.ts';

const rate = looseObject({
  /** Some answers say it as `company` alone; it is here in either case. */
  courier_code: z.catch(z.string(), ''),
  /** Some answers say it as `type` alone; it is here in either case. */
  courier_service_code: z.catch(z.string(), ''),
  /** Final, in rupiah: what the service charges, whatever the parts say. */
  price: amount.check(z.gte(0, 'is no price')),
  /** The courier's code under its other name. */
  company: maybe.text,
  /** The service's code under its other name. */
  type: maybe.text,
  courier_name: maybe.text,
  courier_service_name: maybe.text,
  description: maybe.text,
  /** Free text whose spelling varies; use range and unit. */
  duration: maybe.text,
  /** `"2 - 3"` or `"2"`, in `shipment_duration_unit`. */
  shipment_duration_range: maybe.text,
  /** `hours` or `days`. */
  shipment_duration_unit: maybe.text,
  service_type: maybe.text,
  shipping_type: maybe.text,
  /** `pickup` where missing. */
  available_collection_method: maybe.texts,
  available_for_cash_on_delivery: maybe.flag,
  available_for_proof_of_delivery: maybe.flag,
  available_for_instant_waybill_id: maybe.flag,
  available_for_insurance: maybe.flag,
  /** IDR, also where missing: a row in another currency is no row. */
  currency: maybe.text,
  /** Rupiah. */
  shipping_fee: maybeAmount,
  /** Rupiah, taken off the shipping fee. */
  shipping_fee_discount: maybeAmount,
  /** Rupiah, put on the shipping fee. */
  shipping_fee_surcharge: maybeAmount,
  /** Rupiah; 0 where the courier cannot insure. */
  insurance_fee: maybeAmount,
  /** Rupiah; 0 where the courier cannot collect. */
  cash_on_delivery_fee: maybeAmount,
  tax_lines: lenient(z.array(z.unknown())),
  /** The gateway's: this row, signed. It goes to the shop's server as it is (contract/README.md §1.14). */
  offer: maybe.text,
  /** The gateway's: the shop's own price, while the service could not be asked (contract/README.md §1.14). */
  estimate: maybe.flag,
}).check(z.overwrite(withCodes), checkCodes, checkCurrency);

/** One service's quote for this shipment (contract/README.md §2.2). */
export interface Rate extends z.output<typeof rate> {}
export const Rate: Named<typeof rate, Rate> = rate;

type Codes = Pick<Rate, 'courier_code' | 'courier_service_code' | 'company' | 'type'>;

/** Either of a code's two names will do. */
function withCodes<Row extends Codes>(row: Row): Row {
  return {
    ...row,
    courier_code: row.courier_code || row.company || '',
    courier_service_code: row.courier_service_code || row.type || '',
  };
}

/** A row without its codes cannot be ordered and is no row. */
function checkCodes(row: Checked<Codes>): void {
  for (const key of ['courier_code', 'courier_service_code'] as const)
    if (!row.value[key]) report(row, [key], 'is missing');
}

/** What costs 3 dollars is neither cheaper than 15,000 rupiah nor dearer, and would be shown as Rp 3. */
function checkCurrency(row: Checked<Pick<Rate, 'currency'>>): void {
  if (!inRupiah(row.value)) report(row, ['currency'], 'must be IDR');
}
