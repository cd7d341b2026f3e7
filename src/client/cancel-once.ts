import type { CancelRequest, CancelResponse } from '../contract/index.ts';
import type { ShippingFailure } from './errors/index.ts';
import { sendOnce } from './send-once.ts';
import type { Unanswered } from './unanswered.ts';

/**
 * Sends a cancellation. When an earlier one of the same order had no answer and the service now says that the order
 * already is cancelled, the earlier one had worked: that is success, not an error.
 */
export async function cancelOnce(
  unanswered: Unanswered,
  { id }: CancelRequest,
  send: (onSend: () => void) => Promise<CancelResponse>,
): Promise<CancelResponse> {
  return sendOnce(unanswered, String(id), {}, send, (failure) =>
    alreadyCancelled(failure) ? { success: true, id, status: 'cancelled' } : undefined,
  );
}

/** 40002053 is one code for every state that forbids it; the service's words tell which (contract/README.md §2.5). */
function alreadyCancelled(failure: ShippingFailure): boolean {
  return (
    failure.code === 'refused' &&
    failure.reason === 'not-cancellable' &&
    /already cancell?ed/i.test(failure.serviceMessage ?? '')
  );
}
