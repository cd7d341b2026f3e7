import {
  absent,
  type BlockingExtra,
  blockingExtras,
  type ExtraName,
  extraNames,
  extraTable,
  type PromisedArrival,
  perExtra,
  type Rate,
  type RatesRequest,
  type Rupiah,
} from '../../contract/index.ts';
import {
  availabilityOf,
  type CompleteExtras,
  type CourierLimit,
  claimedByCart,
  completeExtras,
  declaredValue,
  effectiveSwitches,
  extraFields,
  extraRules,
  isAvailable,
  lockOf,
  type Switches,
  withoutBlocking,
  withoutFlag,
} from '../../extras/index.ts';
import {
  type ArrivalSpan,
  cheapestOf,
  findRate,
  itemsOf,
  missingParts,
  orderRows,
  promiseAt,
  ratesRequest,
  recommendedOf,
  type Shipment,
  selectableOf,
  serviceKey,
  spanOf,
  withoutExtra,
} from '../../quote/index.ts';
import { inProgress } from './order.ts';
import type { Input, OpenQuestion, Question, Quote, QuoteAnswer, State } from './state.ts';
import { unverifiedClaims } from './submission.ts';

// The prices, in the order in which they come about: what is asked, what each switch costs, and what a row says.

/** Comma-separated codes, or an array of them. They are compared exactly. */
export const codes = (list: string | readonly string[] | null | undefined): string[] =>
  String(list ?? '')
    .split(',')
    .flatMap((code) => code.trim() || []);

/** Computes its value once for each state, or for each input. */
export function memoised<From extends object, Value>(compute: (from: From) => Value): (from: From) => Value {
  const known = new WeakMap<From, { value: Value }>();
  return (from) => {
    const found = known.get(from) ?? { value: compute(from) };
    known.set(from, found);
    return found.value;
  };
}

/** What follows from the input alone. */
export const extrasOf = memoised((input: Input) => {
  const { shipment, extras, cart } = input;
  const couriers = codes(input.couriers);
  const declared = declaredValue(itemsOf(shipment));
  const settings = { ...extras, ...claimedByCart(unverifiedClaims(cart)) };
  const requested = completeExtras(settings, declared);
  const effective = { ...requested, ...effectiveSwitches(requested) };
  const goods = settings.cashOnDeliveryAmount;
  return {
    missing: missingParts(shipment),
    /** Rupiah: Σ value × quantity. */
    declared,
    /** Rupiah that the goods cost: the subtotal of the signed cart, or as the page has set it. Undefined if neither says it. */
    goods,
    /** Rupiah that the courier collects for goods whose price neither says: a part of the sum at the door. Undefined without COD. */
    collected: effective.cashOnDelivery && absent(goods) ? requested.cashOnDeliveryAmount : undefined,
    /** The switches as they were set, their amounts filled in. */
    requested,
    /** The switches in effect. A switch is on only if there is something to insure or to collect. */
    effective,
    /** Courier codes that are asked. None means all. */
    couriers,
    /** Shipment and couriers as text, in whatever order its fields were set, and the extras in effect as text. */
    subject: JSON.stringify([Object.entries(shipment ?? {}).sort(), couriers]),
    extras: JSON.stringify(extraFields(effective)),
  };
});

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
    const possible = rowsWithin(rows, blocking, { ...requested, ...switched });
    return { rates: rowsNotRefused(possible, blocking, input, quote), answer: from };
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

/** What an order with an extra was refused for: the extra, the service, the shipment, and the sums, which may be beyond a limit. */
export const refusalKey = (name: ExtraName, rate: Rate, input: Input): string =>
  [name, serviceKey(rate), extrasOf(input).subject, extrasOf(input).goods, declaredValue(itemsOf(input.shipment))].join(
    '\n',
  );

/** Marks rows as rows without an extra with which the service has refused to order them. */
function rowsNotRefused(
  rates: readonly Rate[],
  names: readonly ExtraName[],
  input: Input,
  { refused }: Quote,
): readonly Rate[] {
  if (!refused.length) return rates;
  return once(rates, ['refused', names, refused, extrasOf(input).subject, extrasOf(input).goods], () =>
    rates.map((rate) =>
      withoutFlags(
        rate,
        names.filter((name) => refused.includes(refusalKey(name, rate, input))),
      ),
    ),
  );
}

