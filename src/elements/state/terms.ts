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

/** What terms come to. */
export interface Reading {
  readonly missing: readonly ShipmentPart[];
  /** Rupiah: Σ value × quantity. */
  readonly declared: Rupiah;
  /** The extras as they are wished for, their amounts filled in. */
  readonly wished: SettledExtras;
  /** The extras as they stand: switched on only where there is something to cover or to collect. */
  readonly standing: SettledExtras;
  /** Undefined while the shipment lacks something. */
  readonly question: Question | undefined;
  /** The question, and the extras as they stand, to compare by. */
  readonly texts: { readonly question: unknown; readonly extras: string };
}

export function read(terms: Terms): Reading {
  const { shipment, couriers, cart, extras } = terms;
  const missing = missingParts(shipment);
  const declared = declaredValue(itemsOf(shipment));
  const wished = settleExtras(extras, declared);
  const standing = { ...wished, ...switchesInForce(wished) };
  const question = missing.length
    ? undefined
    : {
        shipment: shipment as Shipment,
        couriers: codes(couriers),
        extras: { ...wished, ...askable(wished) },
        ...(cart && { cart }),
      };
  return {
    ...{ missing, declared, wished, standing, question },
    texts: { question: asText(question, shipment), extras: JSON.stringify(standing) },
  };
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

/** Whether two questions ask the same of the same couriers; a cart that is signed anew is still that cart. */
export function isSameSubject(a: Question | undefined, b: Question): boolean {
  return asText(a && { ...a, cart: '' }, a?.shipment) === asText({ ...b, cart: '' }, b.shipment);
}
