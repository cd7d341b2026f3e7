import type { RatesRequest, Rupiah } from '../../contract/index.ts';
import {
  type Answer,
  askable,
  declaredValue,
  type Extras,
  itemsOf,
  missingParts,
  ratesRequest,
  type SettledExtras,
  type Shipment,
  type ShipmentPart,
  type Switches,
  settleExtras,
  switchesInForce,
} from '../../quote/index.ts';
import { codes } from '../shared/converters.ts';
import { jsonOf } from './copy-of.ts';

/** What page and shopper want to have compared. */
export interface Terms {
  readonly shipment: Partial<Shipment> | undefined;
  /** Courier codes that the page wants compared, comma-separated; empty means all. */
  readonly couriers: string;
  /** Codes that the shopper wants to see of these; none means all. */
  readonly picks: readonly string[];
  /** The cart as the shop's server has signed it, for the gateway; empty where there is none. */
  readonly cart: string;
  /** As they are wished for, whether or not they are possible. */
  readonly extras: Extras;
}

/**
 * What the service is asked for: with every extra that there is something to cover or to collect for, however the switches
 * stand, so that the answer has the price of each combination of them.
 */
export interface Question {
  shipment: Shipment;
  /** Courier codes; none means all that the service lists. */
  couriers: readonly string[];
  extras: SettledExtras;
  cart?: string;
}

/** What has become of a question. */
export interface Quote {
  question: Question;
  /** The codes that were asked. */
  couriers: readonly string[];
  /** As they came. */
  answers: readonly Answer[];
  /** Of some couriers or for some combination of the switches alone: what was answered before stands beside it. */
  part: boolean;
  /** Milliseconds from the question to the answer. */
  duration: number;
  /** It was asked on behalf of an order: the same price is no news then. */
  quiet: boolean;
}

export function missingIn({ shipment }: Terms): ShipmentPart[] {
  return missingParts(shipment);
}

/** Rupiah: Σ value × quantity. */
export function declaredIn({ shipment }: Terms): Rupiah {
  return declaredValue(itemsOf(shipment));
}

/** The extras as they are wished for, their amounts filled in. */
export function wishedExtras(terms: Terms): SettledExtras {
  return settleExtras(terms.extras, declaredIn(terms));
}

/** The extras as they stand: switched on only where there is something to cover or to collect. */
export function standingExtras(terms: Terms): SettledExtras {
  const wished = wishedExtras(terms);
  return { ...wished, ...switchesInForce(wished) };
}

/** Undefined while the shipment lacks something. */
export function questionOf(terms: Terms): Question | undefined {
  if (missingIn(terms).length) return undefined;
  const { shipment, couriers, cart } = terms;
  const wished = wishedExtras(terms);
  const extras = { ...wished, ...askable(wished) };
  return { shipment: shipment as Shipment, couriers: codes(couriers), extras, ...(cart && { cart }) };
}

/**
 * A question as it is sent.
 * @param couriers the codes that are asked
 * @param asked the switches that it is asked with
 */
export function requestOf(
  { shipment, extras, cart }: Question,
  couriers: readonly string[],
  asked: Switches = extras,
): RatesRequest {
  return { ...ratesRequest(shipment, couriers, { ...extras, ...asked }), ...(cart && { cart }) };
}

/** What is asked, as a text to compare by; what is shipped itself where JSON cannot write it, as the client will say. */
export function asText(asked: unknown, shipment: unknown): unknown {
  try {
    return jsonOf(asked);
  } catch {
    return shipment;
  }
}

/** Whether two questions read the same. */
export function isSameQuestion(a: Question | undefined, b: Question | undefined): boolean {
  return asText(a, a?.shipment) === asText(b, b?.shipment);
}

/** Whether two questions ask the same of the same couriers; a cart that is signed anew is still that cart. */
export function isSameSubject(a: Question | undefined, b: Question): boolean {
  return isSameQuestion(a && { ...a, cart: '' }, { ...b, cart: '' });
}
