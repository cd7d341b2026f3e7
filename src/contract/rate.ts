import * as z from 'zod/mini';
import { type Checked, type Maybe, type Read, read, report } from './fields.ts';
import { inRupiah, type Rupiah, readAmount } from './money.ts';

/** The fields of a rate that may be missing or null. */
const fields = {
  /** Another name for `courier_code`. */
  company: read.text,
  /** Another name for `courier_service_code`. */
  type: read.text,
  courier_name: read.text,
  courier_service_name: read.text,
  description: read.text,
  /** Free text, spelt differently by each courier. Use range and unit. */
  duration: read.text,
  /** `"2 - 3"` or `"2"`, in `shipment_duration_unit`. */
  shipment_duration_range: read.text,
  /** `hours` or `days`. */
  shipment_duration_unit: read.text,
  service_type: read.text,
  shipping_type: read.text,
  /** `pickup`, `drop_off` or both; `pickup` if missing. */
  available_collection_method: read.texts,
  available_for_cash_on_delivery: read.flag,
  available_for_proof_of_delivery: read.flag,
  available_for_instant_waybill_id: read.flag,
  available_for_insurance: read.flag,
  /** IDR if missing. A row in another currency is dropped. */
  currency: read.text,
  /** Rupiah. */
  shipping_fee: readAmount,
  /** Rupiah, subtracted from the shipping fee. */
  shipping_fee_discount: readAmount,
  /** Rupiah, added to the shipping fee. */
  shipping_fee_surcharge: readAmount,
  /** Rupiah; 0 if the courier cannot insure. */
  insurance_fee: readAmount,
  /** Rupiah; 0 if the courier cannot collect. */
  cash_on_delivery_fee: readAmount,
  tax_lines: read.list,
  /** The gateway's token for this row. The form submits it to the shop's server (contract/README.md §1.14). */
  offer: read.text,
  /** True if the gateway could not ask the service and quotes the shop's own price (contract/README.md §1.14). */
  estimate: read.flag,
};

type Fields = typeof fields;

type ReadFields = { [Field in keyof Fields]?: Fields[Field] extends Read<infer T> ? Maybe<T> : never };

/** One service's quote for this shipment (contract/README.md §2.2). */
export interface Rate extends ReadFields {
  /** Filled from `company` if the answer has only that. */
  courier_code: string;
  /** Filled from `type` if the answer has only that. */
  courier_service_code: string;
  /** What the service charges, in rupiah, even if the parts add up to something else. */
  price: Rupiah;
}

/** Zod takes a row as one value: a thousand rates have twenty-five thousand fields, and a schema for each is slow. */
export const Rate: z.ZodMiniType<Rate> = z.transform(readRow);

const readers = Object.entries(fields) as [string, Read<unknown>][];

/** Reads a row. Unknown fields stay. Without codes or a price it cannot be ordered, and the screen would show 3 dollars as Rp 3. */
function readRow(given: unknown, row: Checked<unknown>): Rate {
  const value: Record<string, unknown> = { ...Object(given) };
  for (const [field, read] of readers) {
    const found = value[field];
    if (found !== undefined && found !== null) value[field] = read(found);
  }
  value.courier_code = read.text(value.courier_code) || value.company || '';
  value.courier_service_code = read.text(value.courier_service_code) || value.type || '';
  value.price = readAmount(value.price);
  const rate = value as unknown as Rate;
  if (!z.util.isObject(given)) report(row, [], 'must be an object');
  else reportUnusable(rate, row);
  return rate;
}

function reportUnusable(rate: Rate, row: Checked<unknown>): void {
  for (const field of ['courier_code', 'courier_service_code'] as const)
    if (!rate[field]) report(row, [field], 'is missing');
  if (!(rate.price >= 0)) report(row, ['price'], rate.price < 0 ? 'is no price' : 'must be a number');
  if (!inRupiah(rate)) report(row, ['currency'], 'must be IDR');
}

/**
 * `jne/reg`: a service is written with its courier (contract/README.md §2.1). Compared exactly, never by part:
 * `jntcargo` is not `jnt` (contract/README.md §6).
 */
export function serviceKey(rate: Pick<Rate, 'courier_code' | 'courier_service_code'>): string {
  return `${rate.courier_code}/${rate.courier_service_code}`;
}
