// Not in the design document: what a shop's back office and tests need beside the five operations.

import type { DraftOrderResponse, OrderResponse } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { refuse } from '../refusal.ts';
import { changeOrder, findOrder, movedTo } from './change-order.ts';
import { notUpdated } from './codes.ts';
import { draftAnswer } from './create-draft-order.ts';
import { orderAnswer } from './create-order.ts';
import { following } from './states.ts';

type Request = Record<string, unknown>;

interface OrderList {
  success: true;
  object: 'orders';
  orders: OrderResponse[];
  draft_orders: DraftOrderResponse[];
}

const retrieved = 'Order successfully retrieved';

/** `GET /v1/orders`: all orders and drafts, newest first. */
export async function listOrders(_request: Request, { store }: Context): Promise<OrderList> {
  const [orders, drafts] = [await store.list('order'), await store.list('draft_order')];
  return {
    success: true,
    object: 'orders',
    orders: orders.map((order) => orderAnswer(order, retrieved)),
    draft_orders: drafts.map(draftAnswer),
  };
}

/** `GET /v1/orders/:id`. */
export async function getOrder({ id }: Request, { store }: Context): Promise<OrderResponse> {
  return orderAnswer(await findOrder(store, String(id)), retrieved);
}

/** `POST /sandbox/orders/:id/status`: moves an order as its courier would, along `states.ts`. */
export async function setStatus({ id, status }: Request, { store, now, webhooks }: Context): Promise<OrderResponse> {
  const changed = await changeOrder(store, String(id), (order) => {
    const next = following(order.status);
    if (typeof status !== 'string' || !next.includes(status)) {
      const reason = next.length
        ? `must be one of ${next.join(', ')}: the order is ${order.status}`
        : `cannot change any more: the order is ${order.status}`;
      throw refuse({ field: 'status', code: notUpdated, reason });
    }
    return movedTo(order, status, now);
  });
  webhooks.send(changed);
  return orderAnswer(changed, 'Order status successfully changed');
}
