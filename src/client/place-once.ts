import { type Maybe, ReferenceUsed } from '../contract/index.ts';
import { isShippingFailure, type ShippingFailure } from './errors/index.ts';
import { type References, randomReference } from './references.ts';

/** An earlier send had no answer; sending it again found it already placed. */
export interface Recovered {
  success: true;
  recovered: true;
  id: string;
  waybill_id?: Maybe<string>;
  reference_id: string;
}

export type Placed<Response> = (Response & { recovered?: undefined }) | Recovered;

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
  const body = { ...request, reference_id: request.reference_id ?? randomReference() };
  const unanswered = references.unanswered(body.reference_id, body);
  let sent = false;
  try {
    const placed = await send(body, () => {
      sent = true;
    });
    references.settle(body.reference_id);
    return placed as Placed<Response>;
  } catch (thrown) {
    const found = unanswered && isShippingFailure(thrown) ? recovered(thrown, body.reference_id) : undefined;
    if (found) references.settle(body.reference_id);
    // An abort is no answer either: the request may have been on its way.
    else if (sent && (!isShippingFailure(thrown) || thrown.outcome === 'unknown'))
      references.remember(body.reference_id, body);
    if (found) return found;
    throw thrown;
  }
}

function recovered(failure: ShippingFailure, reference: string): Recovered | undefined {
  if (failure.code !== 'refused' || failure.reason !== 'reference-used') return undefined;
  const used = ReferenceUsed.parse(failure.details);
  if (used?.reference_id !== reference || !used.order_id) return undefined;
  return { success: true, recovered: true, id: used.order_id, waybill_id: used.waybill_id, reference_id: reference };
}
