import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { cancelDeliveriesWorkflow } from '../workflows/cancel-deliveries.ts';

export default async function orderCanceled({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await cancelDeliveriesWorkflow(container).run({ input: { order_id: event.data.id } });
}

export const config: SubscriberConfig = { event: 'order.canceled' };
