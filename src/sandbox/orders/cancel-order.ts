import { CancelRequest, type CancelResponse } from '../../contract/index.ts';
import { checkRequest } from '../check-request.ts';
import type { Context } from '../context.ts';
import { Refusal, refuse } from '../refusal.ts';
import { changeOrder, withStatus } from './change-order.ts';
import { alreadyPast, cancelCodes } from './codes.ts';
import { cancellable } from './states.ts';

/** `POST /v1/orders/:id/cancel`; the body may be missing (contract/README.md §7). */
export async function cancelOrder(body: object, { store, now }: Context): Promise<CancelResponse> {
  const request = checkRequest(CancelRequest, body, cancelCodes, refuse);
  const reason = {
    cancellation_reason_code: request.cancellation_reason_code ?? 'others',
    cancellation_reason: request.cancellation_reason ?? null,
  };
  const { id, status } = await changeOrder(store, request.id, (order) => {
    if (!cancellable(order.status))
      throw new Refusal(alreadyPast, `Cannot cancel order because order already ${order.status}`);
    const cancelled = withStatus(order, 'cancelled', now);
    return { ...cancelled, document: { ...cancelled.document, ...reason } };
  });
  return { success: true, message: 'Order successfully deleted', object: 'order', id, status, ...reason };
}
