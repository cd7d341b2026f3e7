import type { IFulfillmentModuleService, Logger } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { createStep, createWorkflow, type ReturnWorkflow, type WorkflowData } from '@medusajs/framework/workflows-sdk';
import { readDelivery } from '../delivery.ts';
import { orderNow } from '../order.ts';
import { queryIn } from '../shop.ts';

interface CancelDeliveriesInput {
  order_id: string;
}

const cancelDeliveriesStep = createStep(
  'ship-elements-cancel-deliveries',
  async ({ order_id }: CancelDeliveriesInput, { container }) => {
    const order = await orderNow(queryIn(container), order_id);
    const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
    for (const made of order.fulfillments ?? [])
      if (readDelivery(made.data) && !made.canceled_at)
        await fulfillments.cancelFulfillment(made.id).catch(({ message }: Error) => {
          // The others are cancelled all the same, and this one by the job, or by staff.
          const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER);
          logger.error(`ship-elements: fulfillment ${made.id} is not cancelled. ${message}`);
        });
  },
);

/** Cancels all deliveries of a cancelled order, also one that was sent at the same moment. A reference is used once, so nothing restores them. */
export const cancelDeliveriesWorkflow: ReturnWorkflow<CancelDeliveriesInput, void, []> = createWorkflow(
  'ship-elements-cancel-deliveries',
  (input: WorkflowData<CancelDeliveriesInput>) => {
    cancelDeliveriesStep(input);
  },
);
