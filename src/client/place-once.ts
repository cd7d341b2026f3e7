import { type Maybe, ReferenceUsed } from '../contract/index.ts';
import type { ShippingFailure } from './errors/index.ts';
import { randomReference } from './fingerprint.ts';
import { sendOnce } from './send-once.ts';
import type { Unanswered } from './unanswered.ts';

/** An earlier send had no answer; sending it again found it already placed. */
export interface Recovered {
  success: true;
  recovered: true;
  /** Unknown for a draft: the service does not say which one has the reference (contract/README.md §2.4). */
  id: string | undefined;
  waybill_id?: Maybe<string>;
  reference_id: string;
}

export type Placed<Response> = (Response & { recovered?: undefined }) | Recovered;

/** Drafts have a code of their own for a used reference, without details (contract/README.md §2.4). */
const draftReferenceTaken = 42211015;

interface Referable {
  reference_id?: string;
}

/**
 * Sends a write under a reference. When an earlier send of the same body had no answer and the service now says that
 * this reference is used, the write had worked: that is success, not an error (contract/README.md §2.3).
 */
export async function placeOnce<Request extends Referable, Response extends { id: string }>(
  unanswered: Unanswered,
  request: Request,
  send: (body: Request, onSend: () => void) => Promise<Response>,
): Promise<Placed<Response>> {
  const reference = request?.reference_id ?? randomReference();
  const body = { ...request, reference_id: reference };
  return sendOnce<Placed<Response>>(
    unanswered,
    reference,
    body,
    (onSend) => send(body, onSend) as Promise<Placed<Response>>,
    (failure) => recovered(failure, body.reference_id),
  );
}

function recovered(failure: ShippingFailure, reference: string): Recovered | undefined {
  if (failure.code !== 'refused' || failure.reason !== 'reference-used') return undefined;
  const used = ReferenceUsed.safeParse(failure.details).data;
  const mine = failure.serviceCode === draftReferenceTaken || (used?.reference_id === reference && used.order_id);
  if (!mine) return undefined;
  const { order_id, waybill_id } = used ?? {};
  return { success: true, recovered: true, id: order_id ?? undefined, waybill_id, reference_id: reference };
}
