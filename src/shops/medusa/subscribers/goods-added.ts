import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { markShippedWorkflow } from '../workflows/mark-shipped.ts';

export default async function goodsAdded({ event, container }: SubscriberArgs<{ order_id: string }>): Promise<void> {
  await markShippedWorkflow(container).run({ input: { order_id: event.data.order_id } });
}

export const config: SubscriberConfig = {
  event: ['order-edit.confirmed', 'order.claim_created', 'order.exchange_created'],
};
