import type * as z from 'zod/mini';
import { checkCashOnDelivery, ExtraFields } from './extras.ts';
import {
  type Checked,
  decimalNumber,
  list,
  looseObject,
  maybe,
  type Named,
  type Outputs,
  oneOf,
  optional,
  optionalText,
  report,
  success,
  text,
  textLike,
} from './fields.ts';
import { items } from './item.ts';
import { Locators, located, sides } from './locator.ts';
import { Rate, serviceKey } from './rate.ts';
import { dropBroken, dropped, rows } from './rows.ts';
import { token } from './tokens.ts';

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

export interface RatesResponse extends z.output<typeof ratesResponse> {}
export const RatesResponse: Named<typeof ratesResponse, RatesResponse> = ratesResponse;
