import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework';
import type { IFulfillmentModuleService } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import { announceWaybill, readDelivery } from '../delivery.ts';

/** Most waybills are known at once. Those that are known later are announced when they are stored. */
export default async function fulfillmentCreated({
  event,
  container,
}: SubscriberArgs<{ fulfillment_id: string }>): Promise<void> {
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  const { data } = await fulfillments.retrieveFulfillment(event.data.fulfillment_id);
  const delivery = readDelivery(data);
  if (delivery) await announceWaybill(container, delivery);
}

export const config: SubscriberConfig = { event: 'order.fulfillment_created' };
