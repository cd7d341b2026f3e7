import type { CancelRequest, CancelResponse } from '../contract/index.ts';
import { isShippingFailure, type ShippingFailure } from './errors/index.ts';

/**
 * Sends a cancellation. When an earlier one of the same order had no answer and the service now says that the order
 * already is cancelled, the earlier one had worked: that is success, not an error.
 * @param lost ids of the orders whose cancellation nobody answered
 */
export async function cancelOnce(
  lost: Set<string>,
  request: CancelRequest,
  send: () => Promise<CancelResponse>,
): Promise<CancelResponse> {
  try {
    const cancelled = await send();
    lost.delete(request.id);
    return cancelled;
  } catch (thrown) {
    if (!isShippingFailure(thrown)) throw thrown;
    if (lost.has(request.id) && alreadyCancelled(thrown)) {
      lost.delete(request.id);
      return { success: true, id: request.id, status: 'cancelled' };
    }
    if (thrown.outcome === 'unknown') lost.add(request.id);
    throw thrown;
  }
}

/** 40002053 is one code for every state that forbids it; the service's words tell which (contract.md §2). */
function alreadyCancelled(failure: ShippingFailure): boolean {
  return (
    failure.code === 'refused' &&
    failure.reason === 'not-cancellable' &&
    /already cancell?ed/i.test(failure.serviceMessage ?? '')
  );
}
