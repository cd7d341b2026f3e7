import * as z from 'zod/mini';
import { PromisedArrival } from './arrival.ts';
import { CashOnDeliveryLimits, checkCashOnDelivery, ExtraFields, extraRateFields } from './extras.ts';
import {
  by,
  type Checked,
  decimalNumber,
  dropBroken,
  dropped,
  list,
  looseObject,
  type Maybe,
  maybe,
  type Named,
  type Outputs,
  oneOf,
  optional,
  optionalText,
  type Read,
  read,
  report,
  rows,
  success,
  text,
  textLike,
  token,
} from './fields.ts';
import { items } from './item.ts';
import { Locators, located, sides } from './locator.ts';
import { inRupiah, type Rupiah, readAmount } from './money.ts';
import { serviceKey } from './service-key.ts';

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
  available_for_proof_of_delivery: read.flag,
  available_for_instant_waybill_id: read.flag,
  /** IDR if missing. A row in another currency is dropped. */
  currency: read.text,
  /** Rupiah. */
  shipping_fee: readAmount,
  /** Rupiah, subtracted from the shipping fee. */
  shipping_fee_discount: readAmount,
  /** Rupiah, added to the shipping fee. */
  shipping_fee_surcharge: readAmount,
  ...extraRateFields,
  tax_lines: read.list,
  /** The gateway's token for this row. The form submits it to the shop's server (contract/README.md §1.14). */
  offer: read.text,
  /** True if the gateway could not ask the service and quotes the shop's own price (contract/README.md §1.14). */
  estimate: read.flag,
  /** What the shop says of the courier's limits for cash on delivery, through its gateway (contract/README.md §1.14). */
  cash_on_delivery_limits: by(CashOnDeliveryLimits),
  /** When the gateway promises the parcel, if its shop has a calendar. The first one holds until its `until`, then the next one does. */
  arrivals: by(z.array(PromisedArrival)),
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

/** The `type` of a rates request that has no origin: the service takes the account's closest one. */
const closestOrigin = 'origin_suggestion_to_closest_destination';

/** One code, or several with commas between them. */
const codes = /^[^\s,]+(\s*,\s*[^\s,]+)*$/;

const customRate = looseObject({
  courier_code: text('a courier code'),
  /** All services of the courier if missing. */
  courier_service_code: optional(text('a service code')),
  type: oneOf(['discount', 'surcharge']),
  /** `flat`: `amount` is rupiah. `percent`: `amount` is percent of the shipping fee. */
  unit: oneOf(['flat', 'percent']),
  amount: decimalNumber('rupiah or percent, 0 or more', 0, 1_000_000_000),
});

/** A rule that changes the price of a courier, or of one of its services (contract/README.md §3.3). */
export interface CustomRate extends z.output<typeof customRate> {}
export const CustomRate: Named<typeof customRate, CustomRate> = customRate;

const ratesRequest = looseObject({
  ...Locators.shape,
  ...ExtraFields.shape,
  /** `origin_suggestion_to_closest_destination` takes the account's closest origin (contract/README.md §3.6). */
  type: optionalText,
  /** Comma-separated courier codes, compared exactly. */
  couriers: textLike(codes, 'courier codes separated by commas, for example jne,sicepat'),
  items,
  /** Our own field: the live service sets custom rates in its dashboard (contract/README.md §3.3). */
  custom_rates: optional(list(CustomRate, 'a list of rules, or nothing')),
  /** For the gateway: the cart, signed by the shop's server (contract/README.md §1.14). */
  cart: token,
}).check(checkLocators, checkCashOnDelivery);

/** `POST /v1/rates/couriers` (contract/README.md §2.2). The merchant pays for every call (contract/README.md §1.10). */
export interface RatesRequest extends Outputs<typeof Locators, typeof ExtraFields, typeof ratesRequest> {}
export const RatesRequest: Named<typeof ratesRequest, RatesRequest> = ratesRequest;

/** Whether a rates request leaves the origin to the account. */
export function withoutOrigin(request: Pick<RatesRequest, 'type'>): boolean {
  return request.type === closestOrigin;
}

function checkLocators(request: Checked<Locators & Pick<RatesRequest, 'type'>>): void {
  for (const side of sides) {
    if (located(request.value, side) || (side === 'origin' && withoutOrigin(request.value))) continue;
    const ways = `${side}_postal_code, ${side}_area_id, or ${side}_latitude with ${side}_longitude`;
    report(request, [`${side}_postal_code`], `is missing: send ${ways}`);
  }
}

/** The shop's rule for free delivery, as it applies to a subtotal. */
export interface FreeDelivery {
  /** The subtotal from which the delivery is free, in rupiah. */
  from: Rupiah;
  /** Rupiah that the subtotal lacks. 0 if the delivery is free. */
  missing: Rupiah;
  /** Names of the one service that becomes free, where others do not. */
  courier_name?: Maybe<string>;
  courier_service_name?: Maybe<string>;
}

const ratesResponse = looseObject({
  success,
  object: maybe.text,
  message: maybe.text,
  code: maybe.number,
  origin: maybe.object,
  destination: maybe.object,
  pricing: rows(Rate, serviceKey),
  /** Rows that could not be read. The service does not send this field. */
  dropped,
}).check(dropBroken);

/** The answer of `POST /v1/rates/couriers`. */
export interface RatesResponse extends z.output<typeof ratesResponse> {
  /** What the signed cart lacks for free delivery, by the shop's rule. The gateway adds it. Undefined if no such rule applies. */
  free_delivery?: Maybe<FreeDelivery>;
}
export const RatesResponse: Named<typeof ratesResponse, RatesResponse> = ratesResponse;
