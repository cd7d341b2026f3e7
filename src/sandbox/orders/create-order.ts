import { OrderRequest, type OrderResponse } from '../../contract/index.ts';
import { checkRequest } from '../check-request.ts';
import type { Context } from '../context.ts';
import { refuse, SandboxRefusal } from '../refusal.ts';
import type { OrderRecord } from '../store/index.ts';
import { book, laneOfOrder } from './booking.ts';
import { historyEntry } from './change-order.ts';
import { orderCodes, referenceUsed } from './codes.ts';
import { documentOf } from './document.ts';
import { orderId, trackingId, waybill } from './identifiers.ts';
import type { OrderState } from './states.ts';
import { deliveryMoment, jakartaTime } from './times.ts';

/** `POST /v1/orders`. */
export async function createOrder(body: object, context: Context): Promise<OrderResponse> {
  const { store, now } = context;
  const request = checkRequest(OrderRequest, body, orderCodes, refuse);
  const reference = request.reference_id ?? null;
  // First, because a placed order stays placed even if its service is gone by now.
  const earlier = reference === null ? undefined : await store.findReference('order', reference);
  if (earlier) throw alreadyPlaced(earlier);

  const delivery = deliveryMoment(request, now, refuse);
  const lane = laneOfOrder(request, context, refuse);
  const booking = book(request, lane, context, refuse);
  const status: OrderState = request.delivery_type === 'scheduled' ? 'scheduled' : 'confirmed';
  const document = {
    draft_order_id: null,
    short_id: orderId().slice(0, 11),
    ...documentOf(request, lane, booking, jakartaTime(delivery)),
    voucher: { id: null, name: null, value: null, type: null },
    invoice_id: null,
    ticket_status: null,
  };
  const tracking = trackingId();
  document.courier.tracking_id = tracking;
  // The host does not exist, so that no shopper of a demo is sent to another company's page.
  document.courier.link = `https://tracking.sandbox.invalid/${tracking}`;
  document.courier.waybill_id = booking.service.courier.instantWaybill ? waybill() : null;
  document.courier.history = [historyEntry(status, now)];

  const { inserted, record } = await store.insert({ kind: 'order', id: orderId(), reference, status, document });
  if (!inserted) throw alreadyPlaced(record);
  return orderAnswer(record, 'Order successfully created');
}

export function orderAnswer({ id, status, document }: OrderRecord, message: string): OrderResponse {
  return { success: true, message, object: 'order', id, ...document, status };
}

function alreadyPlaced({ id, reference, document }: OrderRecord): SandboxRefusal {
  const text = 'reference_id has already been used before. Please input other reference id';
  const details = { order_id: id, waybill_id: document.courier.waybill_id, reference_id: reference };
  return new SandboxRefusal(referenceUsed, text, details);
}
