import {
  type CancellationReason,
  CancelRequest,
  type CancelResponse,
  cancellationReasons,
  flatLocators,
  isCancellable,
  located,
  type OrderLocators,
  OrderRequest,
  type OrderResponse,
  sides,
} from '../contract/index.ts';
import { declaredValue } from '../extras/index.ts';
import type { Context } from './context.ts';
import { isCargo, type Service, servicesOn } from './couriers.ts';
import {
  alreadyPast,
  type Booking,
  cancelCodes,
  bookingCodes as codes,
  deliveryMoment,
  documentOf,
  jakartaTime,
  type OrderState,
  orderCodes,
  orderId,
  referenceUsed,
  trackingId,
  unknownOrder,
  waybill,
} from './document.ts';
import { requireExtras, requirePayout } from './extras.ts';
import { checkRequest, type Refuse, refuse, SandboxRefusal } from './http.ts';
import type { OrderDocument, OrderRecord, SandboxStore } from './order-store.ts';
import { type Lane, laneOf } from './pricing.ts';
import { needsDeclaredValue, rateRow } from './rates.ts';

/** The lane of an order. Every saved location is the account's origin (contract/README.md §3.6). */
export function laneOfOrder(order: OrderLocators, { account }: Context, refuse: Refuse): Lane {
  const flat = flatLocators(order);
  const saved = sides.flatMap((side) =>
    located(flat, side)
      ? []
      : Object.entries(account.origin).map(([field, value]) => [field.replace('origin', side), value]),
  );
  return laneOf({ ...flat, ...Object.fromEntries(saved) }, codes.nowhere, refuse);
}

/** Books the chosen service or refuses. It never substitutes another one (contract/README.md §6). */
export function book(request: OrderRequest, lane: Lane, context: Context, refuse: Refuse): Booking {
  const must = (holds: unknown, field: string, code: number, reason: string) => {
    if (!holds) throw refuse({ field, code, reason });
  };
  const { courier_company: company, courier_type: type } = request;
  const services = servicesOn(context).filter(({ courier }) => courier.code === company);
  const chooseAgain = 'choose again from fresh rates';
  must(services.length, 'courier_company', codes.noCourier, `names no courier: ${chooseAgain}`);
  const service = services.find(({ row }) => row.courier_service_code === type);
  if (!service)
    throw refuse({
      field: 'courier_type',
      code: codes.noService,
      reason: `names no service of ${company}: ${chooseAgain}`,
    });
  const isOnDemand = service.level.by === 'kilometre';
  const points = 'is missing: this courier goes from point to point, send latitude and longitude';
  must(!isOnDemand || lane.origin.coordinate, 'origin_coordinate', codes.noOriginCoordinate, points);
  must(!isOnDemand || lane.destination.coordinate, 'destination_coordinate', codes.noDestinationCoordinate, points);
  const isInsurable = !isCargo(service) || declaredValue(request.items) > 0;
  must(isInsurable, 'items.0.value', codes.noDeclaredValue, needsDeclaredValue);
  // Orders have no field for custom rates, so a body's `custom_rates` is an unknown key.
  const rate = rateRow(service, lane, { ...request, custom_rates: [] }, context);
  if (!rate || !Number.isSafeInteger(rate.price))
    throw refuse({
      field: 'courier_type',
      code: codes.noRate,
      reason: `does not serve this lane or weight: ${chooseAgain}`,
    });
  must(
    request.origin_collection_method === 'drop_off' || rate.available_collection_method?.includes('pickup'),
    'origin_collection_method',
    codes.noPickup,
    `must be drop_off: ${service.key} has no pickup`,
  );
  requireExtras(request, service, rate, context, refuse);
  must(
    !request.destination_proof_of_delivery || rate.available_for_proof_of_delivery,
    'destination_proof_of_delivery',
    codes.noProofOfDelivery,
    `is not available with ${service.key}: leave it out or choose another service`,
  );
  return { service, rate };
}

export async function findOrder(store: SandboxStore, id: string): Promise<OrderRecord> {
  const order = await store.find('order', id);
  if (order) return order;
  throw refuse({ field: 'id', code: unknownOrder, reason: 'names no order: Order not found' });
}

interface HistoryEntry {
  service_type: string;
  status: string;
  note: string;
  /** In the time of Jakarta. */
  updated_at: string;
}

/** The words of a test key's answers, `seen`. */
const notes: Readonly<Record<string, string>> = {
  confirmed: 'Courier order is confirmed. The courier has been notified to pick up.',
  scheduled: 'Courier order is scheduled.',
  allocated: 'Courier is allocated and ready to pick up',
  picking_up: 'Courier is on the way to pick up location',
  picked: 'Item has been picked by courier',
  in_transit: 'Item is on the way to destination',
  dropping_off: 'Courier is dropping off item to destination',
  delivered: 'Order has been delivered',
};

