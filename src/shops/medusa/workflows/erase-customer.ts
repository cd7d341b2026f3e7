import type { IFulfillmentModuleService } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import {
  createStep,
  createWorkflow,
  type ReturnWorkflow,
  type StepFunction,
  type WorkflowData,
} from '@medusajs/framework/workflows-sdk';
import { eraseDeliveries } from '../../base/index.ts';
import { readDelivery } from '../delivery.ts';
import type { Order } from '../order.ts';
import { type Query, queryIn, shopIn } from '../shop.ts';

interface EraseCustomerInput {
  customer_id: string;
}

const markErasedStep = createStep(
  'ship-elements-mark-erased',
  async ({ customer_id }: EraseCustomerInput, { container }) => {
    const asked = { entity: 'order', fields: ['id', 'fulfillments.*'], filters: { customer_id } };
    const { data } = await queryIn(container).graph(asked as Parameters<Query['graph']>[0]);
    const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
    for (const made of (data as unknown as Order[]).flatMap((order) => order.fulfillments ?? []))
      if (readDelivery(made.data))
        await fulfillments.updateFulfillment(made.id, { data: { ...made.data, erase: true } });
  },
);

/** Fulfillments that are read at once. */
const page = 100;

export const eraseMarkedStep: StepFunction<undefined, unknown> = createStep(
  'ship-elements-erase-marked',
  async (_: undefined, { container }) => {
    const shop = shopIn(container);
    const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
    const filters = { data: { erase: true } } as object;
    const listed = async (skip: number) =>
      fulfillments.listFulfillments(filters, { skip, take: page, order: { created_at: 'ASC' } });
    const marked = await listed(0);
    // Open ones stay for weeks, and the others must not wait behind them.
    while (marked.length && marked.length % page === 0) {
      const more = await listed(marked.length);
      if (!more.length) break;
      marked.push(...more);
    }
    for (const { id, data } of marked) {
      const delivery = readDelivery(data);
      if (!delivery || delivery.state === 'waiting' || delivery.state === 'cancelling') continue;
      if ((await eraseDeliveries(shop, delivery.order)).length) continue;
      await shop.problems.keep(delivery.order, '');
      const nothing = { id: null, waybill: null, link: null, message: null, label: null, kept: null };
      const unmarked = { awaits_waybill: null, erase: null };
      await fulfillments.updateFulfillment(id, { data: { ...data, ...nothing, ...unmarked }, labels: [] });
    }
  },
);

/** Erases the deliveries of all orders of a customer. One that is open is erased by `settleDeliveriesWorkflow` once it has ended. */
export const eraseCustomerWorkflow: ReturnWorkflow<EraseCustomerInput, void, []> = createWorkflow(
  'ship-elements-erase-customer',
  (input: WorkflowData<EraseCustomerInput>) => {
    markErasedStep(input);
    eraseMarkedStep();
  },
);