/** The row, marked as one without these extras. */
const withoutFlags = (rate: Rate, names: readonly ExtraName[]): Rate => names.reduce(withoutFlag, rate);

/** The statuses with a custom state of their own. */
export const comparisonStates = ['incomplete', 'loading', 'stale', 'empty', 'error', 'offline'] as const;
export type ComparisonStatus = (typeof comparisonStates)[number] | 'ready';

const none: readonly never[] = [];

/** The parts that the shipment lacks. */
export const missing = ({ input }: State) => (input.rates ? none : extrasOf(input).missing);

/** Rupiah: Σ value × quantity. */
export const declared = ({ input }: State): Rupiah => extrasOf(input).declared;

/** The prices for the switches as they stand, or the question that they need. */
export const current = memoised(({ input, quote }: State): Prices => {
  if (input.rates) return { rates: input.rates };
  const { missing, effective } = extrasOf(input);
  return missing.length || input.problem ? {} : pricesFor(input, quote, effective);
});

/** What the service has to be asked now. Undefined if every price is known, and while an order is in progress. */
export const question = memoised((state: State): OpenQuestion | undefined => {
  const { refreshes, outdated, isPaused } = state.quote;
  const { next, answer } = current(state);
  const asked = next ?? answer?.question;
  const fresh = asked !== undefined && outdated.includes(asked.key);
  const isAnswered = !next && !fresh;
  if (!asked || isAnswered || inProgress(state.order) || (fresh && isPaused)) return undefined;
  return { ...asked, refresh: refreshes, fresh };
});

/**
 * The question what an extra costs that is asked for separately, before its switch is moved. Undefined unless the page offers it, it is off and
 * possible, and at least one rate can have it.
 */
export const ahead = memoised((state: State): OpenQuestion | undefined => {
  const { input, quote, order } = state;
  if (input.rates || inProgress(order) || status(state) !== 'ready' || question(state)) return undefined;
  const { requested, effective } = extrasOf(input);
  const name = blockingExtras.find(
    (name) =>
      input.offered.includes(name) &&
      !effective[name] &&
      !lockOf(name, requested) &&
      rates(state).some((row) => isAvailable(name, row)),
  );
  const { next } = name ? pricesFor(input, quote, { ...effective, [name]: true }) : {};
  return next && { ...next, refresh: quote.refreshes, fresh: quote.outdated.includes(next.key) };
});

/** Why the rates could not be asked. */
export function error(state: State): Error | undefined {
  const { input, quote } = state;
  if (input.rates) return undefined;
  if (input.problem) return input.problem;
  const { next } = current(state);
  return next && quote.failed?.key === next.key ? quote.failed.error : undefined;
}

/** What stands in the place of the rates. */
export const status = memoised((state: State): ComparisonStatus => {
  const { input, quote } = state;
  if (missing(state).length && !input.problem) return 'incomplete';
  if (error(state)) return quote.failed?.offline && !input.problem ? 'offline' : 'error';
  const { rates } = current(state);
  if (!rates) return quote.shown?.rates.length ? 'stale' : 'loading';
  return rates.length ? 'ready' : 'empty';
});

/** The custom states of the status: at most one of them is on. */
export const statusStates = (state: State): Record<string, boolean> =>
  Object.fromEntries(comparisonStates.map((name) => [name, name === status(state)]));

/** The rates on screen, cheapest first. */
export const rates = ({ quote }: State): readonly Rate[] => quote.shown?.rates ?? none;

/** The rates that the short list is made of: without extras, even if some are switched on. */
export const bare = memoised(({ input, quote }: State): readonly Rate[] => {
  if (input.rates) return input.rates;
  const { rates } = pricesFor(
    input,
    quote,
    perExtra(() => false),
  );
  return rates ?? pricesFor(input, quote, withoutBlocking(extrasOf(input).effective)).rates ?? quote.shown?.rates ?? [];
});

