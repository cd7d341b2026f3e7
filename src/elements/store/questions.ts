import { cashOnDeliveryLimit, type Rate, type RatesRequest, type Rupiah } from '../../contract/index.ts';
import {
  canCollect,
  declaredValue,
  type Extras,
  extraFields,
  itemsOf,
  missingParts,
  orderRows,
  type Payments,
  paymentsOf,
  ratesRequest,
  type SettledExtras,
  type Shipment,
  type ShipmentPart,
  type Switches,
  settleExtras,
  switchesInForce,
  withoutInsurance,
} from '../../quote/index.ts';
import { claimsOf } from './claims.ts';
import type { Answer, Input, Question, Quote } from './state.ts';

/** Comma-separated codes. They are compared exactly. */
export const codes = (list: string | null | undefined): string[] =>
  (list ?? '').split(',').flatMap((code) => code.trim() || []);

/** Derived from the input alone. */
export interface Terms {
  readonly missing: readonly ShipmentPart[];
  /** Rupiah: Σ value × quantity. */
  readonly declared: Rupiah;
  /** The switches as they were set, their amounts filled in. */
  readonly wished: SettledExtras;
  /** The switches in effect. A switch is on only if there is something to insure or to collect. */
  readonly standing: SettledExtras;
  /** Shipment and couriers as text, and the extras in effect as text. */
  readonly subject: string;
  readonly extras: string;
}

const known = new WeakMap<Input, Terms>();

export function termsOf(input: Input): Terms {
  const found = known.get(input);
  if (found) return found;
  const { shipment, couriers, extras, cart } = input;
  const declared = declaredValue(itemsOf(shipment));
  const wished = settleExtras({ ...extras, ...goodsOf(cart) }, declared);
  const standing = { ...wished, ...switchesInForce(wished) };
  const terms = {
    ...{ missing: missingParts(shipment), declared, wished, standing },
    subject: JSON.stringify([shipment, codes(couriers)]),
    extras: JSON.stringify(extraFields(standing)),
  };
  known.set(input, terms);
  return terms;
}

/** The amount of a signed cart comes before attributes, because the gateway collects by it. */
function goodsOf(cart: string): Extras {
  const { subtotal, cash_on_delivery_collects: collects } = claimsOf(cart);
  if (typeof subtotal !== 'number') return {};
  return { cashOnDeliveryAmount: subtotal, cashOnDeliveryCollects: collects as Extras['cashOnDeliveryCollects'] };
}

/** The question for a combination of the switches. */
function questionFor(input: Input, asked: Switches): Question {
  const { shipment, couriers, cart } = input;
  const { wished, subject } = termsOf(input);
  const extras = { ...wished, ...asked };
  const key = JSON.stringify([subject, cart, extraFields(extras)]);
  return { shipment: shipment as Shipment, couriers: codes(couriers), cart, extras, key, subject };
}

/** A question as it is sent. */
export const requestFor = ({ shipment, extras, cart }: Question, couriers: readonly string[]): RatesRequest => ({
  ...ratesRequest(shipment, couriers, extras),
  ...(cart && { cart }),
});

/** The prices for the current switches, or the question that they need. */
export interface Prices {
  /** Cheapest first. Undefined until every price is known. */
  readonly rates?: readonly Rate[];
  /** The answer that they come from. */
  readonly answer?: Answer;
  /** The question that has to be asked first. */
  readonly next?: Question;
}

/**
 * The prices for exactly these switches. Rates are asked with the amount to insure, and a row without insurance is the same row
 * minus its fee. COD is asked separately, because a service may list fewer rows for it. If a row without insurance cannot be
 * derived, that combination is asked for all couriers.
 */
export function pricesFor(input: Input, { answers }: Quote, switched: Switches): Prices {
  const { wished } = termsOf(input);
  const { cashOnDelivery } = switched;
  const insurable = wished.insuranceAmount > 0;
  const question = questionFor(input, { insured: insurable, cashOnDelivery });
  const answer = answers[question.key];
  if (!answer) return { next: question };
  if (switched.insured === insurable) return withRowsWithoutCod(input, answers, switched, answer, answer.rates);
  const derived = uninsuredRows(answer);
  if (derived) return withRowsWithoutCod(input, answers, switched, answer, derived);
  const exact = questionFor(input, { insured: false, cashOnDelivery });
  const asked = answers[exact.key];
  return asked ? withRowsWithoutCod(input, answers, switched, asked, asked.rates) : { next: exact };
}

/** If no service is listed with COD, the services without COD are shown. They cannot be chosen, and none above the COD limit can. */
function withRowsWithoutCod(
  input: Input,
  answers: Quote['answers'],
  switched: Switches,
  answer: Answer,
  rates: readonly Rate[],
): Prices {
  if (!switched.cashOnDelivery) return { rates, answer };
  if (rates.length) return { rates: rowsWithinLimit(rates, { ...termsOf(input).wished, ...switched }), answer };
  const prepaid = pricesFor(input, { answers } as Quote, { ...switched, cashOnDelivery: false });
  return prepaid.rates ? { rates: uncollectableRows(prepaid.rates), answer } : prepaid;
}

/** Derived rows, each list made once: the same list is not rendered again. */
const uninsured = new WeakMap<Answer, readonly Rate[]>();
const uncollectable = new WeakMap<readonly Rate[], readonly Rate[]>();
const limited = new WeakMap<readonly Rate[], { goods: Rupiah; rows: readonly Rate[] }>();

function uninsuredRows(answer: Answer): readonly Rate[] | undefined {
  const found = uninsured.get(answer);
  if (found) return found;
  const { rates, question } = answer;
  const rows = rates.flatMap((rate) => withoutInsurance(rate, question.extras) ?? []);
  if (rows.length < rates.length) return undefined;
  const sorted = orderRows(rows, 'price');
  uninsured.set(answer, sorted);
  return sorted;
}

function uncollectableRows(rates: readonly Rate[]): readonly Rate[] {
  const found = uncollectable.get(rates) ?? rates.map(uncollectableRow);
  uncollectable.set(rates, found);
  return found;
}

/** Marks rows as rows without COD if their sum at the door is above the limit. Each list is made once for an amount. */
function rowsWithinLimit(rates: readonly Rate[], extras: SettledExtras): readonly Rate[] {
  const isAbove = ({ price }: Rate) => paymentsFor(extras, price).payAtDoor > cashOnDeliveryLimit;
  if (!rates.some(isAbove)) return rates;
  const { cashOnDeliveryAmount: goods } = extras;
  const found = limited.get(rates);
  if (found?.goods === goods) return found.rows;
  const rows = rates.map((rate) => (isAbove(rate) ? uncollectableRow(rate) : rate));
  limited.set(rates, { goods, rows });
  return rows;
}

/** How a delivery at this price is paid, with these extras. */
export const paymentsFor = (extras: SettledExtras, price: Rupiah): Payments =>
  paymentsOf({ ...extras, goods: extras.cashOnDeliveryAmount, price, collects: extras.cashOnDeliveryCollects });

/** The row, marked as one without COD. */
export const uncollectableRow = (rate: Rate): Rate =>
  canCollect(rate) ? { ...rate, available_for_cash_on_delivery: false } : rate;
