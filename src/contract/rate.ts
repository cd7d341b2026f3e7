import * as z from 'zod/mini';
import { type Checked, lenient, looseObject, maybe, type Named, report, textOrEmpty } from './fields.ts';
import { inRupiah, maybeAmount, price } from './money.ts';

const rate = looseObject({
  /** Filled from `company` if the answer has only that. */
  courier_code: textOrEmpty,
  /** Filled from `type` if the answer has only that. */
  courier_service_code: textOrEmpty,
  /** What the service charges, in rupiah, even if the parts add up to something else. */
  price,
  /** Another name for `courier_code`. */
  company: maybe.text,
  /** Another name for `courier_service_code`. */
  type: maybe.text,
  courier_name: maybe.text,
  courier_service_name: maybe.text,
  description: maybe.text,
  /** Free text, spelt differently by each courier. Use range and unit. */
  duration: maybe.text,
  /** `"2 - 3"` or `"2"`, in `shipment_duration_unit`. */
  shipment_duration_range: maybe.text,
  /** `hours` or `days`. */
  shipment_duration_unit: maybe.text,
  service_type: maybe.text,
  shipping_type: maybe.text,
  /** `pickup`, `drop_off` or both; `pickup` if missing. */
  available_collection_method: maybe.texts,
  available_for_cash_on_delivery: maybe.flag,
  available_for_proof_of_delivery: maybe.flag,
  available_for_instant_waybill_id: maybe.flag,
  available_for_insurance: maybe.flag,
  /** IDR if missing. A row in another currency is dropped. */
  currency: maybe.text,
  /** Rupiah. */
  shipping_fee: maybeAmount,
  /** Rupiah, subtracted from the shipping fee. */
  shipping_fee_discount: maybeAmount,
  /** Rupiah, added to the shipping fee. */
  shipping_fee_surcharge: maybeAmount,
  /** Rupiah; 0 if the courier cannot insure. */
  insurance_fee: maybeAmount,
  /** Rupiah; 0 if the courier cannot collect. */
  cash_on_delivery_fee: maybeAmount,
  tax_lines: lenient(z.array(z.unknown())),
  /** The gateway's token for this row. The form submits it to the shop's server (contract/README.md §1.14). */
  offer: maybe.text,
  /** True if the gateway could not ask the service and quotes the shop's own price (contract/README.md §1.14). */
  estimate: maybe.flag,
}).check(complete);

/** One service's quote for this shipment (contract/README.md §2.2). */
export interface Rate extends z.output<typeof rate> {}
export const Rate: Named<typeof rate, Rate> = rate;

/**
 * `jne/reg`: a service is written with its courier (contract/README.md §2.1). Compared exactly, never by part:
 * `jntcargo` is not `jnt` (contract/README.md §6).
 */
export function serviceKey(rate: Pick<Rate, 'courier_code' | 'courier_service_code'>): string {
  return `${rate.courier_code}/${rate.courier_service_code}`;
}

type Codes = Pick<Rate, 'courier_code' | 'courier_service_code' | 'company' | 'type'>;

/** Fills the codes. A row without both cannot be ordered, and the screen would show 3 dollars as Rp 3. */
function complete(row: Checked<Codes & Pick<Rate, 'currency'>>): void {
  const { courier_code, courier_service_code, company, type } = row.value;
  // Zod adds the fields one by one, which makes an object that engines read slowly. A copy is a fast one.
  const value = {
    ...row.value,
    courier_code: courier_code || company || '',
    courier_service_code: courier_service_code || type || '',
  };
  row.value = value;
  for (const key of ['courier_code', 'courier_service_code'] as const)
    if (!value[key]) report(row, [key], 'is missing');
  if (!inRupiah(value)) report(row, ['currency'], 'must be IDR');
}
