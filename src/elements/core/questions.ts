import {
  type ExtraName,
  extraNames,
  extraTable,
  perExtra,
  type Rate,
  type RatesRequest,
  type Rupiah,
  rupiahOf,
} from '../../contract/index.ts';
import {
  type CompleteExtras,
  completeExtras,
  declaredValue,
  type Extras,
  effectiveSwitches,
  extraFields,
  extraRules,
  type Switches,
  withoutBlocking,
  withoutFlag,
} from '../../extras/index.ts';
import {
  itemsOf,
  missingParts,
  orderRows,
  ratesRequest,
  type Shipment,
  type ShipmentPart,
  serviceKey,
  withoutExtra,
} from '../../quote/index.ts';
import type { Input, Question, Quote, QuoteAnswer } from './state.ts';
import { unverifiedClaims } from './submission.ts';

/** Comma-separated codes, or an array of them. They are compared exactly. */
export const codes = (list: string | readonly string[] | null | undefined): string[] =>
  String(list ?? '')
    .split(',')
    .flatMap((code) => code.trim() || []);

/** Derived from the input alone. */
interface InputExtras {
  readonly missing: readonly ShipmentPart[];
  /** Rupiah: Σ value × quantity. */
  readonly declared: Rupiah;
  /** The switches as they were set, their amounts filled in. */
  readonly requested: CompleteExtras;
  /** The switches in effect. A switch is on only if there is something to insure or to collect. */
  readonly effective: CompleteExtras;
  /** Courier codes that are asked. None means all. */
  readonly couriers: readonly string[];
  /** Shipment and couriers as text, and the extras in effect as text. */
  readonly subject: string;
  readonly extras: string;
}

const known = new WeakMap<Input, InputExtras>();

export function extrasOf(input: Input): InputExtras {
  const found = known.get(input);
  if (found) return found;
  const { shipment, extras, cart } = input;
  const couriers = codes(input.couriers);
  const declared = declaredValue(itemsOf(shipment));
  const requested = completeExtras({ ...extras, ...goodsOf(cart) }, declared);
  const effective = { ...requested, ...effectiveSwitches(requested) };
  const derived = {
    missing: missingParts(shipment),
    declared,
    requested,
    effective,
    couriers,
    subject: JSON.stringify([shipment, couriers]),
    extras: JSON.stringify(extraFields(effective)),
  };
  known.set(input, derived);
  return derived;
}

/** The amount of a signed cart comes before attributes, because the gateway collects by it. */
function goodsOf(cart: string): Extras {
  const { subtotal, cash_on_delivery_collects: collects } = unverifiedClaims(cart);
  try {
    const goods = rupiahOf(subtotal, 'subtotal');
    if (goods === undefined) return {};
    return { cashOnDeliveryAmount: goods, cashOnDeliveryCollects: collects as Extras['cashOnDeliveryCollects'] };
  } catch {
    // The gateway refuses such a cart, and names the field.
    return {};
  }
}

/** The question for a combination of the switches. */
function questionFor(input: Input, asked: Switches): Question {
  const { shipment, cart } = input;
  const { requested, subject, couriers } = extrasOf(input);
  const extras = { ...requested, ...asked };
  const key = [JSON.stringify(extraFields(extras)), cart, subject].join('\n');
  return { shipment: shipment as Shipment, couriers, cart, extras, key, subject };
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
  readonly answer?: QuoteAnswer;
  /** The question that has to be asked first. */
  readonly next?: Question;
}

/**
 * The prices for exactly these switches. Some extras are asked with every question: a row without one is the same row minus its fee.
 * The others are asked separately, because a service may list fewer rows for them. If a row cannot be derived, that combination is
 * asked for all couriers.
 */
