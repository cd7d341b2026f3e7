import { refuse } from '../refusal.ts';
import type { OrderRecord, Store } from '../store/index.ts';
import { unknownOrder } from './codes.ts';

export async function findOrder(store: Store, id: string): Promise<OrderRecord> {
  const order = await store.find('order', id);
  if (order) return order;
  throw refuse({ field: 'id', code: unknownOrder, reason: 'names no order: Order not found' });
}

/**
 * Changes an order. Where another request changed it in between, the change is asked again about the order as it is now:
 * of two cancels at once, one is told that the order is already cancelled.
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
