import { type Maybe, ReferenceUsed } from '../contract/index.ts';
import { isShippingFailure, type ShippingFailure } from './errors/index.ts';
import { type References, randomReference } from './references.ts';

/** An earlier send had no answer; sending it again found it already placed. */
export interface Recovered {
  success: true;
  recovered: true;
  /** Unknown for a draft: the service does not say which one has the reference (contract.md §2). */
  id: string | undefined;
  waybill_id?: Maybe<string>;
  reference_id: string;
}

export type Placed<Response> = (Response & { recovered?: undefined }) | Recovered;

/** Drafts have a code of their own for a used reference, without details (contract.md §2). */
const draftReferenceTaken = 42211015;

interface Referable {
  reference_id?: string;
}

/**
 * Sends a write under a reference. When an earlier send of the same body had no answer and the service now says that
 * this reference is used, the write had worked: that is success, not an error (design.md, client).
 */
export async function placeOnce<Request extends Referable, Response extends { id: string }>(
  references: References,
  request: Request,
  send: (body: Request, onSend: () => void) => Promise<Response>,
): Promise<Placed<Response>> {
  const body = structuredClone({ ...request, reference_id: request.reference_id ?? randomReference() });
  const unanswered = references.unanswered(body.reference_id, body);
  let sent = false;
  try {
    const placed = await send(body, () => {
      sent = true;
    });
    references.settle(body.reference_id);
    return placed as Placed<Response>;
  } catch (thrown) {
    if (!isShippingFailure(thrown)) {
      // An abort is no answer either: the request may have been on its way.
      if (sent) references.remember(body.reference_id, body);
      throw thrown;
    }
    if (unanswered) {
      const found = recovered(thrown, body.reference_id);
      if (found) {
        references.settle(body.reference_id);
        return found;
      }
      // Whatever this try came to, it says nothing about the earlier one.
      thrown.outcome = 'unknown';
    }
    if (thrown.outcome === 'unknown' && sent) references.remember(body.reference_id, body);
    throw thrown;
  }
}

function recovered(failure: ShippingFailure, reference: string): Recovered | undefined {
  if (failure.code !== 'refused' || failure.reason !== 'reference-used') return undefined;
  const used = ReferenceUsed.parse(failure.details);
  const mine = failure.serviceCode === draftReferenceTaken || (used?.reference_id === reference && used.order_id);
  if (!mine) return undefined;
  const { order_id, waybill_id } = used ?? {};
  return { success: true, recovered: true, id: order_id ?? undefined, waybill_id, reference_id: reference };
}