export function pricesFor(input: Input, quote: Quote, switched: Switches): Prices {
  const { requested } = extrasOf(input);
  const { answers, listed } = quote;
  const blocking = extraNames.filter((name) => switched[name] && extraTable[name].blocks);
  const known = { ...quote, answers: { ...listed, ...answers } };
  const others = blocking.length ? pricesFor(input, known, withoutBlocking(switched)) : undefined;
  // The question without a blocking extra comes first: its answer has all rows.
  if (others && !others.rates) return others;
  const isWanted = (name: ExtraName) => requested[name] || input.offered.includes(name);
  const asked = perExtra((name) =>
    extraTable[name].asked === 'always' ? !extraRules[name].impossible(requested) && isWanted(name) : switched[name],
  );
  const question = questionFor(input, asked);
  const answer = answers[question.key];
  if (!answer) return { next: question };
  const complete = (rates: readonly Rate[], from: QuoteAnswer): Prices => {
    if (!others?.rates) return { rates, answer: from };
    const rows = withLeftOut(rates, others.rates, blocking);
    return { rates: rowsWithin(rows, blocking, { ...requested, ...switched }), answer: from };
  };
  const derived = rowsWithout(
    extraNames.filter((name) => asked[name] && !switched[name]),
    answer.rates,
    answer.question.extras,
  );
  if (derived) return complete(derived, answer);
  const exact = questionFor(
    input,
    perExtra((name) => asked[name] && switched[name]),
  );
  const found = answers[exact.key];
  return found ? complete(found.rates, found) : { next: exact };
}

/** Completed lists by the list that they come from. An equal list stays the same array, so that it is not rendered again. */
const completed = new WeakMap<readonly Rate[], { others: readonly Rate[]; rows: readonly Rate[] }>();

/** Services that an answer with a blocking extra leaves out stay at their price without it. They cannot be ordered. */
function withLeftOut(rates: readonly Rate[], others: readonly Rate[], blocking: readonly ExtraName[]): readonly Rate[] {
  const found = completed.get(rates);
  if (found?.others === others) return found.rows;
  const listed = new Set(rates.map(serviceKey));
  const missing = others.filter((rate) => !listed.has(serviceKey(rate))).map((rate) => withoutFlags(rate, blocking));
  const rows = missing.length ? orderRows([...rates, ...missing], 'price') : rates;
  completed.set(rates, { others, rows });
  return rows;
}

/** Derived lists by the list that they come from, and by the derivation. An equal list stays the same array. */
const derivedLists = new WeakMap<readonly Rate[], Map<string, readonly Rate[] | undefined>>();

function once<Rows extends readonly Rate[] | undefined>(
  rates: readonly Rate[],
  how: unknown,
  derive: () => Rows,
): Rows {
  const known = derivedLists.get(rates) ?? new Map<string, readonly Rate[] | undefined>();
  derivedLists.set(rates, known);
  const key = JSON.stringify(how);
  if (!known.has(key)) known.set(key, derive());
  return known.get(key) as Rows;
}

/** The rows as they cost without these extras. Undefined if one of them cannot be derived. */
function rowsWithout(
  names: readonly ExtraName[],
  rates: readonly Rate[],
  asked: Switches,
): readonly Rate[] | undefined {
  const [name, ...others] = names;
  if (!name) return rates;
  const rows = once(rates, ['without', name], () => {
    const derived = rates.flatMap((rate) => withoutExtra(name, rate, asked) ?? []);
    return derived.length < rates.length ? undefined : orderRows(derived, 'price');
  });
  return rows && rowsWithout(others, rows, { ...asked, [name]: false });
}

/** Marks rows as rows without an extra that the sum makes impossible: each courier collects within limits of its own. */
function rowsWithin(rates: readonly Rate[], names: readonly ExtraName[], extras: CompleteExtras): readonly Rate[] {
  const beyond = (rate: Rate) => names.filter((name) => extraRules[name].beyond(rate, extras));
  return once(rates, ['within', names, extras], () =>
    rates.some((rate) => beyond(rate).length) ? rates.map((rate) => withoutFlags(rate, beyond(rate))) : rates,
  );
}

/** The row, marked as one without these extras. */
const withoutFlags = (rate: Rate, names: readonly ExtraName[]): Rate => names.reduce(withoutFlag, rate);
