import { refuse } from '../refusal.ts';
import type { OrderRecord, SandboxStore } from '../store/index.ts';
import { unknownOrder } from './codes.ts';
import { waybill } from './identifiers.ts';
import { jakartaTime } from './times.ts';

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
export function historyEntry(status: string, now: Date): HistoryEntry {
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
