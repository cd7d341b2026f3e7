import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import { eraseCustomerWorkflow } from '../workflows/erase-customer.ts';

export default async function customerDeleted({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await eraseCustomerWorkflow(container).run({ input: { customer_id: event.data.id } });
}

export const config: SubscriberConfig = { event: 'customer.deleted' };