/** The rates on screen that have the extras that are on. */
export const selectable = memoised((state: State): readonly Rate[] =>
  selectableOf(rates(state), extrasOf(state.input).effective),
);

/** The rate that is recommended, by the prices and dates on screen. */
export const recommended = memoised((state: State): Rate | undefined =>
  recommendedOf(selectable(state), state.input.recommended, declared(state), (rate) => dates(state, rate)),
);

/**
 * The fee of an extra in rupiah: of the chosen rate, or else the least of all. Undefined if the choice, or every rate, cannot have it.
 * `unknown`: it was not asked yet.
 */
export function feeOf(state: State, name: ExtraName): { fee: Rupiah; least: boolean } | 'unknown' | undefined {
  const { input, quote, choice } = state;
  if (input.rates) return undefined;
  const { rates } = pricesFor(input, quote, { ...extrasOf(input).effective, [name]: true });
  if (!rates) return quote.shown && extraTable[name].asked === 'switched' ? 'unknown' : undefined;
  const own = choice.rate && findRate(rates, serviceKey(choice.rate));
  // The switch does not add a mandatory extra.
  const rows = own
    ? [own].filter((row) => isAvailable(name, row))
    : rates.filter((row) => availabilityOf(name, row) === 'optional');
  // "From Rp 0" would say nothing.
  const fees = rows
    .map((row) => row[extraTable[name].fee] ?? Number.POSITIVE_INFINITY)
    .filter((fee) => own || fee !== 0);
  const fee = Math.min(...fees);
  return Number.isFinite(fee) ? { fee, least: !own } : undefined;
}

/** The cheapest rate on screen that can have an extra beside those that are on. Undefined if the chosen one can, and without a choice. */
export function insteadFor(state: State, name: ExtraName): Rate | undefined {
  const { input, quote, choice } = state;
  if (!choice.rate || isAvailable(name, choice.rate)) return undefined;
  const switched = { ...extrasOf(input).effective, [name]: true };
  // Couriers collect within limits of their own.
  const known = input.rates ? undefined : pricesFor(input, quote, switched).rates;
  const able = new Set(selectableOf(known ?? rates(state), switched).map(serviceKey));
  return cheapestOf(rates(state).filter((rate) => able.has(serviceKey(rate))));
}

/** The limit that keeps the courier of a row from an extra that is on, if the service has it for other sums. */
export function limitOf(state: State, name: ExtraName, rate: Rate): CourierLimit | undefined {
  const { input, quote } = state;
  const { effective } = extrasOf(input);
  const before = pricesFor(input, quote, withoutBlocking(effective)).rates ?? [];
  const otherwise = findRate(before, serviceKey(rate));
  return otherwise && isAvailable(name, otherwise) ? extraRules[name].beyond(rate, effective) : undefined;
}

/** The extra that is on and that no rate can have, so that none can be chosen. */
export const blockedEverywhere = (state: State): BlockingExtra | undefined => {
  const { effective } = extrasOf(state.input);
  const shown = rates(state);
  return blockingExtras.find(
    (name) => effective[name] && shown.length > 0 && shown.every((row) => !isAvailable(name, row)),
  );
};

/** When a rate is promised to arrive, by the page's calendar or the gateway's. The same object until the promise changes. */
export const promised = ({ input, moment }: State, rate: Rate | undefined): PromisedArrival | undefined =>
  rate && (input.calendar ? input.calendar.promise(rate, moment) : promiseAt(rate.arrivals, moment));

/** The dates of a rate, as its row says them. */
export const dates = (state: State, rate: Rate): ArrivalSpan | undefined =>
  spanOf(rate, { promise: promised(state, rate), readyAt: state.input.readyAt }, state.moment);

/** Whether a row says when it arrives: it changes with the time. */
export const isDated = (state: State): boolean =>
  rates(state).length > 0 &&
  (state.input.readyAt !== undefined || rates(state).some((rate) => promised(state, rate) !== undefined));
