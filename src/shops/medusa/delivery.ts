import type {
  CreateFulfillmentResult,
  IEventBusModuleService,
  IFulfillmentModuleService,
  MedusaContainer,
} from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import type { Delivery } from '../base/index.ts';

/** The `data` of a fulfillment. It has no personal data: a shopper may read it by the id of the order. */
export type StoredDelivery = Delivery & {
  /** Medusa's ids. */
  order: string;
  fulfillment: string;
  /** Staff have accepted a higher price, and the delivery waits. */
  accept_higher_price?: boolean;
  /** Its customer was deleted: `settleDeliveriesWorkflow` erases it when it has ended. */
  erase?: boolean | null;
};

/** The stored delivery of a fulfillment. Undefined if it is not one of ours, or if nothing is stored yet. */
export function readDelivery(data: Record<string, unknown> | null | undefined): StoredDelivery | undefined {
  const { reference, owner, state } = (data ?? {}) as Partial<StoredDelivery>;
  return reference && owner && state ? (data as unknown as StoredDelivery) : undefined;
}

/** Medusa merges new data into the old, so what does not hold any more is null. */
export const dataOf = (delivery: StoredDelivery): Record<string, unknown> => ({
  id: null,
  waybill: null,
  link: null,
  reason: null,
  message: null,
  accept_higher_price: null,
  awaits_waybill: delivery.state === 'placed' && !delivery.waybill ? true : null,
  ...delivery,
});

/** What Medusa stores: the data of the fulfillment, and the waybill as its label. */
export const resultOf = (delivery: StoredDelivery): CreateFulfillmentResult => ({
  data: dataOf(delivery),
  labels:
    'waybill' in delivery && delivery.waybill
      ? [{ tracking_number: delivery.waybill, tracking_url: delivery.link ?? '', label_url: '' }]
      : [],
});

/**
 * Stores how a delivery stands. If its waybill is news, the event `delivery.waybill` says it.
 * @param before as it was stored
 */
export async function storeDelivery(
  container: MedusaContainer,
  delivery: StoredDelivery,
  before: StoredDelivery,
): Promise<void> {
  const fulfillments = container.resolve<IFulfillmentModuleService>(Modules.FULFILLMENT);
  await fulfillments.updateFulfillment(delivery.fulfillment, resultOf(delivery));
  if (!('waybill' in before && before.waybill)) await announceWaybill(container, delivery);
}

/** Emits `delivery.waybill` for the shop's own subscribers, for example one that sends an e-mail. Without a waybill it emits nothing. */
export async function announceWaybill(container: MedusaContainer, delivery: StoredDelivery): Promise<void> {
  if (delivery.state !== 'placed' || !delivery.waybill) return;
  const { order: order_id, fulfillment: fulfillment_id, waybill, link } = delivery;
  const events = container.resolve<IEventBusModuleService>(Modules.EVENT_BUS);
  await events.emit({ name: 'delivery.waybill', data: { order_id, fulfillment_id, waybill, link } });
}
