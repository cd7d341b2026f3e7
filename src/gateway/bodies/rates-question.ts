import { operations, type RatesRequest } from '../../contract/index.ts';
import { type Cart, type Destination, destinationFields, insuredAmount, originFields } from '../../tokens/index.ts';
import type { Body } from '../http/index.ts';
import { postalCodeOf } from '../rates/index.ts';
import { bounded, checked, invalid, taken } from './check.ts';

const itemFields = [
  'name',
  'description',
  'sku',
  'category',
  'value',
  'quantity',
  'weight',
  'length',
  'width',
  'height',
] as const;

/** Items of an unsigned cart. */
const mostItems = 100;

/**
 * Builds the question for the service. The page gives the destination, the couriers, and whether it is insured and paid at the door.
 * With a signed cart, all else comes from the cart. Custom rates and unknown fields of the page are dropped.
 * @throws {Refusal}
 */
export function ratesQuestion(body: Body, cart: Cart | undefined, now: Date): RatesRequest {
  const question = {
    ...bounded(taken(body, destinationFields)),
    ...bounded(taken(body, ['couriers'])),
    ...(cart ? ofCart(body, cart) : ofPage(body)),
  };
  refuseContradiction(question);
  return checked(operations.quoteRates, question, now, { field: 40_001_002, rule: 40_001_007 });
}

/**
 * Refuses a postal code in another region than the area id. Otherwise the shop's rules would apply to one place and the price to
 * another.
 * @throws {Refusal}
 */
export function refuseContradiction(places: object): void {
  const { destination_area_id, destination_postal_code: postal } = places as Record<string, unknown>;
  const ofArea = postalCodeOf({ destination_area_id: String(destination_area_id ?? '') });
  if (!ofArea || !postal || regionOf(ofArea) === regionOf(Number(postal))) return;
  throw invalid(
    'destination_area_id',
    'is in another region than destination_postal_code: send the area of that place',
  );
}

/** The first two of five digits. */
const regionOf = (postalCode: number) => Math.floor(postalCode / 1_000);

function ofCart(body: Body, cart: Cart): object {
  return {
    ...taken({ ...cart.origin }, originFields),
    items: cart.items.map((item) => taken({ ...item }, itemFields)),
    ...(asks(body.courier_insurance) && { courier_insurance: insuredAmount(cart) }),
    ...(asks(body.destination_cash_on_delivery) && {
      destination_cash_on_delivery: cart.subtotal,
      destination_cash_on_delivery_type: cart.cash_on_delivery_type ?? '7_days',
    }),
  };
}

function ofPage(body: Body): object {
  const { items } = body;
  if (Array.isArray(items) && items.length > mostItems) throw invalid('items', `must be at most ${mostItems} items`);
  return {
    ...bounded(taken(body, originFields)),
    items: Array.isArray(items) ? items.map(row) : items,
    ...taken(body, ['courier_insurance', 'destination_cash_on_delivery', 'destination_cash_on_delivery_type']),
  };
}

const row = (item: unknown) =>
  item && typeof item === 'object' ? bounded(taken(item as Record<string, unknown>, itemFields)) : item;

/** Whether an amount of the page asks for the extra. With a cart, the insured amount and the price of the goods come from it. */
export const asks = (amount: unknown): boolean => typeof amount === 'number' && amount > 0;

export const destinationOf = (request: RatesRequest): Destination =>
  taken({ ...request }, destinationFields) as Destination;
