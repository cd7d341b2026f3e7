import { isShippingFailure, type Placed } from '../../client/index.ts';
import { type DraftOrderResponse, type OrderResponse, type Rate, ReferenceUsed } from '../../contract/index.ts';
import type { Attempt } from './attempt.ts';
import type { Trace } from './pending.ts';

export type OrderAnswer = Placed<OrderResponse | DraftOrderResponse>;

export interface PlacedOrder {
  /** Undefined for a draft that was found again: the service does not say which one it is. */
  id: string | undefined;
  reference: string;
  /** Undefined until the courier has booked the parcel. */
  waybill: string | undefined;
  /** What was ordered; undefined for a draft without a courier, and for an order of a page before this one. */
  rate: Rate | undefined;
  draft: boolean;
  /** An earlier try had no answer; it had placed the order. */
  recovered: boolean;
  /** What was placed is not what stands in this page now. */
  other: boolean;
}

export function placedBy({ reference, rate, draft }: Attempt, answer: OrderAnswer): PlacedOrder {
  const waybill = answer.recovered ? answer.waybill_id : answer.courier?.waybill_id;
  const recovered = answer.recovered === true;
  return { id: answer.id, reference, waybill: waybill ?? undefined, rate, draft, recovered, other: false };
}

/**
 * The order that a trace was left by, when the service says that its reference is used: it had been placed, maybe with
 * another cart than the one that was sent now.
 */
export function foundBy(attempt: Attempt, trace: Trace, error: unknown): PlacedOrder | undefined {
  if (!isShippingFailure(error) || error.code !== 'refused' || error.reason !== 'reference-used') return undefined;
  const { reference, rate, draft, print } = attempt;
  const used = ReferenceUsed.safeParse(error.details).data;
  if (!draft && used?.reference_id !== reference) return undefined;
  const other = trace.print !== print;
  return {
    id: used?.order_id ?? undefined,
    reference,
    waybill: used?.waybill_id ?? undefined,
    rate: other ? undefined : rate,
    draft,
    recovered: true,
    other,
  };
}
