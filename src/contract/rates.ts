import * as z from 'zod/mini';
import { CustomRate } from './custom-rate.ts';
import { checkCashOnDelivery, ExtraFields } from './extras.ts';
import {
  type Checked,
  list,
  looseObject,
  maybe,
  type Named,
  type Outputs,
  optional,
  optionalText,
  remedy,
  report,
  success,
} from './fields.ts';
import { items } from './item.ts';
import { Locators, located, sides } from './locator.ts';
import { Rate } from './rate.ts';
import { dropBroken, dropped, rows } from './rows.ts';
import { token } from './tokens.ts';

/** What a rates request says in place of an origin: the account's own that is closest to the destination. */
const closestOrigin = 'origin_suggestion_to_closest_destination';

const codes = /^[^\s,]+(\s*,\s*[^\s,]+)*$/;

const ratesRequest = looseObject({
  ...Locators.shape,
  ...ExtraFields.shape,
  /**
   * `origin_suggestion_to_closest_destination` in place of an origin: the account's own one that is closest
   * (contract/README.md §3.6).
   */
  type: optionalText,
  /** Comma-separated courier codes, compared exactly. */
  couriers: z.string(remedy('courier codes separated by commas, for example jne,sicepat')).check(z.regex(codes)),
  items,
  /** Ours; the live service sets custom rates in its dashboard, so it is sent only when given. */
  custom_rates: optional(list(CustomRate, 'a list of rules, or nothing')),
  /** For the gateway: the cart as the shop's server has signed it (contract/README.md §1.14). */
  cart: token,
}).check(checkLocators, checkCashOnDelivery);

/**
 * `POST /v1/rates/couriers`: what is asked (contract/README.md §2.2). Every call is charged to the merchant
 * (contract/README.md §1.10).
 */
export interface RatesRequest extends Outputs<typeof Locators, typeof ExtraFields, typeof ratesRequest> {}
export const RatesRequest: Named<typeof ratesRequest, RatesRequest> = ratesRequest;

/** Whether a rates request leaves its origin to the account. */
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

const serviceOf = (row: Rate) => `${row.courier_code}/${row.courier_service_code}`;

const ratesResponse = looseObject({
  success,
  object: maybe.text,
  message: maybe.text,
  code: maybe.number,
  origin: maybe.object,
  destination: maybe.object,
  pricing: rows(Rate, serviceOf),
  /** Rows that could not be read. Ours: the service does not send it. */
  dropped,
}).check(dropBroken);

export interface RatesResponse extends z.output<typeof ratesResponse> {}
export const RatesResponse: Named<typeof ratesResponse, RatesResponse> = ratesResponse;
