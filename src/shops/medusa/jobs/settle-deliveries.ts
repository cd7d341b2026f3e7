import type { MedusaContainer } from '@medusajs/framework/types';
import { settleDeliveriesWorkflow } from '../workflows/settle-deliveries.ts';

export default async function settleDeliveries(container: MedusaContainer): Promise<void> {
  await settleDeliveriesWorkflow(container).run();
}

/** Each minute. */
export const config = { name: 'settle-deliveries', schedule: '* * * * *' };