/** A state that an order entered, as the service writes it (contract/README.md §2.6). */
function historyEntry(status: string, now: Date): HistoryEntry {
  return {
    service_type: '-',
    status,
    note: notes[status] ?? `The order is ${status}`,
    updated_at: jakartaTime(now, 'seconds'),
  };
}

/** The order in its next state. */
export function withStatus(order: OrderRecord, status: string, now: Date): OrderRecord {
  const { courier } = order.document;
  const history = [...(courier.history ?? []), historyEntry(status, now)];
  return { ...order, status, document: { ...order.document, courier: { ...courier, history } } };
}

/** The order as its courier has moved it. */
export function movedTo(order: OrderRecord, status: string, now: Date): OrderRecord {
  const moved = withStatus(order, status, now);
  const { courier } = moved.document;
  // Couriers without an instant waybill give it when they take the order on.
  const waybill_id = courier.waybill_id ?? (status === 'allocated' ? waybill() : null);
  return { ...moved, document: { ...moved.document, courier: { ...courier, waybill_id } } };
}

/**
 * Changes an order. If another request changed it in between, `change` runs again on the new state. So of two cancellations at
 * once, one is refused.
 */
export async function changeOrder(
  store: SandboxStore,
  id: string,
  change: (order: OrderRecord) => OrderRecord,
): Promise<OrderRecord> {
  for (;;) {
    const order = await findOrder(store, id);
    const changed = change(order);
    if (await store.replace(changed, order.status)) return changed;
  }
}

/** The document of an order that a courier has taken on: with its tracking, link and history. */
export function bookedDocument(
  document: OrderDocument,
  { courier }: Service,
  status: OrderState,
  now: Date,
  draft: string | null = null,
): OrderDocument {
  const tracking_id = trackingId();
  return {
    draft_order_id: draft,
    short_id: orderId().slice(0, 11),
    ...document,
    courier: {
      ...document.courier,
      tracking_id,
      // The host does not exist, so that no shopper of a demo is sent to another company's page.
      link: `https://tracking.sandbox.invalid/${tracking_id}`,
      waybill_id: courier.instantWaybill ? waybill() : null,
      history: [historyEntry(status, now)],
    },
    voucher: { id: null, name: null, value: null, type: null },
    invoice_id: null,
    ticket_status: null,
  };
}

/** `POST /v1/orders`. */
export async function createOrder(body: object, context: Context): Promise<OrderResponse> {
  const { store, now } = context;
  const request = checkRequest(OrderRequest, body, orderCodes, refuse);
  const reference = request.reference_id ?? null;
  // First, because a placed order stays placed even if its service is gone by now.
  const earlier = reference === null ? undefined : await store.findReference('order', reference);
  if (earlier) throw alreadyPlaced(earlier);

  requirePayout(request, codes.unknownPayout, refuse);
  const delivery = deliveryMoment(request, now, refuse);
  const lane = laneOfOrder(request, context, refuse);
  const booking = book(request, lane, context, refuse);
  const status: OrderState = request.delivery_type === 'scheduled' ? 'scheduled' : 'confirmed';
  const document = bookedDocument(
    documentOf(request, lane, booking, jakartaTime(delivery)),
    booking.service,
    status,
    now,
  );
  const { inserted, record } = await store.insert({ kind: 'order', id: orderId(), reference, status, document });
  if (!inserted) throw alreadyPlaced(record);
  return orderAnswer(record, 'Order successfully created');
}

export function orderAnswer({ id, status, document }: OrderRecord, message: string): OrderResponse {
  return { success: true, message, object: 'order', id, ...document, status };
}

export function alreadyPlaced({ id, reference, document }: OrderRecord): SandboxRefusal {
  const text = 'reference_id has already been used before. Please input other reference id';
  const details = { order_id: id, waybill_id: document.courier.waybill_id, reference_id: reference };
  return new SandboxRefusal(referenceUsed, text, details);
}

/** `POST /v1/orders/:id/cancel` and `DELETE /v1/orders/:id`. The body may be empty (contract/README.md §7). */
export async function cancelOrder(body: object, { store, now, webhooks }: Context): Promise<CancelResponse> {
  const request = checkRequest(CancelRequest, body, cancelCodes, refuse);
  const reason = {
    cancellation_reason_code: request.cancellation_reason_code ?? 'others',
    cancellation_reason: request.cancellation_reason ?? null,
  };
  const cancelled = await changeOrder(store, request.id, (order) => {
    if (!isCancellable(order.status))
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
