import type { IFulfillmentModuleService, Logger } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import { createStep, createWorkflow, type ReturnWorkflow } from '@medusajs/framework/workflows-sdk';
import { withParcel } from '../../base/index.ts';
import { readDelivery, type StoredDelivery, storeDelivery } from '../delivery.ts';
import type { StoredFulfillment } from '../order.ts';
import { tryAgain } from '../send.ts';
import { alone, shopIn } from '../shop.ts';
import { isLiving } from '../views.ts';
import { eraseMarkedStep } from './erase-customer.ts';

const settleGatewayStep = createStep('ship-elements-settle-gateway', async (_: undefined, { container }) => {
  await shopIn(container).gateway.settle();
});

/** Most deliveries that one run asks for. */
const most = 100;

const askAgainStep = createStep(
  'ship-elements-ask-again',
  async ({ state }: { state: 'cancelling' | 'waiting' }, { container }) => {
    const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
    const filters = { data: { state } } as object;
    const due = await fulfillments.listFulfillments(filters, { take: most, order: { created_at: 'ASC' } });
    for (const fulfillment of due) {
      const again = async () => {
        // Staff may have cancelled it meanwhile.
        const now = (await fulfillments.retrieveFulfillment(fulfillment.id)) as unknown as StoredFulfillment;
        return isLiving(now) ? tryAgain(container, now) : undefined;
      };
      const order = readDelivery(fulfillment.data)?.order ?? '';
      const answer = await alone(container, order, again).catch((problem: Error) => {
        // The others are asked for all the same.
        const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER);
        logger.error(`ship-elements: fulfillment ${fulfillment.id} waits. ${problem.message}`);
        return undefined;
      });
      // The others would wait for the same service.
      if (answer?.state === 'waiting' && answer.reason.startsWith('service-')) break;
    }
  },
);

/** Some couriers name the waybill after the order. The gateway hears it by webhook or by the tracking page. */
const storeWaybillsStep = createStep('ship-elements-store-waybills', async (_: undefined, { container }) => {
  const shop = shopIn(container);
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  const filters = { data: { awaits_waybill: true } } as object;
  for (const { data } of await fulfillments.listFulfillments(filters, { order: { updated_at: 'ASC' } })) {
    const kept = readDelivery(data);
    const delivery = kept && (await withParcel(shop, kept));
    if (kept && delivery?.state === 'placed' && delivery.waybill)
      await storeDelivery(container, { ...kept, waybill: delivery.waybill } as StoredDelivery, kept);
  }
});

/**
 * Goes on with orders that got no answer, cancels what the shop has cancelled, asks again for deliveries that wait for the service, and erases
 * those of deleted customers. Steps have no compensation: what the service has done stays done, and each of them can be repeated.
 */
export const settleDeliveriesWorkflow: ReturnWorkflow<void, void, []> = createWorkflow(
  'ship-elements-settle-deliveries',
  () => {
    settleGatewayStep();
    askAgainStep({ state: 'cancelling' });
    askAgainStep({ state: 'waiting' }).config({ name: 'ship-elements-ask-again-waiting' });
    storeWaybillsStep();
    eraseMarkedStep();
  },
);
