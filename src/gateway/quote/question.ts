import {
  areaQuestion,
  cashOnDeliveryLimit,
  extraFieldNames,
  extraTable,
  Item,
  type Locators,
  operations,
  perExtra,
  type RatesRequest,
  type Rupiah,
} from '../../contract/index.ts';
import { extraFields, type Switches } from '../../extras/index.ts';
import {
  type Cart,
  cartExtras,
  type Destination,
  destinationFields,
  mostLines,
  originFields,
} from '../../tokens/index.ts';
import { amountIn, type Body, bounded, checked, invalid, pickFilled } from '../http/bodies.ts';
import { postalCodeOf } from './shop-rates.ts';

/**
 * Returns the text that is searched for. A page leaves out streets, persons and phone numbers by the same rule. Equal questions are one text.
 * @throws {Refusal} without the text, because people paste addresses
 */
export function areaText(input: unknown): string {
  if (typeof input !== 'string') throw invalid('input', 'is missing: send a district, a city or a postal code');
  const [text] = areaQuestion(input).texts;
  if (!text) throw invalid('input', 'must name a district, a city or a postal code, with 3 to 60 characters');
  return text;
}

/** What is sent of a line: the fields of the contract and no others. */
const itemFields = Object.keys(Item.shape) as (keyof typeof Item.shape)[];

/** Characters of the list of couriers: some hundred codes. */
const longestCouriers = 2_000;

/** A question for the service. */
export interface RatesQuestion {
  request: RatesRequest;
  /** COD was asked for, and no courier collects this sum: it is 0, or above the limit. So the service is not asked for it. */
  uncollectable: boolean;
}

/** Whether a courier collects a sum in rupiah (contract/README.md §3.2). */
export const isCollectable = (goods: Rupiah): boolean => goods > 0 && goods <= cashOnDeliveryLimit;

/**
 * Builds the question for the service. The page gives the destination, the couriers, and whether it is insured and paid at the door.
 * With a signed cart, all else comes from the cart. Custom rates and unknown fields of the page are dropped.
 * @throws {Refusal}
 */
export function ratesQuestion(body: Body, cart: Cart | undefined, now: Date): RatesQuestion {
  const asked = amountIn(body, 'destination_cash_on_delivery');
  const uncollectable = asked > 0 && !isCollectable(cart?.subtotal ?? asked);
  const extras = uncollectable ? { ...body, destination_cash_on_delivery: null } : body;
  const question = {
    ...bounded(pickFilled(body, destinationFields)),
    ...bounded(pickFilled(body, ['couriers']), longestCouriers),
    ...(cart ? ofCart(extras, cart) : ofPage(extras)),
  };
  const request = checked(operations.quoteRates, question, now, { field: 40_001_002, rule: 40_001_007 });
  refuseContradiction(request);
  return { request, uncollectable };
}

/**
 * Refuses a postal code in another region than the area id. Otherwise the shop's rules would apply to one place and the price to
 * another.
 * @param places as the schema has read them: a page may send any value as a place
 * @throws {Refusal}
 */
export function refuseContradiction({ destination_area_id, destination_postal_code: postal }: Destination): void {
  const ofArea = postalCodeOf({ destination_area_id });
  if (!ofArea || !postal || regionOf(ofArea) === regionOf(Number(postal))) return;
  throw invalid(
    'destination_area_id',
    'is in another region than destination_postal_code: send the area of that place',
  );
}

/** The first two of five digits. */
const regionOf = (postalCode: number) => Math.floor(postalCode / 1_000);

/** An amount of the page only says whether the extra is asked for. The insured amount and the price of the goods come from the cart. */
function ofCart(body: Body, cart: Cart): object {
  return {
    ...pickFilled({ ...cart.origin }, originFields),
    items: cart.items.map((item) => pickFilled({ ...item }, itemFields)),
    ...extraFields(cartExtras(cart, switchesIn(body))),
  };
}

/** The extras that a page asks for. @throws {Refusal} naming the field, if it is no amount */
export const switchesIn = (body: Body): Switches => perExtra((name) => amountIn(body, extraTable[name].field) > 0);

function ofPage(body: Body): object {
  const { items } = body;
  if (Array.isArray(items) && items.length > mostLines)
    throw invalid('items', `has ${items.length} lines, and at most ${mostLines} can be sent together`);
  return {
    ...bounded(pickFilled(body, originFields)),
    items: Array.isArray(items) ? items.map(row) : items,
    ...pickFilled(body, extraFieldNames),
  };
}

const row = (item: unknown) =>
  item && typeof item === 'object' ? bounded(pickFilled(item as Record<string, unknown>, itemFields)) : item;

/** The place of a question, as fingerprints and the shop's rules take it: without the fields that have no value. */
export const destinationOf = (request: Locators): Destination =>
  pickFilled({ ...request }, destinationFields) as Destination;
