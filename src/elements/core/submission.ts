import { asSent, fingerprint, type Placed, type PlacedWrite } from '../../client/index.ts';
import {
  type DraftOrderRequest,
  type DraftOrderResponse,
  isCancellable,
  type OrderedDestination,
  type OrderRequest,
  type OrderResponse,
  operations,
  type PromisedArrival,
  type Rate,
  type Rupiah,
  wholeRupiah,
} from '../../contract/index.ts';
import type { Payments, Switches } from '../../extras/index.ts';
import { insuredAmount } from '../../quote/index.ts';
import { isNumberOf } from './references.ts';

/** The claims of a token, unverified. Only ASCII claims are read correctly. Empty if the token cannot be read. */
export function unverifiedClaims(token: unknown): Readonly<Record<string, unknown>> {
  // A thrown error costs milliseconds on a phone, and many pages have no token.
  if (!token) return {};
  try {
    const [, payload = ''] = String(token).split('.');
    return Object(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch {
    return {};
  }
}

/** Milliseconds that a token is valid for. NaN if it does not say. A device's clock may be hours off, and tells only what has passed. */
export function lifetimeOf(token: unknown): number {
  const { exp, iat } = unverifiedClaims(token) as { exp: number; iat: number };
  return (exp - iat) * 1000;
}

/** An order without its courier, which the rate names, and without its grant. */
export type OrderBody = Omit<OrderRequest, 'courier_company' | 'courier_type' | 'reference_id' | 'grant'>;

/** An order as it stood at the click. It does not change afterwards. */
export interface Submission {
  readonly request: OrderRequest & DraftOrderRequest;
  readonly reference: string;
  /** The shop's own reference. Empty for a random one. */
  readonly shopReference: string;
  readonly rate: Rate | undefined;
  readonly switches: Switches;
  /** As they stood on screen at the click. Undefined without a rate. */
  readonly payments: Payments | undefined;
  /** Rupiah that the goods cost, as the bill had them. Undefined if the page did not say it. */
  readonly goods?: Rupiah | undefined;
  /** When the shop hands the parcel over. */
  readonly readyAt: Date | undefined;
  /** As it was promised on screen. */
  readonly arrival?: PromisedArrival | undefined;
  readonly draft: boolean;
}

/** An order or draft that was placed. */
export interface PlacedOrder {
  /** Undefined if the service does not say it, as for a draft that was found again. */
  id: string | undefined;
  reference: string;
  /** Whether `reference` is the shop's own number, which the shopper may know. */
  isShopReference?: boolean;
  /** Undefined until the courier has booked the parcel. */
  waybill?: string | undefined;
  /** The ordered rate. Undefined for a draft without a courier, and for an order of an earlier page. */
  rate?: Rate | undefined;
  /** Rupiah that the service charges. May differ from the rate's price. Undefined if the service does not say. */
  price?: Rupiah | undefined;
  /** Rupiah for goods and delivery that the courier does not collect. Undefined if unknown. */
  payNow?: Rupiah | undefined;
  /** Rupiah that the goods cost. Undefined if neither the page nor the sum at the door says it. */
  goods?: Rupiah | undefined;
  /** Rupiah that are insured. Undefined if none, or unknown. */
  insuredAmount?: Rupiah | undefined;
  /** Rupiah that the courier collects. Undefined if unknown. */
  payAtDoor?: Rupiah | undefined;
  /** When the shop hands the parcel over, as it was set at the click. */
  readyAt?: Date | undefined;
  /** When the parcel is promised to arrive, as it was shown at the click. Undefined without a calendar of the shop. */
  arrival?: PromisedArrival | undefined;
  /** The shop brings the parcel to a counter of the courier. */
  isDroppedOff?: boolean;
  /** The gateway's token that shows where the parcel is. Undefined without tracking, and for an order of an earlier page. */
  track?: string | undefined;
  /** Until when the gateway's token cancels it. Undefined without one. */
  cancelUntil?: Date | undefined;
  /** Whether it can be cancelled, as far as its state and the gateway tell. */
  cancellable: boolean;
  draft: boolean;
  /** An earlier try had no answer. It had placed the order. */
  recovered: boolean;
  /** The placed order is not the one in this page now. */
  other: boolean;
  /** The same goods were placed before. Nothing was ordered a second time. */
  before: boolean;
}

/**
 * The placed order of an answer. Missing fields are taken from the sent order: with a grant, from the grant.
 * @param now when it was answered, in milliseconds since the epoch
 */
export function placedBy(
  { request, reference, shopReference, rate, payments, goods, readyAt, arrival, draft }: Submission,
  answer: Placed<OrderResponse | DraftOrderResponse>,
  now: number,
): PlacedOrder {
  const { recovered = false, id } = answer;
  const waybill = (answer.recovered ? answer.waybill_id : answer.courier?.waybill_id) ?? undefined;
  const reported = answer.recovered
    ? undefined
    : (answer as Partial<OrderResponse> & Pick<OrderedDestination, 'cash_on_delivery'>);
  const ordered = request.grant ? { ...Object(unverifiedClaims(request.grant).order), items: request.items } : request;
  // Its amounts may be text of digits. A draft may leave fields open, as a grant does.
  const sent = asSent<DraftOrderRequest>(operations.createDraftOrder, ordered);
  // The gateway's answer has `cash_on_delivery` at its top level, not in `destination`.
  const { amount: collected } = reported?.cash_on_delivery ?? reported?.destination?.cash_on_delivery ?? {};
  const payAtDoor = collected ?? sent.destination_cash_on_delivery ?? 0;
  const payNow = payments && Math.max(0, payments.payNow + payments.payAtDoor - payAtDoor);
  const price = reported?.price ?? undefined;
  // A gateway that takes grants also gives the token that cancels the order. Without it the order is final.
  const cancel = 'cancel' in answer && answer.cancel;
  const final = !answer.recovered && request.grant && !cancel;
  const lifetime = lifetimeOf(cancel);
  return {
    id,
    reference,
    isShopReference: shopReference !== '',
    waybill,
    rate,
    price,
    payNow,
    payAtDoor,
    // The rows of a bill add up to what is collected, also where a grant has COD and the page has not.
    goods: payAtDoor && rate && payNow !== undefined ? payNow + payAtDoor - wholeRupiah(rate.price) : goods,
    readyAt,
    arrival,
    isDroppedOff: sent.origin_collection_method === 'drop_off',
    draft,
    track: ('track' in answer && answer.track) || undefined,
    recovered,
    other: false,
    before: false,
    cancelUntil: lifetime >= 0 ? new Date(now + lifetime) : undefined,
    insuredAmount: (reported?.courier?.insurance?.amount ?? (rate && insuredAmount(sent, rate))) || undefined,
    cancellable: !draft && !final && id !== undefined && isCancellable(answer.recovered ? undefined : answer.status),
  };
}

/**
 * Rupiah that the delivery costs the shopper. If the courier collects it with the goods, the price that was shown: the fee of COD
 * grows with the sum, and the shop pays the difference.
 */
export const shopperPrice = ({ rate, price, payNow }: PlacedOrder): Rupiah | undefined =>
  (payNow === 0 ? rate?.price : undefined) ?? price ?? rate?.price;

/** The newest of those that were placed before for the shop's own reference, or else for these goods. None if that was cancelled. */
export function placedBefore(
  known: readonly PlacedWrite[],
  { body, shopReference }: Pick<Submission, 'shopReference'> & { body: object | undefined },
): PlacedWrite | undefined {
  // Goods are compared as a draft, because a draft may leave fields open.
  const { createDraftOrder } = operations;
  const goods =
    body && fingerprint(createDraftOrder.goods?.(asSent(createDraftOrder, copyOf(body) as DraftOrderRequest)) ?? null);
  const newest = known.findLast(({ reference, goods: ordered }) =>
    shopReference ? isNumberOf(reference, shopReference) : ordered === goods,
  );
  return newest?.cancelled ? undefined : newest;
}

/**
 * An order of an earlier page: only its numbers are known.
 * @param shopReference the shop's own reference. Empty for a random one
 */
export function earlierOrder({ id, reference, operation }: PlacedWrite, shopReference: string): PlacedOrder {
  const draft = operation === 'createDraftOrder';
  return {
    id,
    reference,
    isShopReference: shopReference !== '',
    cancellable: !draft && id !== undefined,
    draft,
    recovered: false,
    other: false,
    before: true,
  };
}

/**
 * A copy of what a page hands over, as JSON. It may be a Proxy of a framework, which `structuredClone` refuses.
 * @throws {TypeError} if JSON cannot hold it: a circle, a BigInt
 */
export function copyOf<T>(value: T): T {
  const text = JSON.stringify(value);
  return text === undefined ? value : JSON.parse(text);
}
