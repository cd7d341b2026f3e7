import { FulfillmentHandler } from '@vendure/core';
import { isDeliveryError } from '../base/index.ts';
import { fulfillmentFields } from './custom-fields.ts';
import { DeliveryService } from './delivery-service.ts';
import { erased, handlerCode, stateOf } from './fulfillments.ts';
import { inLanguageOf, label, say, translated } from './sentences.ts';

let deliveries: DeliveryService;

/** A fulfillment with a delivery. Vendure calls it in a transaction, so it asks no service: `attempt` and `cancel` do, afterwards. */
export const fulfillmentHandler: FulfillmentHandler = new FulfillmentHandler({
  code: handlerCode,
  description: translated('Order the delivery that the shopper has chosen', 'Pesan pengiriman yang dipilih pembeli'),
  args: {
    acceptHigherPrice: {
      type: 'boolean',
      required: false,
      defaultValue: false,
      label: label('higher-price'),
      description: label('shop-pays'),
    },
  },
  init: (injector) => {
    deliveries = injector.get(DeliveryService);
  },
  createFulfillment: async (ctx, [order, ...others], lines, { acceptHigherPrice }) => {
    if (!order || others.length) throw new Error(say(ctx, 'one-order'));
    return deliveries.prepare(ctx, order.id, lines, acceptHigherPrice).catch((problem) => {
      throw isDeliveryError(problem) ? new Error(inLanguageOf(ctx, problem.message)) : problem;
    });
  },
  onFulfillmentTransition: async (_from, to, { ctx, fulfillment }) => {
    const state = stateOf(fulfillment);
    if ((to === 'Shipped' || to === 'Delivered') && state !== 'placed') return say(ctx, 'not-confirmed');
    // What the service may have is cancelled there first.
    const isOver =
      state === 'refused' || state === 'cancelled' || fulfillmentFields(fulfillment).shippingProblem === erased;
    return to === 'Cancelled' && !isOver ? deliveries.beginCancel(ctx, fulfillment) : undefined;
  },
});
