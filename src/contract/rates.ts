import { type CashOnDelivery, cashOnDelivery, checkCashOnDelivery } from './cash-on-delivery.ts';
import { CustomRate } from './custom-rate.ts';
import {
  type Checked,
  checked,
  list,
  type Maybe,
  optional,
  pattern,
  type Rupiah,
  record,
  report,
  rupiah,
} from './fields.ts';
import { type Item, items } from './item.ts';
import { type Locators, located, locators, sides } from './locator.ts';
import { Rate } from './rate.ts';
import { type Dropped, maybe, needed, readRows, then } from './reading.ts';

/** `POST /v1/rates/couriers`: what is asked (contract.md §2). Every call is charged to the merchant (§1). */
export interface RatesRequest extends Locators, CashOnDelivery {
  /** Comma-separated courier codes, compared exactly. */
  couriers: string;
  items: Item[];
  /** The amount to insure in rupiah, not a flag. */
  courier_insurance?: Rupiah;
  /** Ours; the live service sets custom rates in its dashboard, so it is sent only when given. */
  custom_rates?: CustomRate[];
}

const codes = /^[^\s,]+(\s*,\s*[^\s,]+)*$/;

export const RatesRequest = checked(
  record<RatesRequest>({
    ...locators,
    ...cashOnDelivery,
    couriers: pattern(codes, 'courier codes separated by commas, for example jne,sicepat'),
    items: items(),
    courier_insurance: optional(rupiah()),
    custom_rates: optional(list(CustomRate, 'a list of at least one rule, or nothing')),
  }),
  checkLocators,
  checkCashOnDelivery,
);

function checkLocators(request: Checked<RatesRequest>): void {
  for (const side of sides) {
    if (located(request.value, side)) continue;
    report(
      request,
      [`${side}_postal_code`],
      `is missing: send ${side}_postal_code, ${side}_area_id, or ${side}_latitude with ${side}_longitude`,
    );
  }
}

export interface RatesResponse {
  success: true;
  object?: Maybe<string>;
  message?: Maybe<string>;
  code?: Maybe<number>;
  origin?: Maybe<Record<string, unknown>>;
  destination?: Maybe<Record<string, unknown>>;
  pricing: Rate[];
  /** Rows that could not be read. Ours: the service does not send it. */
  dropped: Dropped[];
}

const serviceOf = (row: Rate) => `${row.courier_code}/${row.courier_service_code}`;

type RatesOnTheWire = Omit<RatesResponse, 'pricing' | 'dropped'> & { pricing: unknown[] };

export const RatesResponse = then(
  record<RatesOnTheWire>({
    success: needed.success,
    object: maybe.text,
    message: maybe.text,
    code: maybe.number,
    origin: maybe.loose,
    destination: maybe.loose,
    pricing: needed.rows,
  }),
  (body): RatesResponse => {
    const { rows: pricing, dropped } = readRows(Rate, body.pricing, serviceOf);
    return { ...body, pricing, dropped };
  },
);
