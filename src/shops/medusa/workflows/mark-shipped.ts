import type { IOrderModuleService } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import {
  createStep,
  createWorkflow,
  type ReturnWorkflow,
  StepResponse,
  type WorkflowData,
} from '@medusajs/framework/workflows-sdk';
import { mismarkedLines } from '../cart.ts';
import { orderNow } from '../order.ts';
import { queryIn } from '../shop.ts';

interface MarkShippedInput {
  order_id: string;
}

const markShippedStep = createStep(
  'ship-elements-mark-shipped',
  async ({ order_id }: MarkShippedInput, { container }) => {
    const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
    const lines = mismarkedLines(await orderNow(queryIn(container), order_id)).map(({ id }) => id ?? '');
    for (const line of lines) await orders.updateOrderLineItems(line, { requires_shipping: true });
    return new StepResponse(undefined, lines);
  },
  async (lines, { container }) => {
    const orders = container.resolve<IOrderModuleService>(Modules.ORDER);
    for (const line of lines ?? []) await orders.updateOrderLineItems(line, { requires_shipping: false });
  },
);

/**
 * Marks goods that need a delivery as Medusa does in the cart: an edit or a claim leaves the mark out if a product has no inventory, and Medusa
 * sends no goods together that are marked differently.
 */
export const markShippedWorkflow: ReturnWorkflow<MarkShippedInput, void, []> = createWorkflow(
  'ship-elements-mark-shipped',
  (input: WorkflowData<MarkShippedInput>) => {
    markShippedStep(input);
  },
);
