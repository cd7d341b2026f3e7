import {
  type CancellationReason,
  CancelRequest,
  type CancelResponse,
  cancellationReasons,
} from '../../contract/index.ts';
import { checkRequest } from '../check-request.ts';
import type { Context } from '../context.ts';
import { refuse, SandboxRefusal } from '../refusal.ts';
import { changeOrder, withStatus } from './change-order.ts';
import { alreadyPast, cancelCodes } from './codes.ts';
import { cancellable } from './states.ts';

/** `POST /v1/orders/:id/cancel` and `DELETE /v1/orders/:id`. The body may be empty (contract/README.md §7). */
export async function cancelOrder(body: object, { store, now, webhooks }: Context): Promise<CancelResponse> {
  const request = checkRequest(CancelRequest, body, cancelCodes, refuse);
  const reason = {
    cancellation_reason_code: request.cancellation_reason_code ?? 'others',
    cancellation_reason: request.cancellation_reason ?? null,
  };
  const cancelled = await changeOrder(store, request.id, (order) => {
    if (!cancellable(order.status))
      throw new SandboxRefusal(alreadyPast, `Cannot cancel order because order already ${order.status}`);
    const moved = withStatus(order, 'cancelled', now);
    return { ...moved, document: { ...moved.document, ...reason } };
  });
  webhooks.send(cancelled);
  const { id, status } = cancelled;
  return { success: true, message: 'Order successfully deleted', object: 'order', id, status, ...reason };
}

/** Our texts for the service's codes. */
const words: Record<'en' | 'id', Record<CancellationReason, string>> = {
  en: {
    change_courier: 'Another courier',
    pickup_delay: 'The courier is late',
    change_address: 'Another address',
    others: 'Another reason',
  },
  id: {
    change_courier: 'Ganti kurir',
    pickup_delay: 'Kurir terlambat menjemput',
    change_address: 'Ganti alamat',
    others: 'Alasan lain',
  },
};

/** `GET /v1/orders/cancellation_reasons?lang=`. English by default. */
export function listCancellationReasons({ lang }: Record<string, unknown>): object {
  const texts = words[lang === 'id' ? 'id' : 'en'];
  return {
    success: true,
    message: 'Order cancellation reasons successfully retrieved',
    cancellation_reasons: cancellationReasons.map((code) => ({ code, reason: texts[code] })),
  };
}
