import { refuse } from '../refusal.ts';
import type { OrderRecord, Store } from '../store/index.ts';
import { unknownOrder } from './codes.ts';
import { jakartaTime } from './times.ts';

export async function findOrder(store: Store, id: string): Promise<OrderRecord> {
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

/** A state that an order entered, as the service writes it (contract/README.md §2.6). */
export function historyEntry(status: string, now: Date): HistoryEntry {
  return { service_type: '-', status, note: `The order is ${status}`, updated_at: jakartaTime(now, 'seconds') };
}

/** The order in its next state. */
export function withStatus(order: OrderRecord, status: string, now: Date): OrderRecord {
  const { courier } = order.document;
  const history = [...(courier.history ?? []), historyEntry(status, now)];
  return { ...order, status, document: { ...order.document, courier: { ...courier, history } } };
}

/**
 * Changes an order. If another request changed it in between, `change` runs again on the new state. So of two cancellations at
 * once, one is refused.
 */
export async function changeOrder(
  store: Store,
  id: string,
  change: (order: OrderRecord) => OrderRecord,
): Promise<OrderRecord> {
  for (;;) {
    const order = await findOrder(store, id);
    const changed = change(order);
    if (await store.replace(changed, order.status)) return changed;
  }
}
