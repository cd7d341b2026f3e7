import { asSent, fingerprint, type Placed, type PlacedWrite, type ShippingClient } from '../../client/index.ts';
import {
  type DraftOrderRequest,
  type DraftOrderResponse,
  isCancellable,
  type OrderRequest,
  type OrderResponse,
  operations,
  type Rate,
  type Rupiah,
} from '../../contract/index.ts';
import { declaredValue, insuredAmount, itemsOf, paymentsOf, type Switches } from '../../quote/index.ts';
import { copyOf } from './copy-of.ts';

/** An order without its courier, which the rate names, and without what the page is asked for. */
export type OrderBody = Omit<OrderRequest, 'courier_company' | 'courier_type' | 'reference_id' | 'grant'>;

/** An order as it stood at the click. Whatever the page sets from then on is for the next one. */
export interface Submission {
  client: ShippingClient;
  request: OrderRequest & DraftOrderRequest;
  reference: string;
  /** The shop's own reference; empty for a random one. */
  shopReference: string;
  rate: Rate | undefined;
  switches: Switches;
  /** When the shop hands the parcel over. */
  readyAt: Date | undefined;
  draft: boolean;
  place: string;
}

export interface PlacedOrder {
  /** Undefined where the service does not say it, as for a draft that was found again. */
  id: string | undefined;
  reference: string;
  /** Undefined until the courier has booked the parcel. */
  waybill: string | undefined;
  /** What was ordered; undefined for a draft without a courier, and for an order of a page before this one. */
  rate: Rate | undefined;
  /** Rupiah that the service charges, which may be another price than the rate's; undefined where it does not say. */
  price: Rupiah | undefined;
  /** Rupiah of it that are paid with the order: what the courier does not collect with the goods; undefined where nobody knows. */
  paid: Rupiah | undefined;
  /** Rupiah that are insured, and that the courier collects; undefined where it is none, or nobody knows. */
  insured: Rupiah | undefined;
  collected: Rupiah | undefined;
  /** When the shop hands the parcel over, as it was said when it was ordered. */
  readyAt: Date | undefined;
  /** Whether it can be cancelled, as far as anybody knows: by its state, and by what the gateway has given. */
  cancellable: boolean;
  draft: boolean;
  /** An earlier try had no answer; it had placed the order. */
  recovered: boolean;
  /** What was placed is not what stands in this page now. */
  other: boolean;
  /** It was placed before: what stands in this page now has not been ordered a second time. */
  before: boolean;
}

export function placedBy(
  { request, reference, rate, readyAt, draft }: Submission,
  answer: Placed<OrderResponse | DraftOrderResponse>,
): PlacedOrder {
  const { recovered = false, id } = answer;
  const waybill = (answer.recovered ? answer.waybill_id : answer.courier?.waybill_id) ?? undefined;
  const price = (answer.recovered ? undefined : answer.price) ?? undefined;
  const collected = request.destination_cash_on_delivery || undefined;
  const charged = price ?? rate?.price;
  const declared = declaredValue(itemsOf(request));
  // Who takes grants gives what cancels it, or lets nobody.
  const final = !answer.recovered && request.grant && !(answer as OrderResponse).cancel;
  return {
    ...{ id, reference, waybill, rate, price, readyAt, draft, recovered, other: false, before: false },
    paid: charged === undefined || !collected ? charged : paymentsOf(charged, collected, declared).now,
    insured: rate && insuredAmount(request, rate),
    collected,
    cancellable: !draft && !final && id !== undefined && isCancellable(answer.recovered ? undefined : answer.status),
  };
}

/** What was placed before, if it is the same order by what the shop calls it, or by its goods. */
export function placedBefore(
  known: readonly PlacedWrite[],
  {
    body,
    draft,
    reference,
    shopReference,
  }: Pick<Submission, 'draft' | 'reference' | 'shopReference'> & { body: object | undefined },
): { order: PlacedOrder; cancel: string | undefined } | undefined {
  // A draft may leave open what is not said yet.
  const { createDraftOrder: row } = operations;
  const goods = body && fingerprint(row.goods?.(asSent(row, copyOf(body) as OrderRequest)) ?? null);
  const isSame = shopReference
    ? (write: PlacedWrite) => write.reference === reference
    : (write: PlacedWrite) => write.goods === goods;
  const found = known.findLast((write) => !write.cancelled && isSame(write));
  if (!found) return undefined;
  const order = {
    ...{ id: found.id, reference: found.reference, waybill: undefined, rate: undefined, price: undefined },
    ...{ paid: undefined, insured: undefined, collected: undefined, readyAt: undefined },
    cancellable: !draft && found.id !== undefined,
    ...{ draft, recovered: false, other: true, before: true },
  };
  return { order, cancel: found.cancel };
}
